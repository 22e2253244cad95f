import { isoIn } from "#src/kernel/local-time.ts";

/**
 * A cell of an export: a text, a number, an amount of money in minor units (all our currencies have two decimals), a date
 * (YYYY-MM-DD) or a local moment (YYYY-MM-DDTHH:MM:SS).
 */
export type Cell = string | number | null | { money: number } | { date: string } | { moment: string };
export type Row = readonly Cell[];

/** A list to be exported: headings in the reader's language, and rows in parts, so that its length costs no memory. */
export type Sheet = { head: readonly string[]; parts: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]> };

/** A column of a list: its heading in the reader's language, and the cell of an item. */
export type Column<Item> = readonly [heading: string, cellOf: (item: Item) => Cell];

/** The sheet of a list that is read in parts. */
export const sheetOf = <Item>(columns: readonly Column<Item>[], parts: Parts<Item>): Sheet => ({
  head: columns.map(([heading]) => heading),
  parts: rowsOf(columns, parts),
});

type Parts<Item> = AsyncIterable<readonly Item[]> | Iterable<readonly Item[]>;

async function* rowsOf<Item>(columns: readonly Column<Item>[], parts: Parts<Item>): AsyncGenerator<Row[]> {
  for await (const items of parts) yield items.map((item) => columns.map(([, cellOf]) => cellOf(item)));
}

/** An amount in minor units as a cell; an empty one without an amount. */
export const moneyCell = (amount: number | null): Cell => (amount === null ? null : { money: amount });

/** A date (YYYY-MM-DD) as a cell; an empty one without a date. */
export const dateCell = (date: string | null): Cell => (date === null ? null : { date });

/** An instant as a cell: the clock of a time zone. */
export const momentCell = (at: Date | null, zone: string): Cell =>
  at === null ? null : { moment: isoIn(at, zone).slice(0, 19) };

/**
 * How the reader's spreadsheet writes numbers: `point` (1234.50; cells are separated by commas) as in Mexico and the United States,
 * `comma` (1234,50; by semicolons) as in Spain, most of Europe and South America.
 */
export const NUMBER_FORMATS = ["point", "comma"] as const;
export type NumberFormat = (typeof NUMBER_FORMATS)[number];
