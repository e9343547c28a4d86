// Written by `make web-types` from the messages of the server.


import type { Line, Table } from "./messages";

/** The settings of a hosted table. */
export interface TableSettings {
  game?: string;
  limit?: string;
  stakes?: Record<string, number | number[]>;
  small_bet?: number;
  title?: string;
  seats?: number;
  buy_in?: number;
  least_buy_in?: number;
  most_buy_in?: number;
  seconds?: number;
  bank?: number;
  pace?: number;
  rest?: number;
  approves?: boolean;
  has_chat?: boolean;
  show_or_muck?: boolean;
  run_it_twice?: boolean;
  fair?: boolean;
  straddle?: boolean;
  bomb_every?: number;
  bomb_ante?: number;
  levels?: number[];
  level_minutes?: number;
  payouts?: number[];
  definition?: string;
}

/** The opening of a card. */
export interface CardProof {
  position: number;
  card: string;
  salt: string;
  path: string[];
}

/** The commitment of a player to a number. */
export interface Commitment {
  player: string;
  commitment: string;
}

/** The proof by which a player checks the cards of a hand. */
export interface DealProof {
  deck: DeckCommitment;
  numbers: string[];
  dealt?: number[];
  openings?: CardProof[];
  earlier?: EarlierDeck[];
  own_number?: string;
  version?: number;
}

/** The commitment of the server to a deck, which all players see before they reveal numbers. */
export interface DeckCommitment {
  table: string;
  hand: number;
  attempt: number;
  previous: string;
  cards: string;
  tree: string;
  setup: string;
  plan: string[];
  players: string[];
  commitments: Commitment[];
  root: string;
}

/** A deck of the same hand that was replaced. */
export interface EarlierDeck {
  deck: DeckCommitment;
  numbers: string[];
}

/** The cards that a table showed; `??` is a card that was face down. */
export interface SeenCards {
  players?: string[][];
  board?: string[];
  discarded?: number[];
}

/** A decision. */
export interface Act {
  t: "act";
  id: string;
  hand: number;
  v: number;
  move: string;
}

/** A bot to be seated; for the host. */
export interface AddBot {
  t: "addbot";
  id: string;
  bot: string;
  seat?: number | null;
}

/** A vote for sharing the prizes of a tournament by the chips, or its withdrawal. */
export interface Agree {
  t: "agree";
  id: string;
  agrees: boolean;
}

/** The end of a ban or a removal; for the host. */
export interface Allow {
  t: "allow";
  id: string;
  person: string;
}

/** An approval of somebody who wants to sit down; for the host. */
export interface Approve {
  t: "approve";
  id: string;
  person: string;
}

/** A purchase of chips, after the hand if there is one. */
export interface Buy {
  t: "buy";
  id: string;
  amount?: number;
}

/** A change of game from the next hand on, for stakes of the same size; for the host. */
export interface ChangeGame {
  t: "changegame";
  id: string;
  game: string;
  limit?: string;
}

/** A choice of the game of the next hand, where dealers choose. */
export interface Choose {
  t: "choose";
  id: string;
  game: string;
}

/** The removal of people who left from the ledger, which sums them up; for the host. */
export interface Clear {
  t: "clear";
  id: string;
}

/** The end of the table; for the host. */
export interface Close {
  t: "close";
  id: string;
}

/** A request to be told everything anew. */
export interface Hello {
  t: "hello";
  v?: number;
}

/** The removal of a person from the table; for the host. */
export interface Kick {
  t: "kick";
  id: string;
  person: string;
  ban?: boolean;
}

/** A wish to stand up, after the hand if there is one. */
export interface Leave {
  t: "leave";
  id: string;
}

/** A request for a private link, which moves a seat to another browser and works once. */
export interface Link {
  t: "link";
  id: string;
  person?: string;
}

/** A stop of the clocks, or their restart; for the host. */
export interface Pause {
  t: "pause";
  id: string;
  paused: boolean;
}

/** A ping, which is answered. */
export interface Ping {
  t: "ping";
  ms?: number;
}

/** A plan made before one's turn: what one will do. */
export interface Plan {
  t: "plan";
  id: string;
  hand: number;
  plan: string;
}

/** A pledge of a number for the next hand, where dealing is fair. */
export interface Pledge {
  t: "pledge";
  id: string;
  hand: number;
  promise: string;
  attempt?: number;
}

/** The number that was pledged, told when the deck is fixed. */
export interface Reveal {
  t: "reveal";
  id: string;
  hand: number;
  number: string;
  attempt?: number;
}

/** A chat message to everybody. */
export interface Say {
  t: "say";
  id: string;
  text: string;
}

/** A new stack for somebody, after the hand if there is one; for the host. */
export interface SetStack {
  t: "setstack";
  id: string;
  person: string;
  amount: number;
}

/** A request for a seat. */
export interface Sit {
  t: "sit";
  id: string;
  name?: string;
  seat?: number | null;
  amount?: number;
}

