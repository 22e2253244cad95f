/** The first words of SQL statements, also after a comment. */
const FIRST_WORD = /^\s*(?:\/\*.*?\*\/\s*)*([a-z]{2,12})\b/i;
/** Tables are named in our own code; values are always parameters. */
const TABLE = /\b(?:from|into|update|join)\s+"?([a-z_]{1,40})\b/i;
/** A question that a column answers, which may stand before the statement's own table. */
const EXISTS = /\bexists\s*\([^()]*\)/gi;

/**
 * What a statement is called in a trace: its own name, or its first word with the first table in it (`select bookings`). Never
 * its text, which might contain a value one day.
 */
export function nameStatement(query: unknown): string {
  const { name, text } = typeof query === "string" ? { name: undefined, text: query } : fieldsOf(query);
  if (name !== undefined) return name;
  const word = FIRST_WORD.exec(text)?.[1]?.toLowerCase() ?? "statement";
  const table = TABLE.exec(text.replaceAll(EXISTS, ""))?.[1]?.toLowerCase();
  return table ? `${word} ${table}` : word;
}

function fieldsOf(query: unknown): { name: string | undefined; text: string } {
  const { name, text } = (query ?? {}) as { name?: unknown; text?: unknown };
  return { name: typeof name === "string" ? name : undefined, text: typeof text === "string" ? text : "" };
}
