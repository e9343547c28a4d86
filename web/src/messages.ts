// Written by `make web-types` from the messages of the server.


/** The answer of a calculator. */
export interface Answer {
  title: string;
  blocks: (Words | TableBlock | Picture | Code)[];
}

export type Block = Words | TableBlock | Picture | Code;

/** A board. */
export interface Board {
  rows: BoardRow[];
  centred?: boolean;
}

/** A row of a board: cards, or nothing where a card may come, and where none ever comes. */
export interface BoardRow {
  cards: (Card | null)[];
  gaps: boolean[];
  label?: string;
}

/** A card: its rank and suit as two letters, and what is said of it. */
export interface Card {
  code: string;
  name: string;
  up?: boolean;
  part?: string;
  dead?: boolean;
}

/** A decision that is open to the player to act, with its bounds. */
export interface Choice {
  name: string;
  words: string;
  word?: string;
  kind?: string;
  verb?: string;
  least?: string;
  most?: string;
  pot?: string;
  least_count?: number;
  most_count?: number;
  amounts?: string[];
  options?: string[];
  cards?: Card[];
  sets?: Card[][];
}

/** The command or the program that gives the same result. */
export interface Code {
  type: "code";
  label: string;
  text: string;
}

/** The result of converting them. */
export interface ConvertAnswer {
  blocks: (Words | TableBlock | Picture | Code)[];
  said: string;
  converted: number;
  skipped: number;
  place?: string;
  name?: string;
  size?: string;
}

/** A request for the files of a shelf in another format. */
export interface ConvertQuestion {
  shelf: string;
  target: string;
  files?: number[];
  hero?: string;
  only_hero?: boolean;
  anonymize?: boolean;
  key?: string;
  time_zone?: string;
  cash?: boolean;
}

/** The facts that the page needs before anything is asked. */
export interface DeskFacts {
  version: string;
  games: GameFacts[];
  targets: string[];
  formats: string[];
  rankings: GameFacts[];
  most_packed: string;
  most_unpacked: string;
  shelf?: string;
  solves?: boolean;
  stores?: GameFacts[];
  reports?: GameFacts[];
}

/** A question for the equities of hands and ranges. */
export interface EquityQuestion {
  players: string[];
  board?: string;
  dead?: string;
  game?: string;
  samples?: number;
  seed?: number | null;
  heat?: boolean;
}

/** A question for what hands are worth. */
export interface EvaluateQuestion {
  hands: string[];
  board?: string;
  rankings?: string[];
  use?: string;
}

/** A small file. */
export interface Export {
  name: string;
  type: string;
  text: string;
}

/** A request for a hand in another format. */
export interface ExportQuestion {
  shelf: string;
  hand: number;
  kind: "phh" | "pokerstars" | "ohh" | "words" | "svg";
  step?: number;
  viewer?: number | null;
  portrait?: boolean;
  theme?: "light" | "dark";
  unit?: "chips" | "bb";
}

/** A file on the shelf, as far as it is read. */
export interface FileFacts {
  number: number;
  name: string;
  size: string;
  state: "arriving" | "waiting" | "reading" | "read" | "failed";
  format?: string;
  hands?: number;
  skipped?: number;
  problem?: string;
}

/** A step of a hand: what is to be seen, and what has happened since the step before. */
export interface Frame {
  table: Table;
  lines: Line[];
  odds?: string;
}

/** A game that calculators know. */
export interface GameFacts {
  name: string;
  title: string;
  family?: string;
}

/** A question for one hand, as a player sees it, with amounts in a unit. */
export interface HandQuestion {
  shelf: string;
  hand: number;
  viewer?: number | null;
  unit?: "chips" | "bb";
}

/** A hand in the list. */
export interface HandRow {
  id: number;
  label: string;
  game: string;
  players: string;
  pot: string;
  result: string;
  file: string;
  won?: string;
  sign?: number;
  showdown?: boolean;
  notes?: number;
  problem?: string;
}

/** A page of the list of hands, and the number of all of them. */
export interface HandsPage {
  rows: HandRow[];
  offset: number;
  matching: number;
  total: number;
  skipped: number;
  said: string;
  reading: boolean;
  files: FileFacts[];
  players: string[];
}

/** A question for a list of hands. */
export interface HandsQuestion {
  shelf: string;
  player?: string;
  result?: "" | "won" | "lost";
  showdown?: "" | "yes" | "no";
  least_pot?: string;
  file?: number;
  skipped?: boolean;
  order?: "read" | "pot";
  offset?: number;
  limit?: number;
}

/** A question for what chips are worth. */
export interface IcmQuestion {
  stacks: string;
  payouts: string;
  bounties?: string;
  unit?: string;
}

/** A line of the play-by-play. */
export interface Line {
  parts: Part[];
  player?: number | null;
}

/** A night: what came of it, and where the page to keep is. */
export interface NightAnswer {
  title: string;
  blocks: (Words | TableBlock | Picture | Code)[];
  place?: string;
  name?: string;
}

/** A question for the report of a night. */
export interface NightQuestion {
  shelf: string;
  title?: string;
}

/** A node of a solution, and where one gets from there. */
export interface NodeAnswer {
  title: string;
  line: string;
  blocks: (Words | TableBlock | Picture | Code)[];
  next: NodeLink[];
  cards: Card[];
  back?: string | null;
}

