import { useCallback, useEffect, useState } from "preact/hooks";
import { useAsking } from "../asking";
import { desk } from "../desk";
import { CheckField, Problem, SelectField, TextField } from "../fields";
import type { DeskFacts, HandRow, HandsQuestion, HandsPage as Page } from "../messages";
import { writeRoute } from "../route";
import { DropPlace, FileList } from "../shelf";

const ROWS = 50;
const WAIT = 400;

type Filters = Omit<HandsQuestion, "shelf" | "offset" | "limit">;
const NO_FILTERS: Filters = {};

interface Props {
  shelf: string;
  facts: DeskFacts;
  onShelf: (shelf: string) => void;
}

/** Filters and the place in the list, which stay while somebody looks at a hand. */
const kept: { shelf: string; filters: Filters; offset: number } = {
  shelf: "",
  filters: NO_FILTERS,
  offset: 0,
};

export function HandsPage({ shelf, facts, onShelf }: Props) {
  if (kept.shelf !== shelf) Object.assign(kept, { shelf, filters: NO_FILTERS, offset: 0 });
  const [filters, setFilters] = useState<Filters>(kept.filters);
  const [offset, setOffset] = useState(kept.offset);
  const [turn, setTurn] = useState(0);
  const asked = useAsking<Page>();
  const page = asked.answer;
  Object.assign(kept, { filters, offset });

  const look = useCallback(() => {
    if (!shelf) return;
    void asked.ask(() => desk.list_hands({ shelf, ...filters, offset, limit: ROWS }));
  }, [shelf, filters, offset, asked.ask]);
  useEffect(look, [look, turn]);
  useEffect(() => {
    if (!page?.reading) return;
    const timer = setTimeout(() => setTurn((before) => before + 1), WAIT);
    return () => clearTimeout(timer);
  }, [page]);

  const change = (some: Filters) => {
    setOffset(0);
    setFilters((before) => ({ ...before, ...some }));
  };
  const isEmpty = !page || page.files.length === 0;
  return (
    <>
      <h1>Hands</h1>
      <DropPlace
        shelf={shelf}
        facts={facts}
        onShelf={onShelf}
        onDropped={() => setTurn((before) => before + 1)}
        small={!isEmpty}
      />
      <Problem text={asked.problem} />
      {isEmpty && !asked.waiting && <Ways />}
      {page && !isEmpty && (
        <>
          <FileList files={page.files} />
          <Choices page={page} filters={filters} change={change} />
          <p role="status" class="said">
            {page.said}
          </p>
          {page.rows.length > 0 && <List page={page} shelf={shelf} filters={filters} />}
          <Pages page={page} offset={offset} setOffset={setOffset} />
          <Solutions page={page} shelf={shelf} />
        </>
      )}
    </>
  );
}

const WAYS: [string, string, string][] = [
  ["#convert", "Convert", "Files of one format to another, as trackers and solvers read them."],
  ["#night", "Night", "What came of a night: charts, statistics, biggest pots, who pays whom."],
  ["#calculators", "Calculators", "Equity, odds, ICM and deals, hands: any game."],
  ["/play", "Play", "A table for friends and bots, at any of the games."],
];

