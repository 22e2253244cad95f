import type { Rule } from "#src/modules/partners/commission/rules/commission.ts";

/** What lines come to: people who count, their share of the sale and the commission, in centavos. */
export type Sums = { came: number; sale: number; amount: number };

/** What a line adds, and the rule by which the whole was reckoned then; none where the booking is credited to somebody else now, or its night is in another month. */
type Line = Sums & { rule: Rule | null };

/**
 * How an amount was computed: `own` by the rule from the line's own people and sale; `total` from all people of the booking,
 * including the amount `before`; `nobody`: no one counts by the rule; `none`: the booking doesn't count at all; in both cases all
 * of `before` is reversed. Centavos.
 */
export type Why =
  | { is: "own"; rule: Rule; people: number; sale: number }
  | { is: "total"; rule: Rule; people: number; sale: number; total: number; before: number }
  | { is: "nobody"; rule: Rule; before: number }
  | { is: "none"; before: number };

const NOTHING: Line = { came: 0, sale: 0, amount: 0, rule: null };

/**
 * Why a line is what it is. A line is what was missing to the whole, so its rule needn't make its amount of what it adds: after other
 * terms it doesn't. `before`: what the booking's lines came to until then, and the rule of the last.
 */
export function whyOf({ rule, ...adds }: Line, before: Line = NOTHING): Why {
  if (!rule) return { is: "none", before: before.amount };
  const [people, sale, total] = [before.came + adds.came, before.sale + adds.sale, before.amount + adds.amount];
  if (people <= 0) return { is: "nobody", rule, before: before.amount };
  const isFirst = before.came === 0 && before.sale === 0 && before.amount === 0;
  if (adds.came > 0 && makes(rule, adds) && (isFirst || isSame(rule, before.rule)))
    return { is: "own", rule, people: adds.came, sale: adds.sale };
  return { is: "total", rule, people, sale, total, before: before.amount };
}

/** Whether a rule makes an amount of people and their sale; a share's is rounded, as is the sale. */
const makes = ({ kind, value }: Rule, { came, sale, amount }: Sums): boolean =>
  kind === "fixed" ? value * came === amount : Math.abs((sale * value) / 10_000 - amount) < 1;

const isSame = (a: Rule, b: Rule | null): boolean => a.kind === b?.kind && a.value === b.value && a.basis === b.basis;

/** Lines in the order in which they were written, each with why it is what it is; `wholeOf` names those that were reckoned as one. */
export function explained<L extends Line>(lines: readonly L[], wholeOf: (line: L) => string): (L & { why: Why })[] {
  const had = new Map<string, Line>();
  return lines.map((line) => {
    const before = had.get(wholeOf(line)) ?? NOTHING;
    had.set(wholeOf(line), {
      came: before.came + line.came,
      sale: before.sale + line.sale,
      amount: before.amount + line.amount,
      rule: line.rule,
    });
    return { ...line, why: whyOf(line, before) };
  });
}

type Kind = "accrued" | "reversed" | "tier" | "correction";

/** What a line is called: closing a month also settles what wasn't until then, which is no tier. */
export const kindShown = ({ kind, amount, rule }: { kind: Kind; amount: number; rule: Rule | null }): Kind =>
  kind === "tier" && (amount < 0 || rule?.tier == null) ? (amount < 0 ? "reversed" : "accrued") : kind;
