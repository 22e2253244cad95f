// control and direction characters, and halves of characters (Cs), which no database stores
const CONTROL = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
const CONTROL_BUT_LINES = /[^\P{Cc}\n\r\t]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** Whether a text may stand in one line, an email's header included: no line breaks, control or direction characters. */
export const isOneLine = (text: string): boolean => !CONTROL.test(text);

/** Whether a text of several lines has nothing in it but characters that can be seen, spaces, tabs and line breaks. */
export const isPlainText = (text: string): boolean => !CONTROL_BUT_LINES.test(text);
