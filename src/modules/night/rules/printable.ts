import anyAscii from "any-ascii";

/** What the fonts on paper have: Western letters, and those of central Europe (`lettered` in tickets/draw-paper). */
const DRAWN = /[\u0020-\u007e\u00a0-\u017f\u0218-\u021b–—‘’“”…]/u;
const EMOJI = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u20e3|\ufe0f/gu;

/**
 * A text as it can be drawn on paper: without emoji and invisible marks, and what our fonts lack in Latin letters (`Дмитрий` is
 * printed `Dmitriy`), because boxes instead of a name help nobody at a door. What is left may be empty.
 */
export const printable = (text: string): string =>
  text
    .normalize("NFC")
    .replaceAll(EMOJI, "")
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replaceAll(/\p{Cf}/gu, "")
    .split(/((?:(?![\u0020-\u007e\u00a0-\u017f\u0218-\u021b–—‘’“”…]).)+)/u)
    .map((part) => (part === "" || DRAWN.test(part) ? part : anyAscii(part).replaceAll("`", "’")))
    .join("")
    .replaceAll(/ {2,}/g, " ")
    .replaceAll(/ (?=[,.;:!?])/g, "")
    .trim();
