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
  // not the second colon of a cast, nor one within a word
  const numbered = text.replace(/(?<![:\w]):([a-z]\w*)/gi, (_, one: string) => {
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