/** What else there is, for who has nothing to drop. */
function Ways() {
  return (
    <ul class="ways">
      {WAYS.map(([href, title, words]) => (
        <li key={href}>
          <a href={href}>
            <strong>{title}</strong> <span class="words-low">{words}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function Choices({
  page,
  filters,
  change,
}: {
  page: Page;
  filters: Filters;
  change: (some: Filters) => void;
}) {
  return (
    <search class="filters" aria-label="Filters">
      <SelectField
        label="Player"
        value={filters.player ?? ""}
        onChange={(player) => change(player ? { player } : { player, result: "" })}
      >
        <option value="">Everybody</option>
        {page.players.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Result"
        value={filters.result ?? ""}
        onChange={(result) =>
          change({
            result: result as Filters["result"],
            player: filters.player || (result ? page.players[0] : ""),
          })
        }
      >
        <option value="">Won or lost</option>
        <option value="won">Won</option>
        <option value="lost">Lost</option>
      </SelectField>
      <SelectField
        label="Showdown"
        value={filters.showdown ?? ""}
        onChange={(showdown) => change({ showdown: showdown as Filters["showdown"] })}
      >
        <option value="">With or without</option>
        <option value="yes">With</option>
        <option value="no">Without</option>
      </SelectField>
      <TextField
        label="Pot at least"
        value={filters.least_pot ?? ""}
        onChange={(least_pot) => change({ least_pot })}
      />
      <SelectField
        label="Order"
        value={filters.order ?? "read"}
        onChange={(order) => change({ order: order as Filters["order"] })}
      >
        <option value="read">As read</option>
        <option value="pot">Biggest pot</option>
      </SelectField>
      {page.skipped > 0 && (
        <CheckField
          label="Skipped hands"
          value={filters.skipped ?? false}
          onChange={(skipped) => change({ skipped })}
        />
      )}
    </search>
  );
}

function List({ page, shelf, filters }: { page: Page; shelf: string; filters: Filters }) {
  const hasPlayer = Boolean(filters.player);
  const several = page.files.length > 1;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is wide is moved by keys as well
    <section class="wide" aria-label="List of hands" tabIndex={0}>
      <table class="hands">
        <thead>
          <tr>
            <th scope="col">Hand</th>
            <th scope="col">Game</th>
            <th scope="col">Players</th>
            <th scope="col" class="number">
              Pot
            </th>
            <th scope="col">{filters.skipped ? "Reason" : "Winners"}</th>
            {hasPlayer && (
              <th scope="col" class="number">
                {filters.player}
              </th>
            )}
            {several && <th scope="col">File</th>}
          </tr>
        </thead>
        <tbody>
          {page.rows.map((row) => (
            <Row key={row.id} row={row} shelf={shelf} hasPlayer={hasPlayer} several={several} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row({
  row,
  shelf,
  hasPlayer,
  several,
}: {
  row: HandRow;
  shelf: string;
  hasPlayer: boolean;
  several: boolean;
}) {
  return (
    <tr>
      <th scope="row">
        {row.problem ? row.label : <a href={writeRoute("hand", [shelf, row.id])}>{row.label}</a>}
        {row.showdown && (
          <span class="mark" title="went to showdown">
            {" "}
            showdown
          </span>
        )}
        {row.notes ? (
          <span class="mark warn" title="the reader found something odd">
            {" "}
            {row.notes} {row.notes === 1 ? "note" : "notes"}
          </span>
        ) : null}
      </th>
      <td>{row.game}</td>
      <td class="long">{row.players}</td>
      <td class="number pot-cell">{row.problem ? "" : row.pot}</td>
      <td class="long">{row.problem || row.result}</td>
      {hasPlayer && (
        <td class={`number ${(row.sign ?? 0) > 0 ? "won" : (row.sign ?? 0) < 0 ? "lost" : ""}`}>
          {row.won}
        </td>
      )}
      {several && <td class="long">{row.file}</td>}
    </tr>
  );
}

function Pages({
  page,
  offset,
  setOffset,
}: {
  page: Page;
  offset: number;
  setOffset: (offset: number) => void;
}) {
  if (page.matching <= ROWS) return null;
  const last = Math.floor((page.matching - 1) / ROWS) * ROWS;
  const go = (to: number) => setOffset(Math.min(Math.max(to, 0), last));
  return (
    <nav class="pages" aria-label="Parts of the list">
      <button type="button" onClick={() => go(0)} disabled={offset === 0}>
        First
      </button>
      <button type="button" onClick={() => go(offset - ROWS)} disabled={offset === 0}>
        Before
      </button>
      <span>
        {offset + 1} to {Math.min(offset + ROWS, page.matching)}
      </span>
      <button type="button" onClick={() => go(offset + ROWS)} disabled={offset >= last}>
        Next
      </button>
      <button type="button" onClick={() => go(last)} disabled={offset >= last}>
        Last
      </button>
    </nav>
  );
}

function Solutions({ page, shelf }: { page: Page; shelf: string }) {
  const found = page.files.filter((file) => file.format === "solution");
  if (found.length === 0) return null;
  return (
    <>
      <h2>Solutions</h2>
      <ul>
        {found.map((file) => (
          <li key={file.number}>
            <a href={writeRoute("solution", [shelf, file.number])}>{file.name}</a>
          </li>
        ))}
      </ul>
    </>
  );
}
