import { toAsciiDigits } from "#src/kernel/digits.ts";

// Cleaning of typed and pasted text before validation: one rule for all text fields of guests and staff (docs/decisions/148).

/** Invisible characters: controls, lone surrogates, direction marks, joiners, soft hyphens, fillers. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/u;
/** Joiners and variation selectors: their neighbors decide whether they have an effect. */
const JOINTS = /\u200C|\u200D|\p{Variation_Selector}/u;
const NON_JOINER = "\u200C";
const JOINER = "\u200D";

/** Picks the form of the character before it: an emoji's color, a family name's way of writing. */
const FORM = /\p{Variation_Selector}/u;
const PICTURE = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]/u;
/** A flag of a part of a country: the black flag and its letters in tags. */
const FLAG = /\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{2,6}\u{E007F}/gu;
/** Scripts whose letters join, in which joiners change the word: Persian می‌خواهم, Sinhala ශ්‍රී. */
const JOINED =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const BREAKS = /\r\n?|[\n\v\f\u0085\p{Zl}\p{Zp}]/gu;

/** A text as one line, trimmed: line breaks become spaces, and characters that show nothing are left out. */
export const toOneLine = (text: string): string =>
  plainLine(
    text
      .split(/[\r\n]+/)
      .map((line) => line.trim())
      .filter(Boolean)
      .join(" ")
      .replace(BREAKS, " "),
  ).trim();

/** A text of several lines, trimmed: line breaks are `\n`, and characters that show nothing are left out. */
export const toPlainText = (text: string): string =>
  text.replace(BREAKS, "\n").split("\n").map(plainLine).join("\n").trim();

/** A code as it is typed or read aloud: without spaces and dashes, the digits of any script as 0–9. */
export const toCode = (typed: string): string => toAsciiDigits(toOneLine(typed)).replace(/[\s\p{Pd}]/gu, "");

/**
 * No language has more marks on a letter (UAX #15, "Stream-Safe Text Format"). Sorting them takes time quadratic in their number,
 * so the limit keeps a stranger's text from holding up everybody.
 */
const MARKS = /(\p{M}{30})\p{M}+/gu;

function plainLine(line: string): string {
  const text = line
    .replace(MARKS, "$1")
    .normalize("NFC")
    .replace(/[\t\p{Zs}]/gu, " ")
    .replaceAll("\u2011", "-")
    .replace(/\u200D{2,}/g, JOINER);
  if (!UNSEEN.test(text)) return text;
  const flags = new Set([...text.matchAll(FLAG)].flatMap(({ index, 0: flag }) => placesIn(flag, index)));
  let rest = "";
  let at = 0;
  for (const character of text) {
    const isSeen = !UNSEEN.test(character) || flags.has(at) || (JOINTS.test(character) && shows(text, at, character));
    if (isSeen) rest += character;
    at += character.length;
  }
  return rest;
}

const placesIn = (text: string, from: number): number[] => Array.from(text, (_, i) => from + i * 2);

/** Whether a joiner or a variation selector affects its neighbors. */
function shows(text: string, at: number, character: string): boolean {
  const before = Array.from(text.slice(Math.max(0, at - 4), at));
  const last = before.at(-1) ?? "";
  const next = String.fromCodePoint(text.codePointAt(at + character.length) ?? 0);
  if (FORM.test(character)) return last !== "" && !UNSEEN.test(last) && last !== " ";
  if (character === JOINER && PICTURE.test(next)) return PICTURE.test(FORM.test(last) ? (before.at(-2) ?? "") : last);
  if (character === JOINER) return JOINED.test(last);
  return character === NON_JOINER && JOINED.test(last) && JOINED.test(next);
}
