import { createHash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

// `ronda_live_` or `ronda_test_`, 8 characters that are shown (the prefix), 32 that are secret (190 bits), 6 of a checksum: whoever finds
// such a text in a repository or a log knows what it is, and that it isn't one by chance (docs/decisions/215).
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const SHOWN = 8;
const SECRET = 32;
const CHECKSUM = 6;
const KEY = new RegExp(`^ronda_(live|test)_([0-9A-Za-z]{${SHOWN}})[0-9A-Za-z]{${SECRET}}([0-9A-Za-z]{${CHECKSUM}})$`);

/** What every key starts with: a bearer token of another kind never does. */
export const KEY_START = "ronda_";

/** A new key, from 62 characters without bias. The whole text is shown once and stored nowhere; `prefix` tells keys apart. */
export function newKey(test: boolean): { text: string; prefix: string } {
  const start = `${KEY_START}${test ? "test" : "live"}_`;
  const random = randomText(SHOWN + SECRET);
  return { text: start + random + checksumOf(start + random), prefix: start + random.slice(0, SHOWN) };
}

/** Whether a text is written like one of our keys and its checksum is right; no database is asked about any other. */
export function isKey(text: string): boolean {
  const checksum = KEY.exec(text)?.[3];
  return checksum !== undefined && checksum === checksumOf(text.slice(0, -CHECKSUM));
}

/** What is stored of a key. It has 190 random bits, so a fast hash without salt can't be searched (unlike that of a password). */
export const hashOfKey = (text: string): string => createHash("sha256").update(text).digest("base64url");

function randomText(length: number): string {
  let text = "";
  while (text.length < length)
    // 248 = 4 × 62: bytes beyond it would favour the first characters
    for (const byte of randomBytes(length)) if (byte < 248 && text.length < length) text += ALPHABET[byte % 62];
  return text;
}

/** CRC-32 of the text before it, in base 62. */
function checksumOf(text: string): string {
  let rest = crc32(text);
  let written = "";
  for (let at = 0; at < CHECKSUM; at++) {
    written = ALPHABET[rest % 62] + written;
    rest = Math.floor(rest / 62);
  }
  return written;
}
