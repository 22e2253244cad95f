/** A page of the framework's tree or of its list: both have these. */
export type PageRoute = {
  id?: string | undefined;
  path?: string | undefined;
  children?: readonly PageRoute[] | undefined;
};

/** The pages that every address without another page gets. */
const NOWHERE = new Set(["en/not-found", "es/not-found"]);

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** A pattern's part as a regular expression: `:name` is one part of a path, a last `*` the rest. */
function partOf(part: string): string {
  if (part.endsWith("?")) throw new Error(`optional parts aren't looked for: ${part}`);
  if (part === "*") return "(?:/.*)?";
  return part.startsWith(":") ? "/[^/]+" : `/${escaped(part)}`;
}

function* patternsOf(routes: readonly PageRoute[], before: string): Generator<string> {
  for (const { id, path = "", children } of routes) {
    const whole = before + path.split("/").filter(Boolean).map(partOf).join("");
    if (children?.length) yield* patternsOf(children, whole);
    else if (!NOWHERE.has(id ?? "")) yield whole;
  }
}

/**
 * Answers whether a path has a page of its own, as the framework would match it (any case, encoded or not, with or without a last
 * slash), but in a hundredth of its time: it sorts all routes anew for every path. Paths must be well-formed.
 */
export function knownPaths(routes: readonly PageRoute[]): (pathname: string) => boolean {
  const any = new RegExp(`^(?:${[...patternsOf(routes, "")].join("|")})/*$`, "i");
  const decoded = (part: string) => decodeURIComponent(part).replaceAll("/", "%2F");
  return (pathname) => any.test(pathname.split("/").map(decoded).join("/"));
}
