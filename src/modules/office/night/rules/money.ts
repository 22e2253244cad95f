import type { Currency } from "#src/kernel/money.ts";
import type { NightMoney } from "#src/modules/office/night/schema.ts";

/** A sum of the ledger: `what` is account and movement (`clearing.captured`), debits are positive. */
type LedgerSum = { currency: Currency; what: string; provider: string | null; amount: number };
type Owed = { currency: Currency; amount: number };

/** The money of a night per currency, from the ledger's sums and what its guests still owe. Minor units. */
export function moneyOf(sums: readonly LedgerSum[], owed: readonly Owed[]): NightMoney[] {
  const currencies = [
    ...new Set([...sums, ...owed.filter(({ amount }) => amount > 0)].map(({ currency }) => currency)),
  ];
  return currencies.toSorted().map((currency) => {
    const own = sums.filter((sum) => sum.currency === currency);
    const total = (is: (sum: LedgerSum) => boolean) => own.filter(is).reduce((sum, { amount }) => sum + amount, 0) || 0;
    const clearing = own.filter(({ provider }) => provider !== null);
    const providers = [...new Set(clearing.map(({ provider }) => provider ?? ""))];
    const paid = total(({ what }) => what === "clearing.captured");
    // what banks have taken and not returned isn't what we gave back
    const disputed =
      -total(({ what }) => what === "clearing.charged_back" || what === "clearing.charge_back_returned") || 0;
    return {
      currency,
      sold: -total(({ what }) => what.startsWith("revenue.")) || 0,
      paid,
      refunded: paid - total(({ provider }) => provider !== null) - disputed,
      disputed,
      refundDue: -total(({ what }) => what.startsWith("refund_due.")) || 0,
      owed: owed.filter((one) => one.currency === currency).reduce((sum, { amount }) => sum + amount, 0),
      shares: providers
        .map((provider) => ({ provider, amount: total((sum) => sum.provider === provider) }))
        .toSorted((a, b) => b.amount - a.amount),
    };
  });
}
