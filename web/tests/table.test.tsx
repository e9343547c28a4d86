import { render } from "preact";
import { afterEach, describe, expect, it } from "vitest";
import type { StreetEquities, Table } from "../src/messages";
import { findEquity } from "../src/pages/replay";
import { placeSeat, TableView } from "../src/table";

const TABLE: Table = {
  title: "A game",
  pot: "12",
  viewer: 1,
  seats: [
    { index: 0, name: "<b>Ann</b>", stack: "98", place: "folded", badge: "folds" },
    {
      index: 1,
      name: "Bob",
      stack: "0",
      place: "all-in",
      bet: "4",
      acts: true,
      button: true,
      words: "two pair",
      cards: [
        { code: "As", name: "A♠" },
        { code: "??", name: "??" },
        { code: "*s", name: "joker", up: true },
      ],
    },
  ],
  boards: [
    {
      rows: [
        {
          label: "Top",
          cards: [{ code: "2c", name: "2♣", dead: true }, null],
          gaps: [false, false],
        },
        { cards: [null], gaps: [true] },
      ],
    },
  ],
  pots: [
    { title: "Pot", amount: "8", players: [0, 1] },
    { title: "Side pot", amount: "4", players: [1] },
  ],
  dice: [3],
  chosen: ["game: high"],
};

function draw(table: Table): HTMLElement {
  const root = document.createElement("div");
  document.body.append(root);
  render(<TableView table={table} />, root);
  return root;
}

afterEach(() => {
  document.body.innerHTML = "";
});

describe("a table", () => {
  it("shows what the message says, as text", () => {
    const root = draw(TABLE);
    expect(root.querySelectorAll("b")).toHaveLength(0);
    expect(root.querySelector(".seat.folded .name")?.textContent).toBe("<b>Ann</b> folded");
    expect(root.querySelector(".seat.viewer .stack")?.textContent).toBe("0 · all-in");
    expect(root.querySelector(".seat.viewer .words")?.textContent).toBe("two pair");
    expect(root.querySelectorAll(".seat.viewer .card.down")).toHaveLength(1);
    expect(root.querySelectorAll(".seat.viewer .card.up")).toHaveLength(1);
    expect(root.querySelectorAll(".pot")).toHaveLength(2);
    expect(root.querySelector(".bet")?.textContent).toBe("bet 4");
    expect(root.querySelectorAll(".board .card.slot")).toHaveLength(1);
    expect(root.querySelectorAll(".board .card.dead")).toHaveLength(1);
    expect(root.querySelectorAll(".board .gap")).toHaveLength(1);
    expect(root.querySelector(".die")?.textContent).toBe("3");
    expect(root.querySelector(".chosen")?.textContent).toBe("game: high");
  });
  it("has the viewer below", () => {
    for (let count = 2; count <= 10; count += 1) {
      expect(placeSeat(0, count).y).toBeGreaterThan(80);
      const places = Array.from({ length: count }, (_, place) => placeSeat(place, count));
      for (const { x, y } of places) {
        expect(Math.min(x, y)).toBeGreaterThan(5);
        expect(Math.max(x, y)).toBeLessThan(95);
      }
    }
  });
});

describe("equities", () => {
  const found: StreetEquities = {
    streets: [1, 5].map((step) => ({
      street: `${step}`,
      step,
      seats: [],
      how: "",
      command: "",
      python: "",
    })),
  };
  it("hold until the next ones", () => {
    expect(findEquity(found, 0)).toBeUndefined();
    expect(findEquity(found, 4)?.street).toBe("1");
    expect(findEquity(found, 9)?.street).toBe("5");
    expect(findEquity(null, 9)).toBeUndefined();
  });
});
