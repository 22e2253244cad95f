type Params = Record<string, string | number | null | undefined>;

/** The URL of a list with its parameters; unset ones and the first page are left out. */
export function listHref(path: string, params: Params): string {
  const set = Object.entries(params).filter(
    ([name, value]) => value !== null && value !== undefined && value !== "" && !(name === "page" && value === 1),
  );
  const query = new URLSearchParams(set.map(([name, value]) => [name, String(value)])).toString();
  return query ? `${path}?${query}` : path;
}
