import { choice, listAddress, search, type ValuesOf } from "#src/kernel/list-address.ts";
import { finderOf } from "#src/kernel/spelling.ts";
import type { Locale } from "#src/kernel/localized.ts";
import type { Pair } from "#src/kernel/pair.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import type { Older } from "#src/modules/office/translations/rules/older.ts";
import { tidied } from "#src/modules/office/translations/rules/slots.ts";

/** Where texts in both languages come from, in the order of the board. */
export const SOURCES = ["home", "pages", "gallery", "cities", "crawls", "emails", "pictures"] as const;
export type SourceKey = (typeof SOURCES)[number];

/** The sources in words. */
export const SOURCE_WORDS: Readonly<Record<SourceKey, MessageId>> = {
  home: "translations.source.home",
  pages: "translations.source.pages",
  gallery: "translations.source.gallery",
  cities: "translations.source.cities",
  crawls: "translations.source.crawls",
  emails: "translations.source.emails",
  pictures: "translations.source.pictures",
};

/** The sources whose texts are published from drafts: an import adds to those. */
export const DRAFTED: readonly SourceKey[] = ["home", "pages"];

/** `older`: the other language was reworded since, as far as that is known. */
export const STATES = ["missing", "older", "complete"] as const;
export type State = (typeof STATES)[number];

/** The states in words. */
export const STATE_WORDS: Readonly<Record<State, MessageId>> = {
  missing: "translations.state.missing",
  older: "translations.state.older",
  complete: "translations.state.complete",
};

/** The state of one text in words, as in an exported file. */
export const STATED: Readonly<Record<State, MessageId>> = {
  missing: "translations.stated.missing",
  older: "translations.stated.older",
  complete: "translations.stated.complete",
};

/** A text of the board. `key` names it in files: source, record and field. */
export type BoardText = Pair & {
  key: string;
  label: string;
  /** The editor at the very field. */
  href: Record<Locale, string>;
  older: Older;
  /** Whether its key is a place in a list: another text may stand there by now. */
  isInList: boolean;
};

/** A record with its texts; `isDraft`: they aren't published yet. */
export type BoardRecord = { source: SourceKey; id: string; name: string; isDraft: boolean; texts: BoardText[] };

/** The state of a text in one language. */
export function stateIn(language: Locale, text: Pair & { older: Older }): State {
  if (tidied(text[language]) === "") return "missing";
  return text.older?.language === language ? "older" : "complete";
}

/** The state of a text: what is missing comes before what is older. */
export function stateOf(text: Pair & { older: Older }): State {
  const states = [stateIn("en", text), stateIn("es", text)];
  return STATES.find((state) => states.includes(state))!;
}

/** A text that is written in neither language has nothing to translate: the page shows its own, or none. */
export const isWritten = ({ en, es }: Pair): boolean => tidied(en) !== "" || tidied(es) !== "";

export type Counts = Record<State, number>;

const countedBy = (texts: readonly BoardText[], stated: (text: BoardText) => State): Counts => {
  const counts = { missing: 0, older: 0, complete: 0 };
  for (const text of texts) counts[stated(text)] += 1;
  return counts;
};

/** How many texts are in each state. */
export const countStates = (texts: readonly BoardText[]): Counts => countedBy(texts, stateOf);

/** How many texts are in each state, language by language. */
export const countByLanguage = (texts: readonly BoardText[]): Record<Locale, Counts> => ({
  en: countedBy(texts, (text) => stateIn("en", text)),
  es: countedBy(texts, (text) => stateIn("es", text)),
});

/** The address of the board. */
export const BOARD_LIST = listAddress({ state: choice(STATES), source: choice(SOURCES), q: search() });
export type BoardFilter = ValuesOf<typeof BOARD_LIST>;

/** The records with the texts that a filter lets through; a record whose name matches the search keeps all of them. */
export function filtered(records: readonly BoardRecord[], { state, source, q }: BoardFilter): BoardRecord[] {
  const finds = finderOf(q);
  const has = (...texts: string[]) => finds === null || finds(texts);
  return records
    .filter((record) => source === null || record.source === source)
    .map((record) => ({
      ...record,
      texts: record.texts.filter(
        (text) =>
          (state === null || stateOf(text) === state) && has(record.name, text.label, text.en, text.es, text.key),
      ),
    }))
    .filter(({ texts }) => texts.length > 0);
}
