import type { Locale } from "#src/kernel/localized.ts";
import type { Currency } from "#src/kernel/money.ts";
import { toOneLine } from "#src/kernel/plain-text.ts";
import { type Field, fieldsOf, HEADS, type ImportKind, REQUIRED } from "#src/modules/office/importing/rules/fields.ts";

/** A line of a file, with its cells in the order of the heads. */
export type FileRow = { line: number; cells: readonly string[] };
export type FileTable = { heads: readonly string[]; rows: readonly FileRow[] };

/** How a file writes days: `2026-11-20`, `20/11/2026` or `11/20/2026`. */
export const DATE_ORDERS = ["ymd", "dmy", "mdy"] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** Rows that are left out rather than refused: those brought before, of nights that are over, and of bookings that were cancelled. */
export const LEFT_OUT = ["known", "past", "cancelled"] as const;
export type LeftOut = (typeof LEFT_OUT)[number];

/** What each column of a file is, by its head, and what counts where there is no column. */
export type Mapping = {
  columns: Partial<Record<Field, string>>;
  dates: DateOrder;
  /** the crawl where none is named; null: each row has to name one */
  crawl: string | null;
  /** which crawl a name in the file means */
  crawls: Readonly<Record<string, string>>;
  currency: Currency;
  paid: boolean;
  language: Locale;
  leftOut: readonly LeftOut[];
};

/** A text on one line without accents, case and signs, to compare names and heads. */
export const folded = (text: string): string =>
  // first, because taking apart the accents of a letter that has thousands of them would hold up everybody
  toOneLine(text)
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[_\-./:#]+/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();

const spelled = (text: string) => folded(text).replaceAll(/[()*]/g, "").trim();

/** Which head each field most likely has. A head is of one field: whole heads are looked for before parts of them. */
export function guessColumns(kind: ImportKind, heads: readonly string[]): Partial<Record<Field, string>> {
  const fields = fieldsOf(kind);
  const columns: Partial<Record<Field, string>> = {};
  const free = new Set(heads);
  const give = (field: Field, fits: (head: string) => boolean) => {
    if (columns[field] !== undefined) return;
    const head = heads.find((one) => free.has(one) && fits(spelled(one)));
    if (head === undefined) return;
    columns[field] = head;
    free.delete(head);
  };
  // by how likely each word is, so that "Booking" is a reference only where there is no "Booking ID"
  for (const field of fields) for (const word of HEADS[field].whole) give(field, (head) => head === spelled(word));
  for (const field of fields)
    for (const word of HEADS[field].part) give(field, (head) => ` ${head} `.includes(` ${spelled(word)} `));
  // one column for both names has no use beside two
  if (columns.first_name !== undefined && columns.name !== undefined) delete columns.name;
  return columns;
}

/** What a new file's columns are: as the last file of its kind had them where all of its heads are there, else a guess. */
export function firstMapping(
  kind: ImportKind,
  { heads, rows }: FileTable,
  last: Mapping | null,
  standard: Pick<Mapping, "crawl" | "currency" | "language">,
): Mapping {
  const found = last && Object.entries(last.columns).filter(([, head]) => heads.includes(head));
  const isSame = last !== null && found?.length === Object.keys(last.columns).length && found.length > 0;
  const columns = isSame ? last.columns : guessColumns(kind, heads);
  const dates = dateOrderOf(cellsOf({ heads, rows }, columns.date));
  return last
    ? { ...last, columns, dates: dates ?? last.dates }
    : { columns, dates: dates ?? "dmy", crawls: {}, paid: true, leftOut: ["cancelled"], ...standard };
}

/** The cells of the column with a head. */
export function cellsOf({ heads, rows }: FileTable, head: string | undefined): string[] {
  const at = head === undefined ? -1 : heads.indexOf(head);
  return at === -1 ? [] : rows.map(({ cells }) => cells[at] ?? "");
}

const NUMBERS = /^\s*(\d{1,4})[/.-](\d{1,2})[/.-](\d{1,4})/;

/** In which order days are written, where one of them can only be read in one; null where all can be read in several, or none is. */
export function dateOrderOf(cells: readonly string[]): DateOrder | null {
  for (const cell of cells) {
    const [, first = "", second = ""] = NUMBERS.exec(cell) ?? [];
    if (first.length === 4) return "ymd";
    if (Number(first) > 12) return "dmy";
    if (Number(second) > 12) return "mdy";
  }
  return null;
}

/** What has no column and needs one: `name` stands for a name in one column or two. */
export function missingColumns(kind: ImportKind, { columns, crawl }: Mapping): Field[] {
  const missing = REQUIRED[kind].filter((field) => columns[field] === undefined);
  const isNamed = columns.name !== undefined || columns.first_name !== undefined;
  const hasContact = columns.email !== undefined || columns.phone !== undefined;
  return [
    ...missing,
    ...(kind === "bookings" && columns.crawl === undefined && crawl === null ? (["crawl"] as const) : []),
    ...(isNamed ? [] : (["name"] as const)),
    ...(hasContact ? [] : (["email"] as const)),
  ];
}

/** Names of crawls that stand in a file, each once, as they are first written; so many at most. */
export const crawlNamesIn = (table: FileTable, { columns }: Mapping, most = 40): string[] => {
  const names = new Map<string, string>();
  for (const cell of cellsOf(table, columns.crawl)) {
    const name = toOneLine(cell);
    const key = folded(name);
    if (name !== "" && !names.has(key)) names.set(key, name);
  }
  return [...names.values()].slice(0, most);
};

/** A crawl with the names by which a file may call it. */
export type CrawlNames = { id: string; names: readonly string[] };

/** Finds the crawl that a name in the file means: the one that was chosen for it, or the first one that is called so. */
export function crawlFinder(crawls: readonly CrawlNames[], chosen: Mapping["crawls"]) {
  const byName = new Map(
    crawls.toReversed().flatMap(({ id, names }) => names.map((name) => [folded(name), id] as const)),
  );
  const ids = new Set(crawls.map(({ id }) => id));
  return (name: string): string | null => {
    const key = folded(name);
    const id = Object.hasOwn(chosen, key) ? chosen[key]! : null;
    return id !== null && ids.has(id) ? id : (byName.get(key) ?? null);
  };
}
