/** What codes are made of: no letter or digit that is taken for another. */
export const CODE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
/** Coprime to 30, so that codes are unique. */
export const CODE_FACTOR = 433_494_437;

/** Ticket codes start so far above the references they stand beside: typing either finds one guest. */
export const FIRST_TICKET = 500_000;

/** The n-th of 30⁶ six-character codes. */
export function codeOf(n: number): string {
  let rest = ((n + 1) * CODE_FACTOR) % 30 ** 6;
  let code = "";
  while (code.length < 6) {
    code += CODE_ALPHABET[rest % 30];
    rest = Math.floor(rest / 30);
  }
  return code;
}
