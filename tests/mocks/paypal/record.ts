import type { Recorded } from "#tests/mocks/paypal/start-paypal.ts";

/** A request without its variable parts: `shapes.json` is checked in, so that a change of what is sent shows up. */
export type Shape = { request: string; headers: string[]; query: string[]; body: unknown };

const OF_EVERY_CLIENT = [
  "accept-encoding",
  "accept-language",
  "connection",
  "content-length",
  "host",
  "sec-fetch-mode",
  "user-agent",
];

/**
 * The shape of a recorded request: path without ids, names of headers and query parameters, and the kinds of the values in its
 * body.
 */
export function shapeOf({ method, path, headers, body }: Recorded): Shape {
  const url = new URL(path, "http://double.test");
  return {
    request: `${method} ${url.pathname.replaceAll(/\/[A-Z0-9-]{6,}(?=\/|$)/g, "/{id}")}`,
    headers: Object.keys(headers)
      .filter((name) => !OF_EVERY_CLIENT.includes(name))
      .toSorted(),
    query: Array.from(url.searchParams.keys()).toSorted(),
    body: kindOf(body),
  };
}

/** A value's kind; enum constants are kept as they are. */
function kindOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(kindOf);
  if (value && typeof value === "object")
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, kindOf(inner)]));
  if (typeof value !== "string") return value === null ? null : typeof value;
  if (/^[A-Z]+(_[A-Z]+)*$/.test(value)) return value;
  if (/^\d+\.\d\d$/.test(value)) return "text: amount with two decimals";
  if (/^https?:/.test(value)) return "text: address";
  if (/^[0-9a-f-]{36}$/.test(value)) return "text: uuid";
  return "text";
}
