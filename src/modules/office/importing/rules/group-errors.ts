import type { RowError } from "#src/modules/office/importing/rules/read-guest.ts";

/** An error with what stands in its cell, and how many later rows have the very same. */
export type ShownError = RowError & { cell: string; also: number };

/** Errors without repetition: a name that is wrong in every row hides what else is wrong with some. In the order of the file. */
export const groupErrors = (errors: readonly Omit<ShownError, "also">[]): ShownError[] =>
  [
    ...Map.groupBy(errors, ({ field, problem, values, cell }) =>
      JSON.stringify([field, problem, values, cell]),
    ).values(),
  ].map(([first, ...later]) => ({ ...first!, also: later.length }));
