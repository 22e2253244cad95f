import { type ListAddress, sortOf } from "#src/kernel/list-address.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { neighboursOf } from "../neighbours.ts";

/** A list at its address: what the parts of its page link by. */
export type List<Values extends object> = {
  address: ListAddress<Values>;
  /** Of the list, in the page's language. */
  path: string;
  values: Values;
  isFiltered: boolean;
  /** The list with a change; without one, without its panel. */
  hrefOf: (change?: Partial<Values>) => string;
  /** The order of a table whose columns' heads are links; `name` is its parameter, `isDown` which columns begin descending. */
  sort: (
    name: keyof Values,
    isDown?: (column: string) => boolean,
  ) => { by: string; descending: boolean; hrefOf: (column: string) => string };
  /** A file of all rows, as filtered: `name` is its address below the list's. */
  fileHref: (name: string) => string;
  /** The links of a panel: closed, and to the rows before and after the open one. `name` is the parameter that opens it. */
  panelLinks: (
    name: keyof Values,
    rows: readonly { id: string }[],
    opened: string | null,
  ) => { closeHref: string; previousHref: string | null; nextHref: string | null };
};

/** A list by the declaration of its address, the path of its page (`/admin/coupons`) and what the loader read. */
export function useList<Values extends object>(
  address: ListAddress<Values>,
  page: string,
  values: Values,
): List<Values> {
  const { locale } = useText();
  const path = localizedPath(page, locale);
  const hrefOf = (change: Partial<Values> = {}) => address.href(path, values, change);
  return {
    address,
    path,
    values,
    isFiltered: address.isFiltered(values),
    hrefOf,
    sort(name, isDown = () => false) {
      const { by, descending } = sortOf(String(values[name]));
      const isNext = (column: string) => (column === by ? !descending : isDown(column));
      return {
        by,
        descending,
        hrefOf: (column) => hrefOf(changeOf<Values>(name, `${isNext(column) ? "-" : ""}${column}`)),
      };
    },
    fileHref: (name) => address.href(`${path}/${name}`, address.whole(values)),
    panelLinks: (name, rows, opened) => ({
      closeHref: hrefOf(),
      ...neighboursOf(rows, opened, ({ id }) => hrefOf(changeOf<Values>(name, id))),
    }),
  };
}

/** A change of one parameter. */
export const changeOf = <Values extends object>(name: keyof Values, value: unknown): Partial<Values> =>
  ({ [name]: value }) as Partial<Values>;
