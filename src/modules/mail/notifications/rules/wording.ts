import { threeWay } from "#src/kernel/merge.ts";
import type { Message } from "#src/locales/message.ts";
import type { TemplateKind } from "#src/modules/mail/notifications/kinds/every-kind.ts";
import { readText, type TextProblem, tidied } from "#src/modules/mail/notifications/rules/template.ts";
import { textsOf } from "#src/modules/mail/notifications/rules/template-texts.ts";
import type { Kind } from "#src/kernel/edited.ts";

export const LANGUAGES = ["en", "es"] as const;
export type Language = (typeof LANGUAGES)[number];

/** An operator's own texts of a kind by message id; a text that isn't there is Ronda's. */
export type Wording = Readonly<Record<Language, Readonly<Record<string, string>>>>;
export const NO_WORDING: Wording = { en: {}, es: {} };

/** One text in one language. */
export type Place = { language: Language; id: string };

/** Each text of a kind in each language, in the order of the email. */
const placesOf = (kind: TemplateKind): Place[] =>
  textsOf(kind).flatMap(({ id }) => LANGUAGES.map((language) => ({ language, id })));

const filled = (kind: TemplateKind, textAt: (place: Place) => string): Wording => {
  const texts: Record<Language, Record<string, string>> = { en: {}, es: {} };
  for (const place of placesOf(kind)) {
    const text = textAt(place);
    if (text !== "") texts[place.language][place.id] = text;
  }
  return texts;
};

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** A stored wording; for a text in another shape Ronda's is used, and texts that no longer exist are ignored. */
export function wordingOf(kind: TemplateKind, stored: unknown): Wording {
  return filled(kind, ({ language, id }) => {
    const texts = isObject(stored) ? stored[language] : undefined;
    const text = isObject(texts) && Object.hasOwn(texts, id) ? texts[id] : "";
    return typeof text === "string" ? text : "";
  });
}

/** What was typed, without what is as Ronda words it. */
export const ownOf = (kind: TemplateKind, typed: Wording, ronda: Wording): Wording =>
  filled(kind, ({ language, id }) => {
    const text = tidied(typed[language][id] ?? "");
    return text === tidied(ronda[language][id] ?? "") ? "" : text;
  });

/** Whether two wordings say the same. */
export const isSameWording = (kind: TemplateKind, a: Wording, b: Wording): boolean =>
  changesIn(kind, a, b).length === 0;

/** The texts in which two wordings differ; "" stands for Ronda's. */
export const changesIn = (kind: TemplateKind, old: Wording, now: Wording): (Place & { old: string; now: string })[] =>
  placesOf(kind)
    .map(({ language, id }) => ({ language, id, old: old[language][id] ?? "", now: now[language][id] ?? "" }))
    .filter((change) => change.old !== change.now);

/** The texts of a wording that can't be used, and why. */
export const problemsIn = (kind: TemplateKind, wording: Wording): (Place & { error: TextProblem })[] =>
  textsOf(kind).flatMap(({ id, ...rule }) =>
    LANGUAGES.flatMap((language) => {
      const text = wording[language][id];
      const read = text === undefined ? null : readText(text, rule);
      return read === null || read.ok ? [] : [{ language, id, error: read.error }];
    }),
  );

/** The messages that take the place of Ronda's in a language. A text that can't be used is left out: the email says Ronda's. */
export function messagesIn(kind: TemplateKind, wording: Wording, language: Language): ReadonlyMap<string, Message> {
  const messages = new Map<string, Message>();
  for (const { id, ...rule } of textsOf(kind)) {
    const text = wording[language][id];
    const read = text === undefined ? null : readText(text, rule);
    if (read?.ok) messages.set(id, read.message);
  }
  return messages;
}

/**
 * What becomes of a wording that somebody else published meanwhile: texts changed on one side only are taken from there; `both` are
 * those changed on both, where `mine` stays until its author decides.
 */
export function merged(kind: TemplateKind, base: Wording, mine: Wording, theirs: Wording) {
  const { both, choose } = threeWay<Place>();
  const wording = filled(kind, (place) => {
    const [was = "", own = "", other = ""] = [base, mine, theirs].map((one) => one[place.language][place.id]);
    return choose(place, [was, own, other]);
  });
  return { wording, both };
}

/** All texts of a kind: the operator's, and Ronda's where there are none. */
export const inFull = (own: Wording, ronda: Wording): Wording => ({
  en: { ...ronda.en, ...own.en },
  es: { ...ronda.es, ...own.es },
});

/** How the editor of a kind compares and merges its texts, typed in full. */
export function editedInFull(kind: TemplateKind, ronda: Wording): Kind<Wording, Place> {
  const own = (typed: Wording) => ownOf(kind, typed, ronda);
  const changed = (one: Wording, other: Wording) => changesIn(kind, own(one), own(other));
  const take = (onto: Wording, from: Wording, places: readonly Place[]): Wording => {
    const texts = { en: { ...onto.en }, es: { ...onto.es } };
    for (const { language, id } of places) texts[language][id] = from[language][id] ?? "";
    return texts;
  };
  return {
    changed,
    merged: (base, mine, theirs) => ({
      draft: take(theirs, mine, changed(base, mine)),
      both: merged(kind, own(base), own(mine), own(theirs)).both,
    }),
    take,
  };
}

/** How a kind is worded: by Ronda, by the operator, or by the operator in this language alone. */
export type WordingState = "ronda" | "own" | Language;

export function stateOf({ en, es }: Wording): WordingState {
  const [english, spanish] = [en, es].map((texts) => Object.keys(texts).length > 0);
  if (english && spanish) return "own";
  return english ? "en" : spanish ? "es" : "ronda";
}
