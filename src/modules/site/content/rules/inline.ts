import { type Locale, localizedPath } from "#src/kernel/localized.ts";
import { telLink } from "#src/kernel/tel-link.ts";
import type { MessageId } from "#src/locales/i18n.ts";

/** A run of a text: plain, bold, or a link. */
export type Inline = { text: string; isBold?: true; href?: string };

/** The values that a text can name in braces; they are put in when the page is shown. */
export const LIVE_NAMES = ["brand", "company", "founded", "email", "phone", "methods"] as const;
/**
 * The live values in the page's language; an empty one is left out. `brand`: the name on the site; `company`: who is responsible by
 * law; `founded`: the first year; `methods`: the ways to pay, as words in a sentence.
 */
export type Live = Readonly<Record<(typeof LIVE_NAMES)[number], string>>;

/** Where a link may lead: a website, an email address, a phone number, a page of this site. */
const TARGET = /^(https?:\/\/[^\s/?#]+\S*|mailto:[^\s@<>]+@[^\s@<>]+|tel:\+?[\d.-]{3,30}|\/(?![/\\])[^\s\\]*)$/i;
// an address may hold parentheses, but none inside others
const LINK = /\[([^\][\n]+)\]\(((?:[^()\n]|\([^()\n]*\))*)\)/g;
// a link is bold as a whole or not: two stars inside it are its words'
const BOLD = new RegExp(String.raw`\*\*(?!\s)((?:${LINK.source}|(?!${LINK.source})[^\n])+?)(?<!\s)\*\*`, "g");
const LINK_OR_BOLD = new RegExp(`(?<link>${LINK.source})|${BOLD.source}`, "g");
const OPEN_LINK = /\[[^\][\n]+\]\(\S*/;
// two braces are no live value: `{{constructor}}` is text
const NAMED = /(?<!\{)\{([a-z]{2,20})\}(?!\})/g;

/** A text with its live values. */
export const withLive = (text: string, live: Partial<Live>): string =>
  (live.phone === undefined ? text : text.replaceAll("tel:{phone}", telLink(live.phone))).replaceAll(
    NAMED,
    (written, name: string) => (Object.hasOwn(live, name) ? live[name as keyof Live]! : written),
  );

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

const bold = (runs: Inline[]): Inline[] => runs.map((run) => ({ ...run, isBold: true }));

const boldIn = (text: string): Inline[] => split(text, BOLD, plainRun, ([, words = ""]) => bold(plainRun(words)));

const linksIn = (text: string): Inline[] => split(text, LINK, plainRun, ([written]) => linkOf(written));

function linkOf(written: string): Inline[] {
  const [, words = "", target = ""] = new RegExp(LINK.source).exec(written)!;
  const href = target.trim();
  return TARGET.test(href) ? boldIn(words).map((run) => ({ ...run, href })) : [{ text: written }];
}

/**
 * The runs of a text: `**bold**` and `[words](target)`, each inside the other. Whatever else it holds is text as it is written,
 * also a link whose target is no address that pages may lead to.
 */
export const inlineOf = (text: string): Inline[] =>
  split(text, LINK_OR_BOLD, plainRun, ({ 0: written, groups }) =>
    groups?.["link"] === undefined ? bold(linksIn(written.slice(2, -2))) : linkOf(written),
  );

/** The runs of a text, those of one link together. */
export function linkedRuns(text: string): { href: string | undefined; runs: Inline[] }[] {
  const links: { href: string | undefined; runs: Inline[] }[] = [];
  for (const run of inlineOf(text)) {
    const last = links.at(-1);
    if (last && last.href === run.href) last.runs.push(run);
    else links.push({ href: run.href, runs: [run] });
  }
  return links;
}

// addresses that are the same in both languages: files, and what programs read
const ONE_ADDRESS = /^(\/(api|assets|cards|pictures|uploads)(?=[/?#]|$)|[^?#]*\.[a-z\d]{2,12}(?=[?#]|$))/i;

/** Where a link of a text leads from a page in a language. */
export const hrefIn = (href: string, locale: Locale): string =>
  href.startsWith("/") && !ONE_ADDRESS.test(href) ? localizedPath(href, locale) : href;

/** A text without its notation, as search engines and assistants read it. */
export const plainOf = (text: string): string =>
  inlineOf(text)
    .map((run) => run.text)
    .join("");

/** Values that make every target with a live value one that can be checked. */
const SAMPLE: Live = {
  brand: "A",
  company: "A",
  founded: "2022",
  email: "a@example.com",
  phone: "+520000000000",
  methods: "card",
};

type Wrong = { message: MessageId; values: Record<string, string> };

/** Why a text with live values can't be saved: one that there isn't. Null when it can. */
export function wrongLive(text: string): Wrong | null {
  for (const [written, name = ""] of text.matchAll(NAMED))
    if (!LIVE_NAMES.some((one) => one === name))
      return { message: "content-pages.error.live", values: { name: written } };
  return null;
}

/** Why a text with notation can't be saved: a link that leads nowhere, or a live value that there isn't. Null when it can. */
export function wrongInline(text: string): Wrong | null {
  const withSamples = withLive(text, SAMPLE);
  const targets = Array.from(withSamples.matchAll(LINK), ([, , target = ""]) => target.trim());
  // what would be shown as it is written: an address with parentheses in parentheses, or without its end
  const [open] = OPEN_LINK.exec(withSamples.replaceAll(LINK, " ")) ?? [];
  const wrong = targets.find((target) => !TARGET.test(target)) ?? open?.slice(open.indexOf("](") + 2);
  return wrong === undefined ? wrongLive(text) : { message: "content-pages.error.target", values: { target: wrong } };
}
