import type { Text } from "#src/locales/i18n.ts";
import { formatPesos } from "#src/kernel/money.ts";
import type { Locale } from "#src/kernel/localized.ts";
import { type Cell, moneyCell } from "#src/kernel/sheet.ts";
import { percentOf } from "#src/modules/partners/commission/rules/terms.ts";
import type { Rule } from "#src/modules/partners/commission/rules/commission.ts";
import type { Why } from "#src/modules/partners/commission/rules/why.ts";
import { CAUSES } from "#src/modules/partners/commission/rules/settling.ts";
import type { Reply } from "#src/ui/form/answer.ts";
import type { ShownStatement, Statement, StatementLine } from "#src/modules/partners/commission/schema.ts";

/** How many lines a page shows at first, and how many more at a time. */
const LINES_SHOWN = 10;
const MORE_LINES = 500;

/** Centavos as pesos without a currency, for tables whose head names it: 1,600. */
export const figure = (amount: number, locale: Locale): string => formatPesos(amount, locale).replace("MX$", "");

/** An amount in two columns of a sheet, the second for negative ones. */
export const bothWays = (centavos: number): [Cell, Cell] =>
  centavos < 0 ? [null, moneyCell(-centavos)] : [moneyCell(centavos), null];

/** What a statement's file calls a booking. */
export type NameBooking = (line: { bookingId: string; reference: string }) => string;

/** As staff know it. */
export const byReference: NameBooking = ({ reference }) => reference;

/** A rule in words; null where a line only takes back. */
export function sayRule(rule: Rule | null, t: Text, locale: Locale): string {
  if (!rule) return t("commission-admin.rule.none");
  const value = rule.kind === "percentage" ? percentOf(rule.value) : formatPesos(rule.value, locale);
  const text = t(`commission-admin.rule.${rule.kind}`, { value, basis: rule.basis });
  const more = rule.exception
    ? t("commission-admin.rule.exception")
    : rule.tier !== null
      ? t("commission-admin.rule.tier", { people: rule.tier })
      : null;
  return [text, more, t("commission-admin.rule.version", { version: rule.version })].filter(Boolean).join(", ");
}

/** How an amount came to be, in words: of whom and of what sale, and what was there before. */
export function sayWhy(why: Why, t: Text, locale: Locale): string {
  const pesos = (amount: number) => formatPesos(amount, locale);
  if (why.is === "none") return t("commission-admin.left", { before: pesos(why.before) });
  if (why.is === "nobody") return t("commission-admin.leftOfNobody", { before: pesos(why.before) });
  const { rule, people, sale } = why;
  const reckoned = t("commission-admin.reckoned", { basis: rule.basis, people, sale: pesos(sale) });
  if (why.is === "own") return reckoned;
  return t("commission-admin.inAll", { reckoned, total: pesos(why.total), before: pesos(why.before) });
}

/** What all lines of a statement were reckoned by, for the head of its column: 10%; null where they differ, or one corrects another. */
export function rateOf(lines: Statement["lines"]): string | null {
  const rates = new Set(
    lines.map(({ rule, late }) => (rule?.kind === "percentage" && !late ? percentOf(rule.value) : null)),
  );
  const [only] = rates;
  return rates.size === 1 ? (only ?? null) : null;
}

/** Whom a line is for: who came, or by terms that pay for every booking how many booked. What it only adds or takes back is named so. */
export function sayPeople({ rule, came, people, amount, late }: StatementLine, t: Text): string {
  if (late) return t("commission-admin.correction");
  if (amount <= 0 && came <= 0) return t("commission-admin.takenBack");
  return rule?.basis === "confirmed"
    ? t("commission-admin.booked", { people })
    : t("commission-admin.cameOf", { came, people });
}

/** What a line was sold for; a correction may have nothing to do with it. */
export const saySale = ({ sale, late }: StatementLine, locale: Locale): string =>
  late && sale === 0 ? "–" : figure(sale, locale);

/** Why a line is there, in words. */
export const sayCause = (cause: string, t: Text): string =>
  t(`commission-admin.cause.${CAUSES.find((one) => one === cause) ?? "other"}`);

/** A statement with as many lines as were asked for, `LINES_SHOWN` at least. */
export function shownStatement(statement: Statement, lineCount: number): ShownStatement {
  const count = Math.max(LINES_SHOWN, Number.isFinite(lineCount) ? lineCount : 0);
  const rest = statement.lines.slice(count);
  return {
    ...statement,
    lines: statement.lines.slice(0, count),
    more: rest.length,
    moreAmount: rest.reduce((sum, { amount }) => sum + amount, 0),
  };
}

/** How many lines the link under the table leads to. */
export const withMore = ({ lines, more }: ShownStatement): number => lines.length + Math.min(more, MORE_LINES);

const KNOWN = [
  "already_answered",
  "already_paid",
  "busy",
  "month_not_over",
  "not_agreed",
  "nothing_to_close",
  "question_not_found",
  "sheet_changed",
  "statement_changed",
  "statement_not_found",
] as const;

/** A refusal in words. */
export function refusalOf(
  refusal: { reason: string; reference?: string; commission?: number; cash?: number; count?: number; sum?: number },
  _input: unknown,
  { locale }: { locale: Locale },
): Reply {
  const { reason, reference = "", commission = 0, cash = 0, count = 0, sum = 0 } = refusal;
  const code = KNOWN.find((one) => one === reason) ?? "other";
  return {
    formError: `commission-admin.refused.${code}`,
    values: { reason, reference, amount: formatPesos(commission - cash, locale), count, sum: formatPesos(sum, locale) },
  };
}
