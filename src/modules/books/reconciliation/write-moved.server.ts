import { HOME_ZONE, timeOfMonth } from "#src/kernel/local-time.ts";
import { inLocale } from "#src/kernel/localized.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { type Column, dateCell, momentCell, moneyCell, sheetOf } from "#src/kernel/sheet.ts";
import { type I18n, i18nFor } from "#src/locales/i18n.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { feeCell, netOf } from "#src/modules/books/reconciliation/rules/fee.ts";
import { providerText } from "#src/modules/base/ledger/rules/holders.ts";
import { methodText, payoutText } from "#src/modules/books/reconciliation/rules/money-list.ts";
import { movedAfter, type MovedRow } from "#src/modules/books/reconciliation/store/moved.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { readParts } from "#src/platform/in-portions.server.ts";

const PAGE = 1000;

/**
 * What guests' money moved in a month (`2026-11`) as a sheet in the reader's language, in the ledger's order: paid, refunded, taken
 * and returned by a bank, each in the month when it moved, whatever becomes of it later. With the month's ledger it closes the month
 * (docs/decisions/151). Needs `payments.read`. Refusal: forbidden {missing}.
 */
export async function writeMoved(ctx: Pick<Context, "db" | "actor" | "locale">, month: string) {
  if (!can(ctx.actor, "payments.read")) return fail("forbidden", { missing: "payments.read" as const });
  const time = timeOfMonth(month);
  const rows = readParts<MovedRow>(PAGE, (last) => movedAfter(ctx.db, time, last?.id ?? 0, PAGE));
  return ok({ sheet: sheetOf(columns(await i18nFor(ctx.locale)), rows) });
}

const columns = ({ t, locale }: I18n): Column<MovedRow>[] => [
  [t("reconciliation.list.moved"), ({ at }) => momentCell(at, HOME_ZONE)],
  [t("reconciliation.ledger.column.kind"), ({ kind }) => t(`reconciliation.ledger.kind.${kind}`)],
  [t("reconciliation.list.reference"), ({ reference }) => reference],
  [t("reconciliation.guest"), ({ guest }) => guest],
  [t("reconciliation.list.city"), (row) => row.city && inLocale(locale, row.city, row.city_es)],
  [t("reconciliation.list.crawl"), (row) => row.crawl && inLocale(locale, row.crawl, row.crawl_es)],
  [t("reconciliation.list.night"), ({ night }) => dateCell(night)],
  [t("reconciliation.provider"), ({ provider }) => providerText(provider, t)],
  [t("reconciliation.list.method"), ({ method }) => methodText(method, t)],
  [t("reconciliation.list.currency"), ({ currency }) => currency],
  [t("reconciliation.list.in"), ({ amount }) => moneyCell(amount > 0 ? amount : null)],
  [t("reconciliation.list.out"), ({ amount }) => moneyCell(amount < 0 ? -amount : null)],
  [t("reconciliation.list.fee"), (row) => feeCell(row, row.currency)],
  [t("reconciliation.list.net"), (row) => moneyCell(netOf(row, row))],
  [t("reconciliation.list.payout"), (row) => (isPayment(row) ? payoutText(row, t) : null)],
  [t("reconciliation.list.payoutOn"), (row) => dateCell(isPayment(row) ? row.payout_on : null)],
  [t("reconciliation.list.externalId"), (row) => row.external_id],
  [t("reconciliation.list.handReference"), (row) => row.hand_reference],
  [t("reconciliation.list.test"), ({ test }) => (test ? t("reconciliation.list.isTest") : null)],
];

const isPayment = ({ kind }: MovedRow): boolean => kind === "captured";
