import { isUuid } from "#src/kernel/codes.ts";
import { isDay } from "#src/kernel/local-time.ts";
import { toOneLine } from "#src/kernel/plain-text.ts";

// The state of a list is in its page's address: a list declares its parameters once, and reads and writes them by that.

/**
 * What a parameter does. `view`, `filter` and `order`: which rows there are, and in which order; `layout`: what is shown of them;
 * `place`: which of them the page shows; `panel`: the open row, which every other link closes; `chosen`: a row that is shown beside
 * the list, and stays in another order; `aspect`: what is shown of that.
 */
type Role = "view" | "filter" | "order" | "layout" | "place" | "panel" | "chosen" | "aspect";

/** Whose values end when one of a role changes. */
const ENDS: Readonly<Record<Role, readonly Role[]>> = {
  view: ["panel", "place", "chosen"],
  filter: ["panel", "place", "chosen"],
  order: ["panel", "place"],
  layout: ["panel", "place"],
  place: ["panel", "chosen"],
  panel: ["panel"],
  chosen: ["panel"],
  aspect: ["panel"],
};

/** One parameter. `usual` is its default: it applies if the address has no valid value, and is left out of addresses. */
export type Parameter<Value> = {
  role: Role;
  usual: Value;
  /** Undefined where the text is invalid. A form may have several fields for one parameter: they are among `params`. */
  read: (text: string, params: URLSearchParams, name: string) => Value | undefined;
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
  /** The hidden fields of a form that changes some parameters: those that a link with such a change would keep. */
  fields: (values: Values, changes: readonly (keyof Values)[]) => [name: string, text: string][];
  /** The values that say which rows there are and how they look, wherever they are read: for a file of all of them. */
  whole: (values: Values) => Values;
  /** The values without filters. */
  unfiltered: (values: Values) => Values;
  /** The names of the filters, in their order; the view is none. */
  filters: readonly (keyof Values & string)[];
  /** Whether a parameter has another value than the usual one. */
  isSet: (values: Values, name: keyof Values) => boolean;
  /** Whether any filter is set. */
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

/** Some of several values, in their order; the usual ones where there are none. Addresses join them by commas, forms send each alone. */
export const someOf = <const Known extends string>(
  all: readonly Known[],
  usual: readonly NoInfer<Known>[] = [],
): Parameter<readonly Known[]> => ({
  role: "filter",
  usual,
  read(_text, params, name) {
    const parts: readonly string[] = partsOf(params, name);
    const some = all.filter((one) => parts.includes(one));
    return some.length > 0 ? some : undefined;
  },
  write: String,
});

/** Texts that pass a test. Addresses join them by commas, forms send each alone. */
export const several = (isValid: (text: string) => boolean): Parameter<readonly string[]> => ({
  role: "filter",
  usual: [],
  read: (_text, params, name) => partsOf(params, name).filter(isValid),
  write: String,
});

const partsOf = (params: URLSearchParams, name: string): string[] =>
  params
    .getAll(name)
    .flatMap((text) => text.split(","))
    .filter(Boolean)
    .slice(0, MOST);

/** A number from 1 to `most`, or none. */
export const count = (most: number): Parameter<number | null> => ({
  role: "filter",
  usual: null,
  read: (text) =>
    Number.isInteger(Number(text)) && Number(text) > 0 && Number(text) <= most ? Number(text) : undefined,
  write: (value) => String(value ?? ""),
});

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

/** Both orders of each column. */
export const upAndDown = <const Column extends string>(columns: readonly Column[]) =>
  columns.flatMap((column) => [column, `-${column}`] as const);

/** The column of an order, and whether it descends. */
export const sortOf = <Column extends string>(by: Column | `-${Column}`): { by: Column; descending: boolean } =>
  by.startsWith("-") ? { by: by.slice(1) as Column, descending: true } : { by: by as Column, descending: false };

/** Text that passes a test, or none. */
export const matching = (isValid: (text: string) => boolean): Parameter<string | null> => ({
  role: "filter",
  usual: null,
  read(text) {
    const word = text.trim();
    return isValid(word) ? word : undefined;
  },
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

/** The row that is shown beside the list. */
export const chosen = (isValid = (text: string) => text !== ""): Parameter<string | null> => ({
  ...matching(isValid),
  role: "chosen",
});

/** The same parameter in another role. */
export const inRole = <Value>(role: Role, parameter: Parameter<Value>): Parameter<Value> => ({ ...parameter, role });

/** Declares the address of a list. */
export function listAddress<const Of extends Declared>(declared: Of): ListAddress<ValuesIn<Of>> {
  type Values = ValuesIn<Of>;
  const all = Object.entries(declared) as [string & keyof Of, Parameter<unknown>][];
  const ofEach = (value: (name: string & keyof Of, parameter: Parameter<unknown>) => unknown) =>
    Object.fromEntries(all.map(([name, parameter]) => [name, value(name, parameter)])) as Values;
  const filters = all.flatMap(([name, { role }]) => (role === "filter" ? [name] : []));
  const isSet = (values: Values, name: keyof Of) => {
    const parameter = declared[name]!;
    return parameter.write(values[name]) !== parameter.write(parameter.usual);
  };
  const pairs = (values: Values, but: readonly (keyof Values)[] = []): [string, string][] =>
    all.flatMap(([name, parameter]): [string, string][] =>
      isSet(values, name) && !but.includes(name) ? [[name, parameter.write(values[name])]] : [],
    );
  const without = (values: Values, roles: readonly Role[]) =>
    ofEach((name, { role, usual }) => (roles.includes(role) ? usual : values[name]));
  const after = (values: Values, changes: readonly (keyof Of)[]) =>
    without(values, ["panel", ...changes.flatMap((name) => ENDS[declared[name]!.role])]);
  return {
    read: (params) => ofEach((name, { read, usual }) => read(params.get(name) ?? "", params, name) ?? usual),
    pairs,
    href(path, values, change = {}) {
      const query = new URLSearchParams(pairs({ ...after(values, Object.keys(change)), ...change })).toString();
      return query ? `${path}?${query}` : path;
    },
    values: (change = {}) => ({ ...ofEach((_, { usual }) => usual), ...change }),
    fields: (values, changes) => pairs(after(values, changes), changes),
    whole: (values) => without(values, ["place", "panel", "chosen", "aspect"]),
    unfiltered: (values) => without(values, ["filter", ...ENDS.filter]),
    filters,
    isSet,
    isFiltered: (values) => filters.some((name) => isSet(values, name)),
  };
}
