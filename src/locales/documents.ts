// Types of long texts, for the components that show them; documents.server.ts reads them.

/** A paragraph, or the items of a list. */
export type Block = { text: string } | { items: string[] };
export type Section = { id: string; title: string; blocks: Block[] };

/** A text in sections. `id` of a section is its anchor, the same in both languages. */
export type Document = {
  title: string;
  description: string;
  lead: string;
  updated: string | null;
  /** heading of the table of contents */
  contents: string;
  sections: Section[];
};

/** Questions and answers in groups. */
export type Questions = Omit<Document, "sections" | "updated"> & {
  groups: { id: string; title: string; questions: { id: string; question: string; answer: string }[] }[];
  more: { title: string; text: string; action: string };
};

/** The about page: who we are, partners, how a night goes stop by stop. */
export type About = Omit<Document, "updated" | "contents"> & {
  picture: string;
  route: { title: string; note: string; stops: { time: string; title: string; text: string }[] };
  action: { title: string; book: string; ask: string };
};
