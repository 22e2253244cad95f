import type { MessageId } from "#src/locales/i18n.ts";

/** A run of a text: plain, bold, or a link. */
export type Inline = { text: string; isBold?: true; href?: string };

/** The values that a text can name in braces; they are put in when the page is shown. */
export const LIVE_NAMES = ["email", "phone", "company", "methods"] as const;
/** The live values in the page's language; an empty one is left out. `methods`: the ways to pay, as words in a sentence. */
export type Live = Readonly<Record<(typeof LIVE_NAMES)[number], string>>;

/** Where a link may lead: a website, an email address, a phone number, a page of this site. */
const TARGET = /^(https?:\/\/[^\s/?#]+\S*|mailto:[^\s@<>]+@[^\s@<>]+|tel:\+?[\d.-]{3,30}|\/(?![/\\])[^\s\\]*)$/i;
const LINK = /\[([^\][\n]+)\]\(([^()\n]*)\)/g;
const BOLD = /\*\*(?!\s)([^\n]+?)(?<!\s)\*\*/g;
// two braces are no live value: `{{constructor}}` is text
const NAMED = /(?<!\{)\{([a-z]{2,20})\}(?!\})/g;

/** A text with its live values. */
export const withLive = (text: string, live: Live): string =>
  text
    .replaceAll("tel:{phone}", `tel:${live.phone.replaceAll(/[^+\d]/g, "")}`)
    .replaceAll(NAMED, (written, name: string) => live[name as keyof Live] ?? written);

/** The text between the matches of a pattern, and the matches. */
function split<T>(text: string, pattern: RegExp, between: (plain: string) => T[], of: (match: RegExpExecArray) => T[]) {
  const found: T[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    found.push(...between(text.slice(end, match.index)), ...of(match));
    end = match.index + match[0].length;
  }
  return [...found, ...between(text.slice(end))];
}

const plainRun = (text: string): Inline[] => (text === "" ? [] : [{ text }]);

const linksIn = (text: string): Inline[] =>
  split(text, LINK, plainRun, ([written, words = "", target = ""]) =>
    TARGET.test(target.trim()) ? [{ text: words, href: target.trim() }] : [{ text: written }],
  );

/**
 * The runs of a text: `**bold**` and `[words](target)`. Whatever else it holds is text as it is written, also a link whose target
 * is no address that pages may lead to.
 */
export const inlineOf = (text: string): Inline[] =>
  split(text, BOLD, linksIn, ([, words = ""]) => linksIn(words).map((run) => ({ ...run, isBold: true as const })));

/** A text without its notation, as search engines and assistants read it. */
export const plainOf = (text: string): string =>
  inlineOf(text)
    .map((run) => run.text)
    .join("");

/** Values that make every target with a live value one that can be checked. */
const SAMPLE: Live = { email: "a@example.com", phone: "+520000000000", company: "Ronda", methods: "card" };

/** Why a text can't be saved: a link that leads nowhere, a live value that there isn't. Null when it can. */
export function wrongInline(text: string): { message: MessageId; values: Record<string, string> } | null {
  for (const [, , target = ""] of withLive(text, SAMPLE).matchAll(LINK))
    if (!TARGET.test(target.trim()))
      return { message: "content-pages.error.target", values: { target: target.trim() } };
  for (const [written, name = ""] of text.matchAll(NAMED))
    if (!LIVE_NAMES.some((known) => known === name))
      return { message: "content-pages.error.live", values: { name: written } };
  return null;
}
