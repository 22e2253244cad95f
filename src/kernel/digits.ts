/** The digits of any script as 0–9: `٠٧٠` → `070`. */
export const toAsciiDigits = (text: string): string => text.replace(/(?![0-9])\p{Nd}/gu, (digit) => digitOf(digit));

/** The digits of a script stand in a row from its zero, and rows of ten may follow each other. */
function digitOf(digit: string): string {
  const point = digit.codePointAt(0)!;
  let zero = point;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return String((point - zero) % 10);
}
