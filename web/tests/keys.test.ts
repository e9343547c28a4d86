import { describe, expect, it } from "vitest";
import { readKey } from "../src/keys";

function press(html: string, key: string, more: KeyboardEventInit = {}): string {
  document.body.innerHTML = html;
  const target = document.body.firstElementChild ?? document.body;
  let found = "";
  const read = (event: Event) => {
    found = readKey(event as KeyboardEvent);
  };
  window.addEventListener("keydown", read);
  target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, ...more }));
  window.removeEventListener("keydown", read);
  return found;
}

describe("keys", () => {
  it("are commands where no form control has the focus", () => {
    expect(press("<p></p>", "f")).toBe("f");
    expect(press("<p></p>", "F")).toBe("f");
    expect(press("<p></p>", "ArrowUp")).toBe("ArrowUp");
    expect(press("<button></button>", "c")).toBe("c");
    expect(press("<p contenteditable='false'></p>", "c")).toBe("c");
  });

  it("belong to a form control that has the focus", () => {
    for (const html of [
      "<input>",
      "<input type='range'>",
      "<input type='checkbox'>",
      "<select></select>",
      "<textarea></textarea>",
      "<div contenteditable></div>",
      "<div contenteditable='plaintext-only'></div>",
      "<div role='combobox'></div>",
    ]) {
      expect(press(html, "f"), html).toBe("");
      expect(press(html, "ArrowUp"), html).toBe("");
    }
  });

  it("press the button that has the focus", () => {
    for (const html of ["<button></button>", "<a href='#'></a>", "<summary></summary>"]) {
      expect(press(html, " "), html).toBe("");
      expect(press(html, "Enter"), html).toBe("");
    }
    expect(press("<p></p>", " ")).toBe(" ");
  });

  it("belong to the browser with Control, Alt or Meta", () => {
    for (const more of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }]) {
      expect(press("<p></p>", "f", more)).toBe("");
    }
  });
});
