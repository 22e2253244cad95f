type Params = Record<string, string | number | null | undefined>;

/** The address of a list with what it is asked for; what is not set, and the first page, are left out. */
export function listHref(path: string, params: Params): string {
  const set = Object.entries(params).filter(
    ([name, value]) => value !== null && value !== undefined && value !== "" && !(name === "page" && value === 1),
  );
  const query = new URLSearchParams(set.map(([name, value]) => [name, String(value)])).toString();
  return query ? `${path}?${query}` : path;
}

/** What of a list's address a form of it must keep: names and values of what is set, but for some. */
export const hiddenParams = (params: Params, but: readonly string[]): (readonly [string, string])[] =>
  Object.entries(params).flatMap(([name, value]) =>
    value === null || value === undefined || value === "" || but.includes(name) ? [] : [[name, String(value)] as const],
  );
