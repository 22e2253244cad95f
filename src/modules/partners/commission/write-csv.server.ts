import type { Locale } from "#src/kernel/localized.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { type Column, dateCell, moneyCell, type Row, type Sheet, sheetOf } from "#src/kernel/sheet.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { statementOf } from "#src/modules/partners/commission/queries.server.ts";
import {
  bothWays,
  byReference,
  type NameBooking,
  sayCause,
  sayRule,
  sayWhy,
} from "#src/modules/partners/commission/rules/statement-view.ts";
import { isOnSheet, numberOf } from "#src/modules/partners/commission/rules/statement.ts";
import { payouts } from "#src/modules/partners/commission/store/statements.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
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
 * A partner's statement as a sheet in the partner's language, or in `locale` where one is asked for, its bookings by `nameOf`: a
 * row per booking, then one for each sale whose cash they kept; reversed amounts are in separate columns. The caller checks
 * access. Refusals: partner_not_found.
 */
export async function statementSheet(
  ctx: Context,
  partnerId: string,
  month: string,
  nameOf: NameBooking = byReference,
  locale?: Locale,
) {
  const read = await statementOf(ctx, { partnerId, month });
  if (!read.ok) return read;
  const { lines, cashLines, number } = read.statement;
  const language = locale ?? read.statement.language;
  const { t } = await i18nFor(language);
  const rows = lines.map((line): Row => [
    number,
    dateCell(line.date),
    nameOf(line),
    line.initials,
    // terms for every booking don't know who came; a correction isn't for whom it adds; fewer than none came: they are taken back
    line.rule?.basis === "confirmed" || line.late ? null : Math.max(0, line.came),
    line.people,
    ...(line.late && line.sale === 0 ? [null, null] : bothWays(line.sale)),
    ...bothWays(line.amount),
    null,
    line.late
      ? `${sayRule(line.rule, t, language)}: ${sayWhy(line.why, t, language)}`
      : sayRule(line.rule, t, language),
    line.late ? `${t("commission-admin.late")}: ${sayCause(line.cause, t)}` : sayCause(line.cause, t),
  ]);
  const cashRows = cashLines.map((line): Row => [
    number,
    dateCell(line.date),
    nameOf(line),
    line.initials,
    ...Array.from({ length: 6 }, () => null),
    moneyCell(line.cash),
    null,
    t("commission-admin.cash.kept"),
  ]);
  const head = [...COLUMNS, ...REASONS].map((column) => t(`commission-admin.column.${column}`));
  return ok({ sheet: { head, parts: [[...rows, ...cashRows]] } satisfies Sheet });
}

/**
 * The payout sheet in the reader's language: every agreed statement that is to be paid by SPEI, of whatever month, of those agreed
 * `until` an instant if one is named; partners without a CLABE aren't on it. Needs `books.close`. Refusal: forbidden {missing}.
 */
export async function payoutsSheet(ctx: Context, { until }: { until: Date | null } = { until: null }) {
  if (!can(ctx.actor, "books.close")) return fail("forbidden", { missing: "books.close" as const });
  const { t } = await i18nFor(ctx.locale);
  const rows = (await payouts(ctx.db, practises(ctx))).filter(
    (one) => isOnSheet(one) && (until === null || one.agreed_at! <= until),
  );
  const columns: Column<(typeof rows)[number]>[] = [
    [t("commission-admin.sheet.holder"), (one) => one.account_holder || one.name],
    [t("commission-admin.sheet.clabe"), ({ clabe }) => inGroups(clabe!)],
    [t("commission-admin.sheet.amount"), ({ due }) => moneyCell(due)],
    [t("commission-admin.sheet.reference"), ({ month, number }) => numberOf(month, number)],
    [t("commission-admin.sheet.rfc"), ({ rfc }) => rfc],
    [t("commission-admin.sheet.partner"), ({ name }) => name],
  ];
  return ok({ sheet: sheetOf(columns, [rows]) });
}

/** A CLABE as it is printed: a spreadsheet would round eighteen digits in a row. */
const inGroups = (clabe: string): string => clabe.replace(/^(\d{3})(\d{3})(\d{11})(\d)$/, "$1 $2 $3 $4");