/** A link to a node that follows in a solution: its line and its title. */
export interface NodeLink {
  line: string;
  words: string;
}

/** A node of a solution. */
export interface NodeQuestion {
  shelf: string;
  file: number;
  line?: string;
}

/** A question for the cards that make a hand better. */
export interface OddsQuestion {
  hand: string;
  board?: string;
  dead?: string;
  game?: string;
  contest?: number;
}

/** A part of a line: words or cards, and their tone. */
export interface Part {
  text?: string;
  cards?: Card[];
  tone?: string;
}

/** A picture as SVG, and what is on it in words. */
export interface Picture {
  type: "picture";
  title: string;
  summary: string;
  svg: string;
  width: number;
  headed?: boolean;
  narrow?: string;
}

/** A pot, and who can win it. */
export interface Pot {
  title: string;
  amount: string;
  players: number[];
}

/** A range: as text, as a grid, and how large it is. */
export interface RangeAnswer {
  text: string;
  said: string;
  cells: RangeCell[];
}

/** A starting hand of the grid. */
export interface RangeCell {
  hand: string;
  kind: "pair" | "suited" | "offsuit";
  weight: number;
}

/** A range as people write it, or as cells of the grid with their weights. */
export interface RangeQuestion {
  text?: string;
  cells?: Record<string, number> | null;
  top?: number | null;
}

/** The reason why there is no answer: a stable code, and words. */
export interface Refusal {
  code: string;
  message: string;
}

/** A hand, step by step. */
export interface Replay {
  hand: number;
  title: string;
  label: string;
  names: string[];
  frames: Frame[];
  streets: StreetMark[];
  facts: string[][];
  notes: string[];
  spots: string[];
  has_big_blind?: boolean;
  viewer?: number | null;
  before?: number | null;
  after?: number | null;
}

/** A player of a hand. */
export interface Seat {
  index: number;
  name: string;
  stack: string;
  place: string;
  cards?: Card[];
  bet?: string;
  payoff?: string;
  badge?: string;
  words?: string;
  button?: boolean;
  acts?: boolean;
}

/** The equity of a player: in all, and on each board where there are several. */
export interface SeatEquity {
  player: number;
  name: string;
  equity: string;
  share: number;
  boards?: string[];
}

/** A spot that was solved: the file of the shelf that has the solution. */
export interface SpotAnswer {
  file: number;
  said: string;
}

/** A question for the best play from a street of a hand on. */
export interface SpotQuestion {
  shelf: string;
  hand: number;
  street: string;
  first: string;
  second: string;
  bets?: string;
  raises?: string;
  target?: string;
}

/** A report of a store. */
export interface StoreAnswer {
  title: string;
  blocks: (Words | TableBlock | Picture | Code)[];
}

/** A question for a report of a store: whose hands, and which of them, in words. */
export interface StoreQuestion {
  store: string;
  report: string;
  player?: string;
  where?: string;
}

/** The equities of a hand, street by street, or why there are none. */
export interface StreetEquities {
  streets: StreetEquity[];
  reason?: string;
}

/** Equities while a street is played: from a step on. */
export interface StreetEquity {
  street: string;
  step: number;
  seats: SeatEquity[];
  how: string;
  command: string;
  python: string;
}

/** The beginning of a street. */
export interface StreetMark {
  name: string;
  step: number;
}

/** A hand, as somebody sees it. */
export interface Table {
  title: string;
  pot: string;
  seats: Seat[];
  boards?: Board[];
  pots?: Pot[];
  dice?: number[];
  chosen?: string[];
  choices?: Choice[];
  viewer?: number | null;
  over?: boolean;
}

/** A table of texts; columns of numbers stand at the right. */
export interface TableBlock {
  type: "table";
  title: string;
  headings: string[];
  rows: string[][];
  numeric: boolean[];
  hands?: number[];
}

/** A paragraph. */
export interface Words {
  type: "words";
  text: string;
  tone?: "plain" | "low" | "strong" | "heading" | "item";
}

/** What a desk can be asked. */
export interface Desk {
  about(): Promise<DeskFacts>;
  list_hands(question: HandsQuestion): Promise<HandsPage>;
  replay(question: HandQuestion): Promise<Replay>;
  find_equities(question: HandQuestion): Promise<StreetEquities>;
  export(question: ExportQuestion): Promise<Export>;
  convert(question: ConvertQuestion): Promise<ConvertAnswer>;
  sum_up(question: NightQuestion): Promise<NightAnswer>;
  report_store(question: StoreQuestion): Promise<StoreAnswer>;
  read_range(question: RangeQuestion): Promise<RangeAnswer>;
  equity(question: EquityQuestion): Promise<Answer>;
  odds(question: OddsQuestion): Promise<Answer>;
  icm(question: IcmQuestion): Promise<Answer>;
  evaluate(question: EvaluateQuestion): Promise<Answer>;
  solve(question: SpotQuestion): Promise<SpotAnswer>;
  look_at(question: NodeQuestion): Promise<NodeAnswer>;
}

export const METHODS = ["about", "list_hands", "replay", "find_equities", "export", "convert", "sum_up", "report_store", "read_range", "equity", "odds", "icm", "evaluate", "solve", "look_at"] as const;
