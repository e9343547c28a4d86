// Questions to the desk and their state: waiting, answered or refused.
import { useCallback, useRef, useState } from "preact/hooks";
import { explain } from "./desk";

export interface Asked<T> {
  answer: T | null;
  problem: string;
  waiting: boolean;
  ask: (question: () => Promise<T>) => Promise<T | null>;
  clear: () => void;
}

/** Ask; only the answer to the last question counts. */
export function useAsking<T>(): Asked<T> {
  const [answer, setAnswer] = useState<T | null>(null);
  const [problem, setProblem] = useState("");
  const [waiting, setWaiting] = useState(false);
  const last = useRef(0);
  const ask = useCallback(async (question: () => Promise<T>) => {
    last.current += 1;
    const number = last.current;
    setWaiting(true);
    try {
      const found = await question();
      if (number !== last.current) return null;
      setAnswer(found);
      setProblem("");
      setWaiting(false);
      return found;
    } catch (error) {
      if (number === last.current) {
        setProblem(explain(error));
        setWaiting(false);
      }
      return null;
    }
  }, []);
  const clear = useCallback(() => {
    last.current += 1;
    setAnswer(null);
    setProblem("");
    setWaiting(false);
  }, []);
  return { answer, problem, waiting, ask, clear };
}
