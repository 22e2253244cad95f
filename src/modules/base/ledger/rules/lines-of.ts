import { CURRENCIES, type Currency } from "#src/kernel/money.ts";
import { type Account, POSTING_KINDS, type PostingKind } from "#src/modules/base/ledger/rules/accounts.ts";

/** Records whose ledger lines staff look up. */
export const RECORDS = ["booking", "till", "office", "statement"] as const;
export type LedgerRecord = (typeof RECORDS)[number];

export const isLedgerRecord = (word: string): word is LedgerRecord => RECORDS.some((record) => record === word);

/** The keys under which a record's money is posted; a booking's is found by the booking, whatever its key. */
export const keysOf = (record: Exclude<LedgerRecord, "booking">, id: string): string[] =>
  ({
    till: () => CURRENCIES.flatMap((currency) => POSTING_KINDS.map((kind) => `till:${id}:${currency}:${kind}`)),
    office: () => [`office:${id}`, `office:${id}:undone`],
    statement: () => [`statement:${id}:cash`, `statement:${id}:paid`],
  })[record]();

/** The page of a record, without its language. */
export const recordPath = (record: LedgerRecord, id: string): string =>
  ({
    booking: `/admin/bookings/${id}`,
    till: "/admin/tills",
    office: "/admin/tills/office",
    statement: "/admin/affiliates/statements",
  })[record];

/** One movement as it was posted: from the account that is credited to the one that is debited. */
export type LedgerLine = {
  posting: string;
  kind: PostingKind | null;
  at: string;
  from: { account: Account; provider: string | null };
  to: { account: Account; provider: string | null };
  amount: number;
  currency: Currency;
};

type Entry = {
  posting: string;
  line: number;
  kind: string;
  at: Date;
  account: Account;
  provider: string | null;
  amount: number;
  currency: Currency;
};

/** Movements from their entries, in order. A kind that a later release posts has no word yet. */
export function movementsOf(entries: readonly Entry[]): LedgerLine[] {
  const postings = Map.groupBy(entries, ({ posting }) => posting);
  return [...postings.values()].flatMap((lines) => {
    const [debit, credit] = [lines.find(({ amount }) => amount > 0), lines.find(({ amount }) => amount < 0)];
    if (!debit || !credit) return [];
    const { posting, at, amount, currency, account, provider } = debit;
    return [
      {
        posting,
        kind: POSTING_KINDS.find((kind) => kind === debit.kind) ?? null,
        at: at.toISOString(),
        from: { account: credit.account, provider: credit.provider },
        to: { account, provider },
        amount,
        currency,
      },
    ];
  });
}
