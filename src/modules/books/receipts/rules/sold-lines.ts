import { split } from "#src/kernel/money.ts";
import type { ReceiptLines } from "#src/modules/books/receipts/schema.ts";

type Name = { name: string; name_es: string };

/** What a line of a receipt is of; `unit` is the price of each, below 0 pieces were given back. Amounts are minor units. */
export type SoldLine = { amount: number } & (
  | { of: "places"; people: number; unit: number }
  // at several prices, or something that has no places
  | { of: "sold"; people: number | null }
  | { of: "addOn"; addOn: Name; quantity: number; unit: number }
  | { of: "addOns" | "change" | "discount" | "credit" | "adjusted" }
);

/** The lines of a receipt, which always add up to its amount: what neither sale nor reductions explain is a line, too. */
export function soldLines({ lines, amount }: { lines: ReceiptLines; amount: number }): SoldLine[] {
  const sold = lines.change ? changeLines(lines, amount) : bookingLines(lines);
  const rest = amount - sum(sold);
  return rest === 0 ? sold : [...sold, { of: "adjusted", amount: rest }];
}

const sum = (lines: readonly { amount: number }[]) => lines.reduce((all, line) => all + line.amount, 0);

/** Of a change only the difference was paid: that of other add-ons by piece. */
function changeLines({ change, add_on_lines: addOns }: ReceiptLines, amount: number): SoldLine[] {
  return change?.kind === "add_ons" && addOns.length > 0 ? addOns.flatMap(piecesOf) : [{ of: "change", amount }];
}

function bookingLines(lines: ReceiptLines): SoldLine[] {
  const { people, unit_price: unit, subtotal, add_ons: sumOfAddOns, add_on_lines: addOns, discount, credit } = lines;
  const sold: SoldLine =
    people !== null && unit * people === subtotal
      ? { of: "places", people, unit, amount: subtotal }
      : { of: "sold", people, amount: subtotal };
  return [
    sold,
    ...(addOns.length > 0 ? addOns.flatMap(piecesOf) : part("addOns", sumOfAddOns)),
    ...part("discount", -discount),
    ...part("credit", -credit),
  ];
}

const part = (of: "addOns" | "discount" | "credit", amount: number): SoldLine[] =>
  amount === 0 ? [] : [{ of, amount }];

/** The pieces of an add-on by what each costs: after some were given back, what stays may not divide. */
function piecesOf({ quantity, amount, ...addOn }: ReceiptLines["add_on_lines"][number]): SoldLine[] {
  const units = Map.groupBy(split(Math.abs(amount), Math.abs(quantity)), (unit) => unit);
  return [...units].map(([unit, { length }]) => {
    const pieces = quantity < 0 ? -length : length;
    return { of: "addOn", addOn, quantity: pieces, unit, amount: pieces * unit };
  });
}
