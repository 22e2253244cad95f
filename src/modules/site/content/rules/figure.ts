/**
 * Splits a fact of the info bar into its leading figure and the rest: `4–5 venues`, `400 MXN / 20 USD`. A text without a leading
 * number is all rest.
 */
export function figureOf(text: string): { figure: string | null; rest: string } {
  const [, figure = null, rest = text] =
    /^((?:[A-Z]{2}\$|[€£$])?\d[\d.,+–\u2060-]*(?: [A-Z]{3})?)\s*(.*)$/u.exec(text) ?? [];
  return { figure, rest };
}
