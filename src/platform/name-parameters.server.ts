/**
 * A prepared statement whose parameters have names, `:people` for `$1`: the driver knows positions alone, so they are numbered once,
 * when the statement is made. A name that stands twice is one parameter. What is returned takes the values by name and throws where
 * one is missing; values without a place in the statement are left out.
 */
export function namedStatement(name: string, text: string) {
  const names: string[] = [];
  // not the second colon of a cast, nor one within a word
  const numbered = text.replace(/(?<![:\w]):([a-z]\w*)/gi, (_, one: string) => {
    if (!names.includes(one)) names.push(one);
    return `$${names.indexOf(one) + 1}`;
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
