// The desk over HTTP. Anything else that has the same methods can stand in for it.
import type { Desk, Refusal } from "./messages";
import { METHODS } from "./messages";

/** The reason why the desk did not answer. */
export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.message);
  }
}

async function read<T>(response: Response): Promise<T> {
  const data: unknown = await response.json().catch(() => null);
  if (response.ok) {
    return data as T;
  }
  const refusal = data as Refusal | null;
  throw new Refused(refusal ?? { code: "no-answer", message: "The desk does not answer." });
}

async function ask<T>(method: string, question: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`/desk/${method}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(question ?? {}),
    });
  } catch {
    throw new Refused({ code: "no-server", message: "The desk is gone: start it again." });
  }
  return read<T>(response);
}

export const desk = Object.fromEntries(
  METHODS.map((name) => [name, (question?: unknown) => ask(name, question)]),
) as unknown as Desk;

/** Make a shelf, and return its name. */
export async function makeShelf(): Promise<string> {
  const made = await read<{ shelf: string }>(await fetch("/shelf", { method: "POST" }));
  return made.shelf;
}

/** Upload a file to a shelf, and report the progress. */
export async function dropFile(shelf: string, file: File): Promise<void> {
  const place = `/shelf/${shelf}/file?name=${encodeURIComponent(file.name)}`;
  const response = await fetch(place, {
    method: "POST",
    headers: { "Content-Type": "application/octet-stream" },
    body: file,
  });
  await read(response);
}

/** The address of a file that the desk made. */
export function placeOf(shelf: string, place: string, name: string): string {
  return `/shelf/${shelf}/made/${place}?name=${encodeURIComponent(name)}`;
}

/** The message for an error. */
export function explain(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
