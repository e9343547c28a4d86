// A shelf, looked at again and again while its files are read.
import { useCallback, useEffect, useState } from "preact/hooks";
import { useAsking } from "./asking";
import { desk } from "./desk";
import type { HandsPage } from "./messages";

const WAIT = 600;

export function useShelf(shelf: string): { page: HandsPage | null; look: () => void } {
  const asked = useAsking<HandsPage>();
  const [turn, setTurn] = useState(0);
  const page = asked.answer;
  useEffect(() => {
    if (shelf) void asked.ask(() => desk.list_hands({ shelf, limit: 1 }));
  }, [shelf, turn, asked.ask]);
  useEffect(() => {
    if (!page?.reading) return;
    const timer = setTimeout(() => setTurn((before) => before + 1), WAIT);
    return () => clearTimeout(timer);
  }, [page]);
  const look = useCallback(() => setTurn((before) => before + 1), []);
  return { page: shelf ? page : null, look };
}
