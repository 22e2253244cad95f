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

/** A booking's public reference, for example `RND-7K2M4P`: 30⁶ of them, unique in the database. */
export const newReference = (): string => `RND-${randomCode(6)}`;

export const isUuid = (value: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value);
