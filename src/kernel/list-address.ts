import { isUuid } from "#src/kernel/codes.ts";
import { isDay } from "#src/kernel/local-time.ts";
import { toOneLine } from "#src/kernel/plain-text.ts";

// The state of a list is in its page's address: a list declares its parameters once, and reads and writes them by that.

/**
 * What a parameter does. `view`, `filter` and `order`: which rows there are, and in which order; `place`: which of them the page
 * shows, which ends when one of the former changes; `panel`: the open row, which every other link closes.
 */
type Role = "view" | "filter" | "order" | "place" | "panel";

/** One parameter. `usual` is its default: it applies if the address has no valid value, and is left out of addresses. */
export type Parameter<Value> = {
  role: Role;
  usual: Value;
  /** Undefined where the text is invalid. */
  read: (text: string) => Value | undefined;
  // a method: a list holds parameters of several types
  write(value: Value): string;
};

type Declared = Readonly<Record<string, Parameter<unknown>>>;
type ValuesIn<Of> = { -readonly [Name in keyof Of]: Of[Name] extends Parameter<infer Value> ? Value : never };
/** What an address says, by its declaration. */
export type ValuesOf<Of> = Of extends ListAddress<infer Values> ? Values : never;

/** The parameters of a list, by name, in the order in which its addresses have them. */
export type ListAddress<Values extends object> = {
  /** The values in an address; invalid ones are ignored. */
  read: (params: URLSearchParams) => Values;
  /** The values that differ from their defaults, as names and texts, without those in `but`. */
  pairs: (values: Values, but?: readonly (keyof Values)[]) => [name: string, text: string][];
  /** The address of the list with a change: another filter leads to the first page, and the open row stays open only if named. */
  href: (path: string, values: Values, change?: Partial<Values>) => string;
  /** The usual values, with a change. */
  values: (change?: Partial<Values>) => Values;
  /** The values without place and open row: for a file of all rows, and for forms. */
  whole: (values: Values) => Values;
  /** The values without filters. */
  unfiltered: (values: Values) => Values;
  /** Whether any filter is set; the view is none. */
  isFiltered: (values: Values) => boolean;
};

const oneOf = <const Known extends string | number>(all: readonly Known[]) => ({
  read: (text: string) => all.find((one) => String(one) === text),
  write: (value: Known | null) => String(value ?? ""),
});

const MOST = 100;
const asText = { write: (value: string | null) => value ?? "" };
const readWords = (text: string) => toOneLine(toOneLine(text).slice(0, MOST)) || undefined;

/** What somebody typed into a filter: one line of at most 100 characters. */
export const words = (): Parameter<string | null> => ({ role: "filter", usual: null, read: readWords, ...asText });

/** The search text, or empty. */
export const search = (): Parameter<string> => ({ ...words(), usual: "", read: readWords, ...asText });

/** One of several values, or none. */
export const choice = <const Known extends string | number>(all: readonly Known[]): Parameter<Known | null> => ({
  role: "filter",
  usual: null,
  ...oneOf(all),
});

/** One of several values; the usual one where none is given. */
export const choiceOr = <const Known extends string | number>(
  all: readonly Known[],
  usual: NoInfer<Known>,
): Parameter<Known> => ({ role: "filter", usual, ...oneOf(all) });

/** The view of a list. */
export const view = <const Known extends string>(all: readonly Known[], usual: NoInfer<Known>): Parameter<Known> => ({
  ...choiceOr(all, usual),
  role: "view",
});

/** The order of a list: the name of a column, with a `-` before it for descending. */
export const order = <const Known extends string>(all: readonly Known[], usual: NoInfer<Known>): Parameter<Known> => ({
  ...choiceOr(all, usual),
  role: "order",
});

/** Text that passes a test, or none. */
export const matching = (isValid: (text: string) => boolean): Parameter<string | null> => ({
  role: "filter",
  usual: null,
  read: (text) => (isValid(text) ? text : undefined),
  ...asText,
});

/** A day, YYYY-MM-DD. */
export const day = () => matching(isDay);
/** A record's id. */
export const id = () => matching(isUuid);

/** The number of a page, from 1. */
export const page = (): Parameter<number> => ({
  role: "place",
  usual: 1,
  read: (text) => (/^[1-9]\d{0,3}$/.test(text) ? Number(text) : undefined),
  write: String,
});

/** The id of the row at which a page begins. */
export const beside = (isValid: (text: string) => boolean = isUuid): Parameter<string | null> => ({
  ...matching(isValid),
  role: "place",
});

/** The number of the row at which a page begins. */
export const besideNumber = (): Parameter<number | null> => ({
  role: "place",
  usual: null,
  read: (text) => (/^\d{1,15}$/.test(text) ? Number(text) : undefined),
  write: (value) => String(value ?? ""),
});

/** The row in the open panel; the reader finds out whether it exists. */
export const panel = (isValid = (text: string) => text !== ""): Parameter<string | null> => ({
  ...matching(isValid),
  role: "panel",
});

/** Declares the address of a list. */
export function listAddress<const Of extends Declared>(declared: Of): ListAddress<ValuesIn<Of>> {
  type Values = ValuesIn<Of>;
  const all = Object.entries(declared) as [string & keyof Of, Parameter<unknown>][];
  const ofEach = (value: (name: string & keyof Of, parameter: Parameter<unknown>) => unknown) =>
    Object.fromEntries(all.map(([name, parameter]) => [name, value(name, parameter)])) as Values;
  const isSet = (values: Values, name: keyof Of, parameter: Parameter<unknown>) =>
    parameter.write(values[name]) !== parameter.write(parameter.usual);
  const pairs = (values: Values, but: readonly (keyof Values)[] = []): [string, string][] =>
    all.flatMap(([name, parameter]): [string, string][] =>
      isSet(values, name, parameter) && !but.includes(name) ? [[name, parameter.write(values[name])]] : [],
    );
  const without = (values: Values, roles: readonly Role[]) =>
    ofEach((name, { role, usual }) => (roles.includes(role) ? usual : values[name]));
  return {
    read: (params) => ofEach((name, { read, usual }) => read(params.get(name) ?? "") ?? usual),
    pairs,
    href(path, values, change = {}) {
      const isOther = Object.keys(change).some((name) => !["place", "panel"].includes(declared[name]!.role));
      const next = { ...without(values, isOther ? ["place", "panel"] : ["panel"]), ...change };
      const query = new URLSearchParams(pairs(next)).toString();
      return query ? `${path}?${query}` : path;
    },
    values: (change = {}) => ({ ...ofEach((_, { usual }) => usual), ...change }),
    whole: (values) => without(values, ["place", "panel"]),
    unfiltered: (values) => without(values, ["filter", "place", "panel"]),
    isFiltered: (values) =>
      all.some(([name, parameter]) => parameter.role === "filter" && isSet(values, name, parameter)),
  };
}
