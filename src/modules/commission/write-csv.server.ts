import { csvLine } from "#src/kernel/csv.ts";
import type { Locale } from "#src/kernel/localized.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { ofTests, statementOf } from "#src/modules/commission/queries.server.ts";
import {
  bothWays,
  byReference,
  decimal,
  type NameBooking,
  sayCause,
  sayRule,
  sayWhy,
} from "#src/modules/commission/rules/shown.ts";
import { numberOf } from "#src/modules/commission/rules/statement.ts";
import { payouts } from "#src/modules/commission/store/statements.server.ts";
import { can } from "#src/modules/identity/rules/permissions.ts";
import type { Context } from "#src/platform/context.server.ts";

const COLUMNS = [
  "number",
  "date",
  "booking",
  "guest",
  "came",
  "people",
  "sale",
  "saleBack",
  "commission",
  "back",
] as const;
const REASONS = ["cash", "rule", "cause"] as const;

/**
 * A partner's statement as CSV in the partner's language, or in the one that is `asked` for, its bookings by `nameOf`: a line per
 * booking, then one for each sale of which they kept the cash; amounts decimal, what was taken back in columns of its own. The caller
 * checks access. Refusals: partner_not_found.
 */
export async function statementCsv(
  ctx: Context,
  partnerId: string,
  month: string,
  nameOf: NameBooking = byReference,
  asked?: Locale,
) {
  const read = await statementOf(ctx, { partnerId, month });
  if (!read.ok) return read;
  const { lines, cashLines, number } = read.statement;
  const language = asked ?? read.statement.language;
  const { t } = await i18nFor(language);
  const rows = lines.map((line) => [
    number,
    line.date,
    nameOf(line),
    line.initials,
    // terms for every booking don't know who came; a correction isn't for whom it adds; fewer than none came: they are taken back
    line.rule?.basis === "confirmed" || line.late ? null : String(Math.max(0, line.came)),
    String(line.people),
    ...(line.late && line.sale === 0 ? [null, null] : bothWays(line.sale)),
    ...bothWays(line.amount),
    null,
    line.late
      ? `${sayRule(line.rule, t, language)}: ${sayWhy(line.why, t, language)}`
      : sayRule(line.rule, t, language),
    line.late ? `${t("commission-admin.late")}: ${sayCause(line.cause, t)}` : sayCause(line.cause, t),
  ]);
  const kept = cashLines.map((line) => [
    number,
    line.date,
    nameOf(line),
    line.initials,
    ...Array.from({ length: 6 }, () => null),
    decimal(line.cash),
    null,
    t("commission-admin.cash.kept"),
  ]);
  const head = [...COLUMNS, ...REASONS].map((column) => t(`commission-admin.column.${column}`));
  return ok({ text: [head, ...rows, ...kept].map(csvLine).join("") });
}

const SHEET = ["holder", "clabe", "amount", "reference", "rfc", "partner"] as const;

/**
 * The payout sheet as CSV in the reader's language: every agreed statement that is to be paid by SPEI, of whatever month; partners
 * without a CLABE aren't on it. Needs `books.close`. Refusal: forbidden {missing}.
 */
export async function payoutsCsv(ctx: Context) {
  if (!can(ctx.actor, "books.close")) return fail("forbidden", { missing: "books.close" as const });
  const { t } = await i18nFor(ctx.locale);
  const rows = (await payouts(ctx.db, ofTests(ctx))).flatMap(
    ({ clabe, due, account_holder, month, number, rfc, name }) =>
      clabe === null || due <= 0
        ? []
        : [[account_holder || name, inGroups(clabe), decimal(due), numberOf(month, number), rfc, name]],
  );
  return ok({
    text: [SHEET.map((column) => t(`commission-admin.sheet.${column}`)), ...rows].map(csvLine).join(""),
  });
}

/** A CLABE as it is printed: a spreadsheet would round eighteen digits in a row. */
const inGroups = (clabe: string): string => clabe.replace(/^(\d{3})(\d{3})(\d{11})(\d)$/, "$1 $2 $3 $4");
