/** The answer with the headers of every kind of answer: the request's id, `nosniff`, and over https HSTS (rule limits-4). */
export function secureAnswer(answer: Response, requestId: string, origin: string): Response {
  const own = isWritable(answer) ? answer : new Response(answer.body, answer);
  for (const [name, value] of alwaysOn(origin)) own.headers.set(name, value);
  own.headers.set("x-request-id", requestId);
  return own;
}

/** The headers of every answer, also those that no page writes. */
export const alwaysOn = (origin: string): [string, string][] => [
  ["x-content-type-options", "nosniff"],
  ...(origin.startsWith("https:")
    ? [["strict-transport-security", "max-age=31536000; includeSubDomains"] as [string, string]]
    : []),
];

/** `Response.redirect` and answers of `fetch` have headers that can't be changed. */
function isWritable({ headers }: Response): boolean {
  try {
    headers.delete("x-request-id");
    return true;
  } catch {
    return false;
  }
}

/** Longer paths lead nowhere: the framework's patterns take half a second for one of 16,000 slashes. */
const LONGEST_PATH = 1000;

/**
 * Whether a path can't be decoded, holds control characters or is far too long: no page has such an address, and the database
 * can't store it.
 */
export function isIllFormed(pathname: string): boolean {
  if (pathname.length > LONGEST_PATH) return true;
  try {
    return /\p{Cc}/u.test(decodeURIComponent(pathname));
  } catch {
    return true;
  }
}