/** A wish to keep the seat without being dealt cards, or to come back. */
export interface SitOut {
  t: "sitout";
  id: string;
  away: boolean;
}

/** The start of a tournament; for the host. */
export interface Start {
  t: "start";
  id: string;
}

/** What people ask for. */
export type Intent = Hello | Ping | Sit | Leave | Link | SitOut | Buy | Act | Choose | Plan | Pledge | Reveal | Say | Pause | Approve | Kick | Allow | Clear | SetStack | ChangeGame | Start | Agree | AddBot | Close;

/** The account of somebody: bought, taken away and left; and how they play. */
export interface Account {
  name: string;
  bought: string;
  taken: string;
  stack: string;
  result: string;
  hands?: number;
  statistics?: string[];
}

/** The acceptance of a request; the table has this version since. */
export interface Ack {
  t: "ack";
  id: string;
  v: number;
}

/** The last message of a socket. */
export interface Bye {
  t: "bye";
  code: string;
  text: string;
}

/** The time left to a player, in milliseconds: before their bank, and with it. */
export interface Clock {
  seat: number;
  left: number;
  bank: number;
  whole: number;
}

/** A person who left, as the host sees them. */
export interface Departed {
  person: string;
  name: string;
  banned?: boolean;
}

/** The state of an evening: accounts, and who pays whom. */
export interface Evening {
  accounts: Account[];
  payments?: string[];
  has_bots?: boolean;
}

/** The part of a person in fair dealing, and the proof of the hand. */
export interface Fair {
  hand: number;
  asks?: string;
  attempt?: number;
  deck?: DeckCommitment | null;
  silent?: string[];
  proof?: DealProof | null;
  discarded?: number[];
}

/** The games that can be opened, and the tables that are open. */
export interface LobbyFacts {
  games: LobbyGame[];
  bots: string[];
  tables?: LobbyTable[];
  unreadable?: LobbyTable[];
}

/** A game or a mix that a table can be opened for. */
export interface LobbyGame {
  name: string;
  title: string;
  family?: string;
  players?: string;
  aliases?: string[];
  words?: string;
  limits?: string[];
}

/** A table that somebody knows. */
export interface LobbyTable {
  code: string;
  title: string;
  words: string;
}

/** The refusal of a request, and why: a stable code, and words. */
export interface Nack {
  t: "nack";
  id: string;
  code: string;
  text: string;
}

/** A seat of the table, and who sits there. */
export interface Place {
  seat: number;
  person?: string;
  name?: string;
  stack?: string;
  state?: string;
  bot?: boolean;
  host?: boolean;
  here?: boolean;
  player?: number | null;
}

/** The answer to a ping: its number, and the time of the server. */
export interface Pong {
  t: "pong";
  ms: number;
  now: number;
}

/** An amount that is often bet, and what it is called. */
export interface Preset {
  label: string;
  amount: string;
}

/** The private link of a person: the secret that follows `?seat=` in it. */
export interface PrivateLink {
  t: "link";
  id: string;
  person: string;
  seat: string;
}

/** A line of the chat. */
export interface Remark {
  name: string;
  text: string;
}

/** The settings of a table, as its page shows them. */
export interface TableFacts {
  code: string;
  title: string;
  game: string;
  buy_in: string;
  least_buy_in: string;
  most_buy_in: string;
  small_bet: string;
  has_chat: boolean;
  is_fair?: boolean;
  is_bomb?: boolean;
  next_game?: string;
  tournament?: TournamentFacts | null;
}

/** A table as somebody sees it, whole: what was before does not matter. */
export interface TableNews {
  t: "table";
  v: number;
  hand: number;
  facts: TableFacts;
  you: You;
  places: Place[];
  asked?: number;
  table?: Table | null;
  clock?: Clock | null;
  fair?: Fair | null;
  lines?: Line[];
  fresh?: boolean;
  remarks?: Remark[];
  presets?: Preset[];
  games?: string[][];
  waiting?: string;
  notice?: string;
  paused?: boolean;
  closed?: boolean;
}

/** The progress of a tournament, or of levels: amounts as texts. */
export interface TournamentFacts {
  level: number;
  stake: string;
  blinds: string;
  next_blinds?: string;
  left?: number;
  is_tournament?: boolean;
  has_begun?: boolean;
  is_over?: boolean;
  places?: string[][];
  prizes?: string[];
  offer?: string[][];
  can_ask?: boolean;
  will_ask?: boolean;
  asks?: boolean;
}

/** The person to whom the message goes. */
export interface You {
  person?: string;
  name?: string;
  seat?: number | null;
  is_host?: boolean;
  plan?: string;
  bots?: string[];
  departed?: Departed[];
}

/** What a table says. */
export type Answer = TableNews | Ack | PrivateLink | Nack | Pong | Bye;

/** Maximum values of what people enter. */
export const MAXIMUM = {"seats": 12, "chips": 1000000000, "text": 200} as const;
