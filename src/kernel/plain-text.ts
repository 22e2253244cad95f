// control and direction characters, and lone surrogates (Cs), which no database stores
const CONTROL = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
const CONTROL_BUT_LINES = /[^\P{Cc}\n\r\t]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** Whether a text is a single line, safe in an email header too: no line breaks, control or direction characters. */
export const isOneLine = (text: string): boolean => !CONTROL.test(text);

/** A text as a single line: without the marks that `isOneLine` refuses, which come with emoji and from copied contacts. */
export const toOneLine = (text: string): string => Array.from(text).filter(isOneLine).join("");

/** Whether a multi-line text has only visible characters, spaces, tabs and line breaks. */
export const isPlainText = (text: string): boolean => !CONTROL_BUT_LINES.test(text);
