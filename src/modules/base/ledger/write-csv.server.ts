import { HOME_ZONE, timeOfMonth } from "#src/kernel/local-time.ts";
import { momentCell, moneyCell, type Row, type Sheet } from "#src/kernel/sheet.ts";
import type { Text } from "#src/locales/i18n.ts";
import { ACCOUNTS, isPostingKind } from "#src/modules/base/ledger/rules/accounts.ts";
import { providerText } from "#src/modules/base/ledger/rules/holders.ts";
import { entriesAfter } from "#src/modules/base/ledger/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";

const PAGE = 2000;

const COLUMNS = [
  "id",
  "posting",
  "kind",
  "at",
  "account",
  "provider",
  "debit",
  "credit",
  "currency",
  "booking",
  "payment",
  "refund",
  "test",
] as const;

/**
 * The entries of a month (`2026-11`) as a sheet in the reader's words, read a page at a time, with separate debit and credit columns.
 * The caller checks access.
 */
export const ledgerSheet = (ctx: Pick<Context, "db">, month: string, t: Text): Sheet => ({
  head: COLUMNS.map((column) => t(`reconciliation.ledger.column.${column}`)),
  parts: partsOf(ctx, month, t),
});

async function* partsOf({ db }: Pick<Context, "db">, month: string, t: Text): AsyncGenerator<Row[]> {
  const time = timeOfMonth(month);
  for (let after: number | undefined = 0; after !== undefined;) {
    const entries: Entry[] = await entriesAfter(db, time, after, PAGE);
    yield entries.map((entry) => rowOf(entry, t));
    after = entries.length === PAGE ? entries.at(-1)!.id : undefined;
  }
}

type Entry = Awaited<ReturnType<typeof entriesAfter>>[number];

function rowOf(entry: Entry, t: Text): Row {
  const { amount } = entry;
  return [
    entry.id,
    entry.posting,
    isPostingKind(entry.kind) ? t(`reconciliation.ledger.kind.${entry.kind}`) : entry.kind,
    momentCell(entry.at, HOME_ZONE),
    accountText(entry.account, t),
    entry.provider && providerText(entry.provider, t),
    moneyCell(amount > 0 ? amount : null),
    moneyCell(amount < 0 ? -amount : null),
    entry.currency,
    entry.reference,
    entry.payment_id,
    entry.refund_id,
    entry.test ? t("reconciliation.list.isTest") : null,
  ];
}

function accountText(account: string, t: Text): string {
  const known = ACCOUNTS.find((one) => one === account);
  return known ? t(`reconciliation.account.${known}`) : account;
}
