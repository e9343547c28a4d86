// The route of the page: the part of the address behind the `#`.

export interface Route {
  page: string;
  parts: string[];
  values: Record<string, string>;
}

/** Read an address such as `#hands/SHELF/12?step=3`. */
export function readRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#/, "").split("?");
  const [page = "", ...parts] = path.split("/").map(decodeURIComponent);
  const values = Object.fromEntries(new URLSearchParams(query));
  return { page: page || "hands", parts: parts.filter(Boolean), values };
}

/** Write such an address, without parameters that are empty. */
export function writeRoute(
  page: string,
  parts: (string | number)[] = [],
  values: Record<string, string | number | undefined> = {},
): string {
  const kept = Object.entries(values).filter(([, value]) => value !== undefined && value !== "");
  const query = new URLSearchParams(kept.map(([name, value]) => [name, String(value)])).toString();
  const path = [page, ...parts.map((part) => encodeURIComponent(part))].join("/");
  return `#${path}${query ? `?${query}` : ""}`;
}
