import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useAsking } from "./asking";
import "./colours.css";
import "./styles/base.css";
import "./styles/lists.css";
import "./styles/ranges.css";
import "./styles/replay.css";
import "./styles/table.css";
import "./styles/table-phone.css";
import { desk } from "./desk";
import { Problem } from "./fields";
import type { DeskFacts } from "./messages";
import { CalculatorsPage } from "./pages/calculators";
import { ConvertPage } from "./pages/convert";
import { HandsPage } from "./pages/hands";
import { NightPage } from "./pages/night";
import { ReplayPage } from "./pages/replay";
import { SolutionPage } from "./pages/solution";
import { StorePage } from "./pages/store";
import { type Route, readRoute, writeRoute } from "./route";

const PAGES: [string, string][] = [
  ["hands", "Hands"],
  ["convert", "Convert"],
  ["night", "Night"],
  ["store", "Store"],
  ["calculators", "Calculators"],
];
// Pages that need no shelf.
const WITHOUT_SHELF = ["store", "calculators"];
const THEME = "croupier-theme";
const ABOVE: Record<string, string> = { hand: "hands", solution: "hands" };

function useRoute(): Route {
  const [route, setRoute] = useState(readRoute(window.location.hash));
  useEffect(() => {
    const change = () => setRoute(readRoute(window.location.hash));
    window.addEventListener("hashchange", change);
    return () => window.removeEventListener("hashchange", change);
  }, []);
  return route;
}

function findTheme(): string {
  const chosen = localStorage.getItem(THEME);
  const dark = window.matchMedia("(prefers-color-scheme: dark)").matches;
  return chosen ?? (dark ? "dark" : "light");
}

function useTheme(): [string, () => void] {
  const [theme, setTheme] = useState(findTheme);
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  const turn = () => {
    const next = theme === "dark" ? "light" : "dark";
    localStorage.setItem(THEME, next);
    setTheme(next);
  };
  return [theme, turn];
}

function Content({ route, facts }: { route: Route; facts: DeskFacts }) {
  const [shelf, setShelf] = useState(facts.shelf ?? "");
  const named = ["hands", "convert", "night", "hand", "solution"].includes(route.page)
    ? route.parts[0]
    : undefined;
  const current = named ?? shelf;
  useEffect(() => {
    if (named && named !== shelf) setShelf(named);
  }, [named, shelf]);
  const props = {
    shelf: current,
    facts,
    onShelf: (name: string) => {
      setShelf(name);
      window.location.hash = writeRoute(route.page, [name]);
    },
  };
  const number = Number(route.parts[1] ?? 0);
  switch (route.page) {
    case "convert":
      return <ConvertPage {...props} />;
    case "night":
      return <NightPage {...props} />;
    case "calculators":
      return <CalculatorsPage name={route.parts[0] ?? ""} facts={facts} values={route.values} />;
    case "store":
      return <StorePage facts={facts} />;
    case "hand": {
      const seen = route.values.as;
      return (
        <ReplayPage
          key={`${current}/${number}`}
          shelf={current}
          hand={number}
          step={Number(route.values.step ?? 0)}
          viewer={seen === undefined ? null : Number(seen)}
          unit={route.values.in === "bb" ? "bb" : "chips"}
        />
      );
    }
    case "solution":
      return <SolutionPage shelf={current} file={number} line={route.values.line ?? ""} />;
    default:
      return <HandsPage {...props} />;
  }
}

function Page() {
  const route = useRoute();
  const asked = useAsking<DeskFacts>();
  const [theme, turn] = useTheme();
  const [shelf, setShelf] = useState("");
  useEffect(() => {
    void asked.ask(() => desk.about());
  }, [asked.ask]);
  useEffect(() => {
    const named = WITHOUT_SHELF.includes(route.page) ? undefined : route.parts[0];
    if (named) setShelf(named);
    const here = ABOVE[route.page] ?? route.page;
    const title = PAGES.find(([name]) => name === here)?.[1] ?? "Hands";
    document.title = `${title} – Croupier`;
  }, [route]);
  const here = ABOVE[route.page] ?? route.page;
  const hasStores = (asked.answer?.stores ?? []).length > 0;
  const pages = PAGES.filter(([name]) => name !== "store" || hasStores);
  return (
    <>
      <header class="top">
        <a class="brand" href="#hands">
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path d="M10 1C13.4 5.2 18.800 8.400 18.800 12.400 18.800 14.900 16.900 16.400 14.800 16.400 13.200 16.400 11.900 15.700 11.200 14.600 11.400 16.600 12 18 13.400 19.200H6.600C8 18 8.600 16.600 8.800 14.600 8.100 15.700 6.800 16.400 5.200 16.400 3.100 16.400 1.200 14.900 1.200 12.400 1.200 8.400 6.600 5.200 10 1Z" />
          </svg>
          Croupier
        </a>
        <nav aria-label="Pages">
          <a href="/play">Play</a>
          {pages.map(([name, title]) => (
            <a
              key={name}
              href={writeRoute(name, shelf && !WITHOUT_SHELF.includes(name) ? [shelf] : [])}
              aria-current={name === here ? "page" : undefined}
            >
              {title}
            </a>
          ))}
        </nav>
        <button type="button" class="quiet theme" onClick={turn}>
          {theme === "dark" ? "Light" : "Dark"}
        </button>
      </header>
      <main id="main">
        <Problem text={asked.problem} />
        {asked.answer ? (
          <Content route={route} facts={asked.answer} />
        ) : (
          !asked.problem && <p role="status">The desk is opened …</p>
        )}
      </main>
    </>
  );
}

const root = document.getElementById("page");
if (root) render(<Page />, root);
