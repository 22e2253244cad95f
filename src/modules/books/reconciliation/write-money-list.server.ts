import { HOME_ZONE } from "#src/kernel/local-time.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { inLocale } from "#src/kernel/localized.ts";
import { type Column, dateCell, momentCell, moneyCell, sheetOf } from "#src/kernel/sheet.ts";
import { type I18n, i18nFor } from "#src/locales/i18n.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { wantedMoney } from "#src/modules/books/reconciliation/queries.server.ts";
import { feeCell, netOf } from "#src/modules/books/reconciliation/rules/fee.ts";
import { providerText } from "#src/modules/base/ledger/rules/holders.ts";
import {
  type MoneyFilter,
  methodText,
  moneyWord,
  payoutText,
} from "#src/modules/books/reconciliation/rules/money-list.ts";
import { type BookedMoney, bookedMoney } from "#src/modules/books/reconciliation/store/money-list.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { readParts } from "#src/platform/in-portions.server.ts";

const PAGE = 1000;

/**
 * The payments and refunds that match a filter as a sheet in the reader's language, newest first, read page by page. For money
 * that has moved there are separate columns for incoming and outgoing amounts, amounts that a bank has taken back, the fee, and
 * the remainder. Days are those on which payments and refunds began; a month is closed by `writeMoved`. Needs `payments.read`.
 * Refusal: forbidden {missing}.
 */
export async function writeMoneyList(ctx: Pick<Context, "db" | "actor" | "locale">, filter: MoneyFilter) {
  if (!can(ctx.actor, "payments.read")) return fail("forbidden", { missing: "payments.read" as const });
  const wish = wantedMoney(filter);
  const rows = readParts<BookedMoney>(PAGE, (last) =>
    bookedMoney(ctx.db, wish, { beyond: last?.id ?? null, newer: false, limit: PAGE }),
  );
  return ok({ sheet: sheetOf(columns(await i18nFor(ctx.locale)), rows) });
}

const columns = ({ t, locale }: I18n): Column<BookedMoney>[] => [
  [t("reconciliation.list.at"), ({ at }) => momentCell(at, HOME_ZONE)],
  [t("reconciliation.list.moved"), (row) => momentCell(row.moved_at, HOME_ZONE)],
  [t("reconciliation.list.kind"), ({ kind }) => t(`reconciliation.list.kind.${kind}`)],
  [t("reconciliation.list.reference"), ({ reference }) => reference],
  [t("reconciliation.guest"), ({ guest }) => guest],
  [t("reconciliation.list.city"), (row) => row.city && inLocale(locale, row.city, row.city_es)],
  [t("reconciliation.list.crawl"), (row) => row.crawl && inLocale(locale, row.crawl, row.crawl_es)],
  [t("reconciliation.list.night"), ({ night }) => dateCell(night)],
  [t("reconciliation.provider"), ({ provider }) => providerText(provider, t)],
  [t("reconciliation.list.method"), ({ method }) => methodText(method, t)],
  [t("reconciliation.list.state"), (row) => t(`reconciliation.list.state.${moneyWord(row)}`)],
  [t("reconciliation.amount"), ({ amount }) => moneyCell(amount)],
  [t("reconciliation.list.currency"), (row) => row.moved_currency],
  [t("reconciliation.list.in"), (row) => moneyCell(row.paid_in)],
  [t("reconciliation.list.out"), (row) => moneyCell(row.paid_out)],
  [
    t("reconciliation.list.dispute"),
    (row) => (row.kind === "payment" && row.dispute ? t(`reconciliation.list.dispute.${row.dispute}`) : null),
  ],
  [t("reconciliation.list.taken"), ({ taken: amount }) => moneyCell(amount)],
  [t("reconciliation.list.fee"), (row) => feeCell(row, row.moved_currency)],
  [t("reconciliation.list.net"), (row) => moneyCell(leftOf(row))],
  [t("reconciliation.list.payout"), (row) => payoutText(row, t)],
  [t("reconciliation.list.payoutOn"), (row) => dateCell(row.payout_on)],
  [t("reconciliation.list.externalId"), (row) => row.external_id],
  [t("reconciliation.list.handReference"), (row) => row.hand_reference],
  [t("reconciliation.list.test"), ({ test }) => (test ? t("reconciliation.list.isTest") : null)],
];

/** What is left of what moved; nothing where nothing did. */
function leftOf(row: BookedMoney): number | null {
  const { paid_in: paid, paid_out: back, taken: amount } = row;
  if (paid === null && back === null) return null;
  return netOf(row, { amount: (paid ?? 0) - (back ?? 0) - (amount ?? 0), currency: row.moved_currency });
}
