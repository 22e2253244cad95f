import { HOME_ZONE, timeOfMonth } from "#src/kernel/local-time.ts";
import { type Column, momentCell, moneyCell, type Sheet, sheetOf } from "#src/kernel/sheet.ts";
import { i18nFor, type Text } from "#src/locales/i18n.ts";
import { ACCOUNTS, isPostingKind } from "#src/modules/base/ledger/rules/accounts.ts";
import { providerText } from "#src/modules/base/ledger/rules/holders.ts";
import { entriesAfter } from "#src/modules/books/reconciliation/store/ledger-entries.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { readParts } from "#src/platform/in-portions.server.ts";

const PAGE = 2000;

type Entry = Awaited<ReturnType<typeof entriesAfter>>[number];

/**
 * The entries of a month (`2026-11`) as a sheet in the reader's words, read a page at a time, with separate debit and credit columns.
 * The caller checks access.
 */
export async function ledgerSheet({ db, locale }: Pick<Context, "db" | "locale">, month: string): Promise<Sheet> {
  const { t } = await i18nFor(locale);
  const time = timeOfMonth(month);
  return sheetOf(
    columns(t),
    readParts<Entry>(PAGE, (last) => entriesAfter(db, time, last?.id ?? 0, PAGE)),
  );
}

const columns = (t: Text): Column<Entry>[] => [
  [t("reconciliation.ledger.column.id"), ({ id }) => id],
  [t("reconciliation.ledger.column.posting"), ({ posting }) => posting],
  [
    t("reconciliation.ledger.column.kind"),
    ({ kind }) => (isPostingKind(kind) ? t(`reconciliation.ledger.kind.${kind}`) : kind),
  ],
  [t("reconciliation.ledger.column.at"), ({ at }) => momentCell(at, HOME_ZONE)],
  [t("reconciliation.ledger.column.account"), ({ account }) => accountText(account, t)],
  [t("reconciliation.ledger.column.provider"), ({ provider }) => provider && providerText(provider, t)],
  [t("reconciliation.ledger.column.debit"), ({ amount }) => moneyCell(amount > 0 ? amount : null)],
  [t("reconciliation.ledger.column.credit"), ({ amount }) => moneyCell(amount < 0 ? -amount : null)],
  [t("reconciliation.ledger.column.currency"), ({ currency }) => currency],
  [t("reconciliation.ledger.column.booking"), ({ reference }) => reference],
  [t("reconciliation.ledger.column.payment"), (entry) => entry.payment_id],
  [t("reconciliation.ledger.column.refund"), (entry) => entry.refund_id],
  [t("reconciliation.ledger.column.test"), ({ test }) => (test ? t("reconciliation.list.isTest") : null)],
];

function accountText(account: string, t: Text): string {
  const accountName = ACCOUNTS.find((one) => one === account);
  return accountName ? t(`reconciliation.account.${accountName}`) : account;
}
