import { useEffect, useState } from "preact/hooks";
import { useAsking } from "../asking";
import { Blocks } from "../blocks";
import { Cards } from "../cards";
import { desk } from "../desk";
import { Problem, TextField } from "../fields";
import type { NodeAnswer } from "../messages";
import { writeRoute } from "../route";

interface Props {
  shelf: string;
  file: number;
  line: string;
}

export function SolutionPage({ shelf, file, line }: Props) {
  const asked = useAsking<NodeAnswer>();
  const [wanted, setWanted] = useState(line);
  const node = asked.answer;
  useEffect(() => {
    setWanted(line);
    void asked.ask(() => desk.look_at({ shelf, file, line }));
  }, [shelf, file, line, asked.ask]);
  const link = (to: string) => writeRoute("solution", [shelf, file], { line: to });
  return (
    <>
      <h1>{node?.title ?? "Solution"}</h1>
      <p>
        <a href={writeRoute("hands", [shelf])}>All hands</a>
      </p>
      <form
        class="panel columns"
        onSubmit={(event) => {
          event.preventDefault();
          window.location.hash = link(wanted);
        }}
      >
        <TextField
          label="Line"
          value={wanted}
          placeholder="x b52% c 8c"
          hint="Actions and cards from the root on"
          onChange={setWanted}
        />
        <div class="actions">
          <button type="submit">Look</button>
        </div>
      </form>
      <Problem text={asked.problem} />
      {asked.waiting && <p role="status">The node is looked at …</p>}
      {node && (
        <div aria-busy={asked.waiting}>
          <p class="board-line">
            <Cards cards={node.cards} small />
          </p>
          <nav class="tabs" aria-label="Where to go">
            {node.back != null && <a href={link(node.back)}>Back</a>}
            {node.next.map((to) => (
              <a key={to.line} href={link(to.line)}>
                {to.words}
              </a>
            ))}
          </nav>
          <Blocks blocks={node.blocks} />
        </div>
      )}
    </>
  );
}
