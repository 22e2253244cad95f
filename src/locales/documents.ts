// The shapes of long texts, for the components that show them; documents.server.ts reads them.

/** A paragraph, or the items of a list. */
export type Block = { text: string } | { items: string[] };
export type Section = { id: string; title: string; blocks: Block[] };

/** A text in sections. `id` of a section is its anchor, the same in both languages. */
export type Document = {
  title: string;
  description: string;
  lead: string;
  updated: string | null;
  /** heads the table of contents */
  contents: string;
  sections: Section[];
};

/** The questions and their answers in groups. */
export type Questions = Omit<Document, "sections" | "updated"> & {
  groups: { id: string; title: string; questions: { id: string; question: string; answer: string }[] }[];
  more: { title: string; text: string; action: string };
};

/** What the page about us tells: who, with whom, how a night goes by its stops. */
export type About = Omit<Document, "updated" | "contents"> & {
  picture: string;
  route: { title: string; note: string; stops: { time: string; title: string; text: string }[] };
  action: { title: string; book: string; ask: string };
};
