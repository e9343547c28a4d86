import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import "../colours.css";
import "../styles/base.css";
import "../styles/table.css";
import "../styles/table-phone.css";
import "./play.css";
import { LobbyPage } from "./lobby_page";
import { TablePage } from "./table_page";

const THEME = "croupier-theme";
const SUITS = "croupier-suits";
const PALETTES: [string, string][] = [
  ["four", "Four colours"],
  ["colour-blind", "For red-green blindness"],
  ["two", "Two colours"],
];

function Page() {
  const dark = window.matchMedia("(prefers-color-scheme: dark)").matches;
  const [theme, setTheme] = useState(localStorage.getItem(THEME) ?? (dark ? "dark" : "light"));
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  const turn = () => {
    const next = theme === "dark" ? "light" : "dark";
    localStorage.setItem(THEME, next);
    setTheme(next);
  };
  const [suits, setSuits] = useState(localStorage.getItem(SUITS) ?? "four");
  useEffect(() => {
    document.documentElement.dataset.suits = suits;
  }, [suits]);
  const [, place, code] = window.location.pathname.split("/");
  const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(window.location.hostname);
  return (
    <>
      <header class="top">
        <a class="brand" href="/play">
          Croupier
        </a>
        <nav aria-label="Pages">
          <a href="/play" aria-current={place === "play" ? "page" : undefined}>
            Play
          </a>
          {/* The desk answers the machine itself, and nobody else. */}
          {isHere && <a href="/">Desk</a>}
        </nav>
        {window.location.protocol === "http:" && !isHere && (
          <span class="hint">Others on this network can read along.</span>
        )}
        <button type="button" class="quiet theme" onClick={turn}>
          {theme === "dark" ? "Light" : "Dark"}
        </button>
      </header>
      <main id="main">{place === "t" && code ? <TablePage code={code} /> : <LobbyPage />}</main>
      <footer class="foot">
        <label class="suits">
          Colours of the suits{" "}
          <select
            value={suits}
            onChange={(event) => {
              localStorage.setItem(SUITS, event.currentTarget.value);
              setSuits(event.currentTarget.value);
            }}
          >
            {PALETTES.map(([name, words]) => (
              <option key={name} value={name}>
                {words}
              </option>
            ))}
          </select>
        </label>
      </footer>
    </>
  );
}

const root = document.getElementById("page");
if (root) render(<Page />, root);
