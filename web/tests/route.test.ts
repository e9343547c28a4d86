import { describe, expect, it } from "vitest";
import { readRoute, writeRoute } from "../src/route";

describe("addresses", () => {
  it("are read", () => {
    expect(readRoute("#hand/abc/12?step=3&as=0")).toEqual({
      page: "hand",
      parts: ["abc", "12"],
      values: { step: "3", as: "0" },
    });
    expect(readRoute("").page).toBe("hands");
  });
  it("come back as they were written", () => {
    for (const text of ["a b", "x/y", "AsKs|QQ+, AKs:0.5", "50%", "<b>", "#?&="]) {
      const route = readRoute(writeRoute("calculators", [text], { players: text }));
      expect(route.parts).toEqual([text]);
      expect(route.values.players).toBe(text);
    }
  });
  it("leave out what is empty", () => {
    expect(writeRoute("hand", ["s", 1], { step: undefined, as: "" })).toBe("#hand/s/1");
    expect(writeRoute("hand", ["s", 1], { as: 0 })).toBe("#hand/s/1?as=0");
  });
});
