import { type Currency, split } from "#src/kernel/money.ts";
import { IVA_PERCENT, taxWithin } from "#src/modules/books/receipts/rules/receipt.ts";
import { earnedBy, ruleFor, type Terms, termsFor } from "#src/modules/partners/commission/rules/commission.ts";
import { UNIT } from "#src/octo/shapes.ts";

/** What a reseller owes is in pesos, and so is every price that it is told. */
export const CURRENCY = "MXN" satisfies Currency;

/** Amounts of OCTO: integers of `currencyPrecision` digits, each with its taxes inside. */
export type Pricing = {
  original: number;
  retail: number;
  net: number | null;
  currency: typeof CURRENCY;
  currencyPrecision: number;
  includedTaxes: { name: string; retail: number; original: number; net: number | null }[];
};

type Amounts = Pick<Pricing, "retail" | "original" | "net">;

/** Amounts with the tax that a receipt of ours finds in each. */
export const pricingOf = ({ retail, original, net }: Amounts): Pricing => ({
  original,
  retail,
  net,
  currency: CURRENCY,
  currencyPrecision: 2,
  includedTaxes: [
    {
      name: `IVA ${IVA_PERCENT}%`,
      retail: taxIn(retail),
      original: taxIn(original),
      net: net === null ? null : taxIn(net),
    },
  ],
});
const taxIn = (amount: number): number => taxWithin(amount, IVA_PERCENT);

/** The parts of a price that so many people have: whole amounts that add up to it, also those of the taxes. */
export function partsOf(whole: Pricing, people: number): Pricing[] {
  const shares = (amount: number) => split(amount, people);
  const nets = (amount: number | null) => (amount === null ? null : shares(amount));
  const [original, retail, net] = [shares(whole.original), shares(whole.retail), nets(whole.net)];
  const taxes = whole.includedTaxes.map((tax) => ({
    name: tax.name,
    retail: shares(tax.retail),
    original: shares(tax.original),
    net: nets(tax.net),
  }));
  return Array.from({ length: people }, (_, at) => ({
    original: original[at]!,
    retail: retail[at]!,
    net: net && net[at]!,
    currency: whole.currency,
    currencyPrecision: whole.currencyPrecision,
    includedTaxes: taxes.map((tax) => ({
      name: tax.name,
      retail: tax.retail[at]!,
      original: tax.original[at]!,
      net: tax.net && tax.net[at]!,
    })),
  }));
}

export const perUnit = (pricing: Pricing) => ({ ...pricing, unitId: UNIT });

/** What a reseller owes for a price in pesos: the price without its commission; null where no terms are agreed. */
export type NetOf = (night: { crawl_id: string; date: string }, price: number, people: number) => number | null;

/**
 * The net prices of a partner by its terms (rule partners-2), as if everybody comes; a tier that a month may yet reach isn't in them.
 */
export const netBy =
  (terms: readonly Terms[]): NetOf =>
  ({ crawl_id, date }, sale, people) => {
    const rule = ruleFor(termsFor(terms, date), { crawl_id, service_date: date });
    return rule && sale - earnedBy(rule, { people, sale });
  };
