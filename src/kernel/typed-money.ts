import { toAsciiDigits } from "#src/kernel/digits.ts";
import { toOneLine } from "#src/kernel/plain-text.ts";

/** Parses `250`, `1,080.50` to minor units; null when invalid. */
export function minorOf(input: string): number | null {
  const text = toAsciiDigits(toOneLine(input));
  if (!/^\d{1,3}(,?\d{3})*(\.\d{1,2})?$/.test(text)) return null;
  const amount = Math.round(Number(text.replaceAll(",", "")) * 100);
  return amount > 100_000_000 ? null : amount;
}
