// A table of any game: zones with cards in them, and choices. Nothing in here knows a game.
import { CardPicture, Cards } from "./cards";
import type { Board, Line, Seat, SeatEquity, Table } from "./messages";

const OUT = new Set(["folded", "lost"]);
const ROUND = 2 * Math.PI;

/** Where a seat is, in parts of the width and height: the viewer below, the others around. */
export function placeSeat(place: number, count: number): { x: number; y: number } {
  const angle = Math.PI / 2 + (ROUND * place) / count;
  // Seats keep away from the sides of a long table.
  const power = 0.72;
  const bend = (value: number) => Math.sign(value) * Math.abs(value) ** power;
  return { x: 50 + 41 * bend(Math.cos(angle)), y: 48.5 + 39 * bend(Math.sin(angle)) };
}

/** What somebody did, without the amount where the chips in front of them say it. */
export function sayBadge(seat: Seat): string {
  if (seat.place === "all-in") return "all-in";
  const said = seat.badge ?? "";
  if (!seat.bet || !said.endsWith(` ${seat.bet}`)) return said;
  return said.slice(0, -seat.bet.length - 1).replace(/ to$/, "");
}

function SeatView({ seat, equity, large }: { seat: Seat; equity?: SeatEquity; large: boolean }) {
  const classes = ["seat", seat.place];
  if (OUT.has(seat.place)) classes.push("out");
  if (seat.acts) classes.push("acts");
  if (large) classes.push("viewer");
  const cards = seat.cards ?? [];
  const parts = [...new Set(cards.map((card) => card.part ?? ""))];
  const said = sayBadge(seat);
  return (
    <div class={classes.join(" ")}>
      <div class={`hand many-${Math.min(cards.length, 9)}`}>
        {parts.map((part) => (
          <span class="group" key={part}>
            {part !== "" && <span class="part">{part}</span>}
            <Cards cards={cards.filter((card) => (card.part ?? "") === part)} />
          </span>
        ))}
      </div>
      <div class="plate">
        <div class="name" title={seat.name}>
          {seat.name}
          {seat.button && (
            <span class="button" title="has the button">
              <span aria-hidden="true">D</span>
              <span class="hidden"> has the button</span>
            </span>
          )}
          {seat.acts && <span class="hidden"> is to act</span>}
          {seat.place !== "playing" && <span class="hidden"> {seat.place}</span>}
        </div>
        {/* Another amount is another text: it comes, and nothing moves. */}
        <div
          class="stack"
          key={`${seat.stack} ${said}`}
          style={{ "--letters": seat.stack.length + (said ? said.length + 3 : 0) }}
        >
          {seat.stack}
          {said && <span class="badge"> · {said}</span>}
        </div>
      </div>
      {equity && (
        <div class="equity">
          <meter min={0} max={1} value={equity.share} aria-label={`Equity of ${seat.name}`} />
          <span>{equity.equity}</span>
        </div>
      )}
      {/* So do other words, which are as wide as they need. */}
      {seat.words && (large || seat.place === "won") && (
        <div class="words" key={seat.words}>
          {seat.words}
        </div>
      )}
    </div>
  );
}

function BoardView({ board, label }: { board: Board; label: string }) {
  const columns = Math.max(...board.rows.map((row) => row.cards.length), 1);
  return (
    <div class={`board${board.centred ? " centred" : ""}`} data-columns={columns}>
      {board.rows.map((row, place) => (
        <div class="row" key={place}>
          {(row.label || label) && <span class="label">{row.label || label}</span>}
          <span class="hidden">
            {row.cards.map((card) => (card === null ? "" : card.name)).join(" ")}
          </span>
          {row.cards.map((card, column) =>
            card === null && row.gaps[column] ? (
              <span class="gap" key={column} />
            ) : (
              <CardPicture key={column} card={card} />
            ),
          )}
        </div>
      ))}
    </div>
  );
}

/** How many rows of boards a table has. */
export function countRows(table: Table): number {
  return (table.boards ?? []).reduce((sum, board) => sum + board.rows.length, 0);
}

interface TableProps {
  table: Table;
  equities?: SeatEquity[];
  /** Rows that there is room for, so that nothing moves when they come. */
  room?: number;
  /** Who is below, where nobody of the table looks at it. */
  below?: number;
}

/** A table, as somebody sees it. */
export function TableView({ table, equities, room = 0, below = 0 }: TableProps) {
  const count = table.seats.length;
  // Styles ask for more than so many seats: `[data-over~="5"]`.
  const over = [5, 6, 7].filter((seats) => count > seats).join(" ");
  const first = table.viewer ?? below;
  // Players have other numbers in the next hand, and sit where they sat.
  const placed = table.seats.map((_, place) => table.seats[(place + first) % count] as Seat);
  const boards = table.boards ?? [];
  const rows = Math.max(countRows(table), room);
  const most = Math.max(...table.seats.map((seat) => seat.cards?.length ?? 0), 0);
  const pots = table.pots ?? [];
  const shown = pots.length > 0 ? pots : [];
  return (
    <section
      class="table"
      aria-label="Table"
      data-seats={count}
      data-over={over}
      data-hand={most}
      data-rows={rows}
    >
      <div class="felt" aria-hidden="true">
        <div class="mark" />
      </div>
      <div class="middle">
        <div class="pots">
          {shown.map((pot, place) => (
            <span class="pot" key={place}>
              {pot.title} {pot.amount}
            </span>
          ))}
          {shown.length === 0 && !table.over && table.pot && (
            <span class="pot">Pot {table.pot}</span>
          )}
        </div>
        <div class="boards">
          {boards.map((board, place) => (
            <BoardView
              key={place}
              board={board}
              label={boards.length > 1 && board.rows.length === 1 ? `Board ${place + 1}` : ""}
            />
          ))}
        </div>
        {(table.chosen ?? []).length > 0 && <p class="chosen">{table.chosen?.join(", ")}</p>}
        {(table.dice ?? []).length > 0 && (
          <p class="dice">
            {table.dice?.map((die, place) => (
              <span class="die" key={place}>
                {die}
              </span>
            ))}
          </p>
        )}
      </div>
      <ol class="seats" aria-label="Seats">
        {placed.map((seat, place) => {
          const { x, y } = placeSeat(place, count);
          const inner = { left: `${50 + (x - 50) * 0.56}%`, top: `${48.5 + (y - 48.5) * 0.5}%` };
          const side = y > 62 ? "below" : y < 35 ? "above" : x < 50 ? "left" : "right";
          return (
            <li key={place} class={`place ${side}`} style={{ "--x": `${x}%`, "--y": `${y}%` }}>
              <SeatView
                seat={seat}
                large={seat.index === table.viewer}
                equity={equities?.find((one) => one.player === seat.index)}
              />
              {seat.bet && (
                <span class="bet" style={{ "--bx": inner.left, "--by": inner.top }}>
                  <span class="hidden">bet </span>
                  {seat.bet}
                </span>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** Something that happened, in words and cards. */
export function LineView({ line }: { line: Line }) {
  return (
    <>
      {line.parts.map((part, place) => (
        <span key={place} class={`tone-${part.tone ?? "plain"}`}>
          {part.text}
          {part.cards && <Cards cards={part.cards} small />}
        </span>
      ))}
    </>
  );
}
