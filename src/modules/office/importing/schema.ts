import { z } from "zod";
import { LOCALES } from "#src/kernel/localized.ts";
import { CURRENCIES, type Currency } from "#src/kernel/money.ts";
import { toOneLine } from "#src/kernel/plain-text.ts";
import {
  type Field,
  FIELDS,
  IMPORT_KINDS,
  type ImportKind,
  MOST_CELL,
} from "#src/modules/office/importing/rules/fields.ts";
import {
  DATE_ORDERS,
  folded,
  type LeftOut,
  LEFT_OUT,
  type Mapping,
} from "#src/modules/office/importing/rules/mapping.ts";
import type { ShownError } from "#src/modules/office/importing/rules/group-errors.ts";
import type { UndoBlock } from "#src/modules/office/importing/rules/undo.ts";

export type ImportState = "draft" | "done" | "undone";

/** What an import brought: rows of the file, bookings or customers, people, and sums per currency. */
export type ImportOutcome = { count?: number; people?: number; sums?: Sum[]; leftOut?: number };
export type Sum = { currency: Currency; total: number; paid: number };

const MISSING_FILE = "importing.error.file";

/** A file that is to be imported; a form without a chosen file sends one without a name. */
export const NewImport = z.object({
  key: z.uuid(),
  kind: z.enum(IMPORT_KINDS, "importing.error.kind"),
  source: z
    .string("importing.error.source")
    .overwrite(toOneLine)
    .min(1, "importing.error.source")
    .max(60, "errors.tooLong"),
  // not `z.file`: every page that reads a form would load what it checks besides
  file: z.custom<File>((file) => file instanceof File && file.name !== "", MISSING_FILE),
});
export type NewImport = z.infer<typeof NewImport>;

/** The prefix of the field that says which crawl a name of the file means; its number is the name's place. */
export const CRAWL_FIELD = "crawl-of-";

const head = z.string().overwrite(toOneLine).max(120);
const columns = Object.fromEntries(FIELDS.map((field) => [`column-${field}`, head.optional()])) as Record<
  `column-${Field}`,
  z.ZodOptional<typeof head>
>;

/** What each column is, as the form of a draft posts it. Names of crawls come as pairs: `crawl-name-0`, `crawl-of-0`. */
const MappingForm = z.object({
  ...columns,
  dates: z.enum(DATE_ORDERS),
  crawl: z.union([z.literal(""), z.uuid()]).default(""),
  currency: z.enum(CURRENCIES).default("MXN"),
  paid: z.enum(["paid", "unpaid"]).default("paid"),
  language: z.enum(LOCALES),
});

/** Reads the form; null for one that isn't ours. `isChosen` tells the boxes of `leave-…` and pairs of crawls from the rest. */
export function mappingIn(form: FormData): Mapping | null {
  const read = MappingForm.safeParse(Object.fromEntries(form));
  if (!read.success) return null;
  const { dates, crawl, currency, paid, language } = read.data;
  const chosen = FIELDS.flatMap((field) => {
    const own = read.data[`column-${field}`];
    return own ? [[field, own] as const] : [];
  });
  const crawls: Record<string, string> = {};
  for (const [name, value] of form) {
    const at = name.startsWith(CRAWL_FIELD) ? form.get(`crawl-name-${name.slice(CRAWL_FIELD.length)}`) : null;
    if (typeof at === "string" && typeof value === "string" && z.uuid().safeParse(value).success)
      crawls[folded(at.slice(0, MOST_CELL))] = value;
  }
  return {
    columns: Object.fromEntries(chosen),
    dates,
    crawl: crawl || null,
    crawls,
    currency,
    paid: paid === "paid",
    language,
    leftOut: LEFT_OUT.filter((why) => form.has(`leave-${why}`)),
  };
}

/** What an import's press says that it saw, so that nothing else is imported than what was shown. */
export const ImportPress = z.object({ seen: z.string().max(200) });

type Bringing = {
  id: string;
  kind: ImportKind;
  source: string;
  file: string;
  isPractice: boolean;
  madeAt: string;
};

/** One of the list of imports. */
export type ImportLine = Bringing & {
  state: ImportState;
  by: string | null;
  count: number | null;
};

/** A row of the preview. */
export type PreviewRow = {
  line: number;
  name: string;
  contact: string;
  /** of a booking */
  booking?: {
    reference: string;
    date: string;
    crawl: string;
    people: number;
    total: number;
    currency: Currency;
    paid: boolean;
  };
  tags?: string[];
};

/** A draft: what its columns are, and what importing it would do. */
export type DraftView = Bringing & {
  state: "draft";
  heads: string[];
  /** the first cells of each column, as an example */
  examples: string[];
  rows: number;
  mapping: Mapping;
  missing: Field[];
  crawls: { id: string; title: string }[];
  /** names in the file, each with its key and the crawl that it means */
  crawlNames: { key: string; name: string; crawl: string | null }[];
  currencies: Currency[];
  plan: {
    count: number;
    people: number;
    nights: number;
    unpaid: number;
    sums: Sum[];
    first: PreviewRow[];
    errors: ShownError[];
    errorCount: number;
    wrongRows: number;
    leftOut: { why: LeftOut; count: number }[];
    seen: string;
  } | null;
};

export type ImportedBooking = {
  id: string;
  reference: string;
  external: string;
  name: string;
  date: string;
  title: string;
  people: number;
  total: number;
  currency: Currency;
  status: "pending" | "confirmed" | "cancelled";
};
export type ImportedCustomer = { id: string; name: string; contact: string; tags: string[] };

/** An import that was made. */
export type DoneView = Bringing & {
  state: "done" | "undone";
  doneAt: string;
  undoneAt: string | null;
  outcome: ImportOutcome;
  bookings: ImportedBooking[];
  customers: ImportedCustomer[];
  /** the line after which to go on; null on the last page */
  next: number | null;
  confirming: { at: string | null; count: number };
  undo: { block: UndoBlock; count: number } | null;
};
