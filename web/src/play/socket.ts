// The socket of a table: it reconnects by itself, and intents without an answer are sent again.
import type { Answer, Intent, TableNews } from "../tables";

export type Status = "connecting" | "open" | "lost" | "ended";

/** An intent without the name that the socket gives it. */
export type Wish = Intent extends infer One
  ? One extends { id: string }
    ? Omit<One, "id">
    : never
  : never;

export interface Listener {
  news(news: TableNews): void;
  status(status: Status, why: string): void;
  refused(code: string, text: string): void;
  /** A private link was made. */
  linked(person: string, seat: string): void;
  /** Another server may have the table. */
  moved(): void;
}

const RESEND = 2500;
const PING = 5000;
const SILENCE = 12000;
const SHORTEST = 300;
const LONGEST = 5000;
const MOVED = 4002;

/** A name for an intent that no other has; pages without a secure context have it, too. */
export function makeId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class TableSocket {
  private socket: WebSocket | null = null;
  private readonly waiting = new Map<string, string>();
  private tries = 0;
  private heard = 0;
  private timers: ReturnType<typeof setTimeout>[] = [];
  private isOver = false;

  constructor(
    private readonly address: string,
    private readonly listener: Listener,
  ) {}

  /** Connect, and stay connected. */
  open(): void {
    this.isOver = false;
    this.connect();
  }

  close(): void {
    this.isOver = true;
    this.stop();
    this.socket?.close();
  }

  /** Ask for something; it is done once, however often it has to be sent. */
  send(wish: Wish): string {
    const id = makeId();
    const text = JSON.stringify({ ...wish, id });
    this.waiting.set(id, text);
    this.pass(text);
    return id;
  }

  private pass(text: string): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
  }

  private connect(): void {
    this.listener.status(this.tries > 0 ? "lost" : "connecting", "");
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onopen = () => {
      this.tries = 0;
      this.heard = Date.now();
      this.listener.status("open", "");
      for (const text of this.waiting.values()) socket.send(text);
      this.watch();
    };
    socket.onmessage = (event) => {
      this.heard = Date.now();
      this.take(JSON.parse(String(event.data)) as Answer);
    };
    socket.onclose = (event) => {
      if (this.socket !== socket) return;
      this.stop();
      if (this.isOver) return;
      if (event.code === MOVED) this.listener.moved();
      this.tries += 1;
      this.listener.status("lost", "");
      // After several failures the page asks whether the table still exists.
      if (this.tries % 4 === 2) this.listener.moved();
      const wait = Math.min(LONGEST, SHORTEST * 2 ** this.tries) * (0.5 + Math.random() / 2);
      this.timers.push(setTimeout(() => this.connect(), wait));
    };
  }

  private take(message: Answer): void {
    switch (message.t) {
      case "table":
        this.listener.news(message);
        break;
      case "ack":
        this.waiting.delete(message.id);
        break;
      case "link":
        this.waiting.delete(message.id);
        this.listener.linked(message.person, message.seat);
        break;
      case "nack":
        this.waiting.delete(message.id);
        this.listener.refused(message.code, message.text);
        break;
      case "bye":
        this.isOver = true;
        this.waiting.clear();
        this.listener.status("ended", message.text);
        break;
      case "pong":
        break;
    }
  }

  private watch(): void {
    const resend = setInterval(() => {
      for (const text of this.waiting.values()) this.pass(text);
    }, RESEND);
    const ping = setInterval(() => {
      if (Date.now() - this.heard > SILENCE) this.socket?.close();
      else this.pass(JSON.stringify({ t: "ping", ms: Math.round(performance.now()) }));
    }, PING);
    this.timers.push(resend, ping);
  }

  private stop(): void {
    for (const timer of this.timers) clearInterval(timer);
    this.timers = [];
  }
}
