import { afterEach, describe, expect, it, vi } from "vitest";
import { desk, dropFile, explain, placeOf, Refused } from "../src/desk";

function answer(status: number, body: unknown): void {
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => new Response(JSON.stringify(body), { status })),
  );
}

afterEach(() => vi.unstubAllGlobals());

describe("the desk", () => {
  it("is asked by name", async () => {
    answer(200, { title: "Equity", blocks: [] });
    const found = await desk.equity({ players: ["AA", "KK"] });
    expect(found.title).toBe("Equity");
    const [place, request] = vi.mocked(fetch).mock.calls[0] ?? [];
    expect(place).toBe("/desk/equity");
    expect(JSON.parse(String(request?.body))).toEqual({ players: ["AA", "KK"] });
  });
  it("says why it does not answer", async () => {
    answer(400, { code: "card", message: "no such card" });
    await expect(desk.odds({ hand: "x" })).rejects.toThrow("no such card");
    answer(500, null);
    await expect(desk.about()).rejects.toBeInstanceOf(Refused);
    vi.stubGlobal("fetch", vi.fn().mockRejectedValue(new TypeError("gone")));
    await expect(desk.about()).rejects.toThrow("start it again");
  });
  it("is given names as parts of an address, whatever they are", async () => {
    answer(200, { file: 1 });
    await dropFile("shelf", new File(["x"], "a&b/../c #x.csv"));
    expect(vi.mocked(fetch).mock.calls[0]?.[0]).toBe(
      "/shelf/shelf/file?name=a%26b%2F..%2Fc%20%23x.csv",
    );
    expect(placeOf("s", "night.html", "a b")).toBe("/shelf/s/made/night.html?name=a%20b");
    expect(explain("x")).toBe("x");
  });
});
