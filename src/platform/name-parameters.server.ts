/**
 * A prepared statement whose parameters have names, `:people` for `$1`: the driver knows positions alone, so they are numbered once,
 * when the statement is made. A name that stands twice is one parameter. What is returned takes the values by name and throws where
 * one is missing; values without a place in the statement are left out.
 *
 * `hidden` are parameters by their types whose values the planner shall not see. A plan for the values of one call may look so much
 * cheaper than one for any values (a null finds nothing, and no lapsed hold is found where few have lapsed) that PostgreSQL plans the statement
 * anew at each call, which takes longer than running it. With hidden values both look the same, and the plan is kept.
 */
export function namedStatement(name: string, text: string, hidden: Readonly<Record<string, string>> = {}) {
  const names: string[] = [];
  const numbered = text.replace(PARAMETER, (_, one: string) => {
    if (!names.includes(one)) names.push(one);
    const place = `$${names.indexOf(one) + 1}`;
    return hidden[one] ? `(select ${place}::${hidden[one]})` : place;
  });
  const valueOf = (values: Readonly<Record<string, unknown>>, one: string): unknown => {
    const value = values[one];
    if (value === undefined) throw new Error(`${name} has no value for :${one}`);
    return value;
  };
  return (values: Readonly<Record<string, unknown>>) => ({
    name,
    text: numbered,
    values: names.map((one) => valueOf(values, one)),
  });
}

// not the second colon of a cast, nor one within a word
const PARAMETER = /(?<![:\w]):([a-z]\w*)/gi;

/** The text for a row of many: its column, `one."people"`, for each parameter `:people`. */
export const ofRow = (row: string, text: string): string =>
  text.replace(PARAMETER, (_, one: string) => `${row}."${one}"`);

/** The rows of `$1`, a JSON array that the planner doesn't see, as `row`: `n`, a row's place in it, and columns by their types. */
export const rowsOf = (row: string, types: Readonly<Record<string, string>>): string =>
  `json_to_recordset((select $1::json)) as ${row} (n int, ${Object.entries(types)
    .map(([one, type]) => `"${one}" ${type}`)
    .join(", ")})`;

/** The value of `$1` for `rowsOf`: of each row, what `types` names. Throws where one is missing. */
export function rowValues(
  types: Readonly<Record<string, string>>,
  rows: readonly Readonly<Record<string, unknown>>[],
): string {
  const names = Object.keys(types);
  return JSON.stringify(
    rows.map((values, n) => {
      const row: Record<string, unknown> = { n };
      for (const one of names) {
        if (values[one] === undefined) throw new Error(`row ${n} has no value for :${one}`);
        row[one] = values[one];
      }
      return row;
    }),
  );
}
