import type { Locale } from "#src/kernel/localized.ts";

// Types of long texts, for the components that show them; documents.server.ts reads Ronda's own, the module `content` edited ones.

/** `lang`: the language of a text, where it isn't that of the page. */
export type InLang = { lang?: Locale };

/** A paragraph, or the items of a list. */
export type Block = InLang & ({ text: string } | { items: string[] });
/** A section. What stands before the first heading has no title. */
export type Section = InLang & { id: string; title: string; blocks: Block[] };

type Head = {
  title: string;
  description: string;
  lead: string;
  /** The language of title and lead, where it isn't that of the page. */
  langs?: { title?: Locale; lead?: Locale };
};

/** A text in sections. `id` of a section is its anchor, the same in both languages. */
export type Document = Head & {
  updated: string | null;
  /** heading of the table of contents */
  contents: string;
  sections: Section[];
};

export type Question = InLang & { id: string; question: string; answer: string; answerLang?: Locale };

/** Questions and answers in groups. */
export type Questions = Head & {
  contents: string;
  groups: (InLang & { id: string; title: string; questions: Question[] })[];
  more: { title: string; text: string; action: string };
};

type Stop = InLang & { time: string; title: string; text: string; textLang?: Locale };

/** The about page: who we are, partners, how a night goes stop by stop. */
export type About = Head & {
  picture: string;
  sections: Section[];
  /** Without stops it isn't shown. */
  route: { title: string; note: string; stops: Stop[]; langs?: { title?: Locale; note?: Locale } };
  action: { title: string; book: string; ask: string };
};
