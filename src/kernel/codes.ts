// no 0 O 1 I L U: unambiguous when read aloud in a loud street
const ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ";

/** A random code of `length` characters from 30 unambiguous ones (4.9 bits each), unbiased. */
export function randomCode(length: number): string {
  let code = "";
  while (code.length < length)
    for (const byte of crypto.getRandomValues(new Uint8Array(length * 2)))
      if (byte < 240 && code.length < length) code += ALPHABET[byte % 30];
  return code;
}

/** Whether a text may be a code of six such characters, as tickets have one and references end with. */
export const isCode = (text: string): boolean => SIX.test(text);
const SIX = new RegExp(`^[${ALPHABET}]{6}$`);

/** What references begin with while the operator has chosen nothing else. */
export const REFERENCE_PREFIX = "RND";

/** A booking's public reference, for example `RND-7K2M4P`: 30⁶ of them, unique in the database. */
export const newReference = (prefix = REFERENCE_PREFIX): string => `${prefix}-${randomCode(6)}`;

/**
 * The (part of a) reference that a word means, if written without its dash or with dashes elsewhere (`rnd7k2m`, `noc7k2m4p`,
 * `7K2-M4P`); null for any other word, and for one that is written like the reference itself. With a prefix that the operator has
 * chosen, only complete references are recognized.
 */
export function referenceMeant(word: string): string | null {
  const plain = word.toUpperCase().replaceAll(/[-–—]/g, "");
  const [, prefix = "", code] = CODE.exec(plain) ?? WHOLE.exec(plain) ?? [];
  if (!code || (prefix === "" && plain.length < 3)) return null;
  const meant = `${prefix === "" ? "" : `${prefix}-`}${code}`;
  return meant === word.toUpperCase() ? null : meant;
}
const CODE = new RegExp(`^(${REFERENCE_PREFIX})?([${ALPHABET}]{1,6})$`);
const WHOLE = new RegExp(`^([A-Z]{2,5})([${ALPHABET}]{6})$`);

export const isUuid = (value: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value);
