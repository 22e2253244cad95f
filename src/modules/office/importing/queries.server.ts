import { inLocale } from "#src/kernel/localized.ts";
import { CURRENCIES } from "#src/kernel/money.ts";
import { fail, ok } from "#src/kernel/result.ts";
import type { Cell, Sheet } from "#src/kernel/sheet.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { staffWho } from "#src/modules/base/identity/queries.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import { currencyRates } from "#src/modules/base/settings/queries.server.ts";
import { countWrittenTo } from "#src/modules/mail/notifications/queries.server.ts";
import { planImport, type Planned } from "#src/modules/office/importing/plan-import.server.ts";
import { type ImportKind, TEMPLATES } from "#src/modules/office/importing/rules/fields.ts";
import {
  crawlFinder,
  crawlNamesIn,
  type FileTable,
  folded,
  LEFT_OUT,
  type Mapping,
} from "#src/modules/office/importing/rules/mapping.ts";
import { type ReadyBooking, sumsOf } from "#src/modules/office/importing/rules/plan-bookings.ts";
import type { ReadyCustomer } from "#src/modules/office/importing/rules/plan-customers.ts";
import { groupErrors } from "#src/modules/office/importing/rules/group-errors.ts";
import type { RowError } from "#src/modules/office/importing/rules/read-guest.ts";
import { seenOf } from "#src/modules/office/importing/rules/seen.ts";
import { undoBlockOf, type UndoBlocks } from "#src/modules/office/importing/rules/undo.ts";
import type { DoneView, DraftView, ImportLine, PreviewRow } from "#src/modules/office/importing/schema.ts";
import {
  bookingsOfImport,
  changedOf,
  crawlsByName,
  customersAt,
  customersOfImport,
  idsOfImport,
  importById,
  type ImportRow,
  listImports,
  reachableOf,
  referenceOf,
  sourcesSoFar,
  startedOf,
} from "#src/modules/office/importing/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

const refused = () => fail("forbidden", { missing: "imports.change" as const });

/** Imports that are listed, the newest of all. */
const MOST_IMPORTS = 100;
/** Rows of the preview; and errors that the page lists, the rest is in the file of errors. */
const FIRST_ROWS = 10;
const MOST_ERRORS = 100;
/** Bookings or customers of a page. */
const PAGE = 50;

const aboutOf = ({ id, kind, source, file_name: file, test: isPractice, made_at }: ImportRow) => ({
  id,
  kind,
  source,
  file,
  isPractice,
  madeAt: made_at.toISOString(),
});

/** The imports so far with their drafts, and the systems that they came from. Needs `imports.change`. Refusal: forbidden {missing}. */
export async function importsPage(ctx: Context) {
  if (!can(ctx.actor, "imports.change")) return refused();
  const [rows, sources, staff] = await Promise.all([
    listImports(ctx.db, MOST_IMPORTS),
    sourcesSoFar(ctx.db),
    staffWho(ctx, "imports.change"),
  ]);
  const names = new Map(staff.map(({ id, name }) => [id, name]));
  const imports = rows.map((row): ImportLine => ({
    ...aboutOf(row),
    state: row.state,
    by: names.get(row.made_by ?? "") ?? null,
    count: row.outcome.count ?? null,
  }));
  return ok({ imports, sources });
}

/**
 * One import: a draft with what it would do now, or what was brought, after a line. Needs `imports.change`. Refusals: forbidden
 * {missing}, import_not_found.
 */
export async function importPage(ctx: Context, id: string, after: number) {
  if (!can(ctx.actor, "imports.change")) return refused();
  const row = await importById(ctx.db, id);
  if (!row) return fail("import_not_found");
  if (row.state !== "draft") return ok({ view: await doneView(ctx, row, after) });
  const draft = await draftView(ctx, row);
  return draft ? ok({ view: draft }) : fail("import_not_found");
}

async function draftView(ctx: Context, row: ImportRow): Promise<DraftView | null> {
  const result = await planImport(ctx, ctx.db, row);
  const table = result.ok ? result.planned.table : result.reason === "columns_missing" ? result.table : null;
  if (!table) return null;
  const [crawls, rates] = await Promise.all([crawlsByName(ctx.db), currencyRates(ctx)]);
  const { mapping } = row;
  const crawlCalled = crawlFinder(crawls, mapping.crawls);
  const crawlNames = crawlNamesIn(table, mapping).map((name) => ({
    key: folded(name),
    name,
    crawl: crawlCalled(name),
  }));
  return {
    ...aboutOf(row),
    // it is imported as what counts at that moment, whatever counted when its file came
    isPractice: practises(ctx),
    state: "draft",
    heads: [...table.heads],
    examples: table.heads.map((_, at) => table.rows.map(({ cells }) => cells[at]?.trim() ?? "").find(Boolean) ?? ""),
    rows: table.rows.length,
    mapping,
    missing: !result.ok && result.reason === "columns_missing" ? result.missing : [],
    crawls: crawls.map(({ id, title, title_es }) => ({ id, title: inLocale(ctx.locale, title, title_es) })),
    crawlNames,
    currencies: CURRENCIES.filter((code) => code === "USD" || rates.perUsd[code] !== undefined),
    plan: result.ok ? shownPlan(ctx, result.planned, mapping, (id) => titleOf(ctx, crawls, id)) : null,
  };
}

type Crawls = Awaited<ReturnType<typeof crawlsByName>>;
const titleOf = ({ locale }: Pick<Context, "locale">, crawls: Crawls, id: string): string => {
  const crawl = crawls.find((one) => one.id === id);
  return crawl ? inLocale(locale, crawl.title, crawl.title_es) : "";
};

function shownPlan(
  ctx: Pick<Context, "settings">,
  planned: Planned,
  mapping: Mapping,
  title: (crawlId: string) => string,
): DraftView["plan"] {
  const { plan, table } = planned;
  const bookings = planned.kind === "bookings" ? planned.plan.ready : [];
  const customers = planned.kind === "customers" ? planned.plan.ready : [];
  const cellOf = cellsByLine(table, mapping);
  return {
    count: plan.ready.length,
    people: bookings.reduce((sum, { people }) => sum + people, 0),
    nights: new Set(bookings.map(({ night }) => night.id)).size,
    unpaid: bookings.filter(({ paid, total }) => !paid && total > 0).length,
    sums: sumsOf(bookings),
    first: [
      ...bookings.slice(0, FIRST_ROWS).map((row) => bookingRow(row, title)),
      ...customers.slice(0, FIRST_ROWS).map(customerRow),
    ],
    errors: groupErrors(plan.errors.map((error) => ({ ...error, cell: cellOf(error) }))).slice(0, MOST_ERRORS),
    errorCount: plan.errors.length,
    wrongRows: new Set(plan.errors.map(({ line }) => line)).size,
    leftOut: LEFT_OUT.map((why) => ({ why, count: plan.leftOut.filter((one) => one.why === why).length })).filter(
      ({ count }) => count > 0,
    ),
    seen: seenOf(plan, practises(ctx)),
  };
}

const MOST_SHOWN = 60;

/** What stands in the cell that an error is about, shortened. */
function cellsByLine({ heads, rows }: FileTable, { columns }: Mapping) {
  const byLine = new Map(rows.map(({ line, cells }) => [line, cells]));
  return ({ line, field }: Pick<RowError, "line" | "field">): string => {
    const head = columns[field];
    const cell = head === undefined ? "" : (byLine.get(line)?.[heads.indexOf(head)] ?? "").trim();
    return cell.length > MOST_SHOWN ? `${cell.slice(0, MOST_SHOWN)}…` : cell;
  };
}

const nameOf = ({ first_name, last_name }: { first_name: string; last_name: string }) =>
  `${first_name} ${last_name}`.trim();

const bookingRow = (row: ReadyBooking, title: (crawlId: string) => string): PreviewRow => ({
  line: row.line,
  name: nameOf(row),
  contact: row.email || row.phone,
  booking: {
    reference: row.reference,
    date: row.night.date,
    crawl: title(row.night.crawlId),
    people: row.people,
    total: row.total,
    currency: row.currency,
    paid: row.paid,
  },
});

const customerRow = (row: ReadyCustomer): PreviewRow => ({
  line: row.line,
  name: nameOf(row),
  contact: row.email || row.phone,
  tags: row.tags,
});

async function doneView(ctx: Context, row: ImportRow, after: number): Promise<DoneView> {
  const page = { after, limit: PAGE + 1 };
  const [bookings, customers, ids, reachable] = await Promise.all([
    row.kind === "bookings" ? bookingsOfImport(ctx.db, row.id, page) : [],
    row.kind === "customers" ? customersOfImport(ctx.db, row.id, page) : [],
    row.kind === "bookings" ? idsOfImport(ctx.db, row.id) : [],
    row.kind === "bookings" ? reachableOf(ctx.db, row.id) : [],
  ]);
  const blocks =
    row.state === "done" && row.kind === "bookings" ? await undoBlocks(ctx, ctx.db, { ...row, ids }) : null;
  const lines = row.kind === "bookings" ? bookings : customers;
  return {
    ...aboutOf(row),
    state: row.state === "undone" ? "undone" : "done",
    doneAt: row.done_at?.toISOString() ?? row.made_at.toISOString(),
    undoneAt: row.undone_at?.toISOString() ?? null,
    outcome: row.outcome,
    bookings: bookings
      .slice(0, PAGE)
      .map(({ title, title_es, ...one }) => ({ ...one, title: inLocale(ctx.locale, title, title_es) })),
    customers: customers
      .slice(0, PAGE)
      .map((one) => ({ id: one.id, name: nameOf(one), contact: one.email || one.phone, tags: one.tags })),
    next: lines.length > PAGE ? lines[PAGE - 1]!.line : null,
    confirming: { at: row.confirming_at?.toISOString() ?? null, count: reachable.length },
    undo: blocks && undoBlockOf(blocks),
  };
}

/** What keeps an import of bookings from being undone. `ids`: those whose references are still there. */
export async function undoBlocks(
  ctx: Context,
  on: Db | Tx,
  { id, ids, confirming_at, outcome }: Pick<ImportRow, "id" | "confirming_at" | "outcome"> & { ids: readonly string[] },
): Promise<UndoBlocks> {
  const isConfirming = confirming_at !== null;
  const forgotten = Math.max(0, (outcome.count ?? 0) - ids.length);
  if (ids.length === 0) return { confirming: isConfirming, forgotten, emailed: 0, came: 0, changed: 0, over: 0 };
  const emailed = await countWrittenTo(on, ids);
  const came = await ctx.ask.bookingsThatCame(on, ids);
  const changed = await changedOf(on, id);
  const over = await startedOf(on, id, ctx.now);
  return { confirming: isConfirming, forgotten, emailed, came: came.size, changed, over };
}

/**
 * A draft's rows with errors, each with what is wrong with it behind, in the reader's language. Needs `imports.change`. Refusals:
 * forbidden {missing}, import_not_found.
 */
export async function errorSheet(ctx: Context, id: string) {
  if (!can(ctx.actor, "imports.change")) return refused();
  const row = await importById(ctx.db, id);
  if (row?.state !== "draft") return fail("import_not_found");
  const result = await planImport(ctx, ctx.db, row);
  if (!result.ok) return fail("import_not_found");
  const { t } = await i18nFor(ctx.locale);
  const { plan, table } = result.planned;
  const wrong = new Map<number, string[]>();
  for (const { line, field, problem, values = {} } of plan.errors)
    wrong.set(line, [
      ...(wrong.get(line) ?? []),
      `${row.mapping.columns[field] ?? t(`importing.field.${field}`)}: ${t(`importing.problem.${problem}`, values)}`,
    ]);
  const rows = table.rows.filter(({ line }) => wrong.has(line));
  const sheet: Sheet = {
    head: [...table.heads, t("importing.errors.head")],
    parts: [
      rows.map(({ line, cells }): Cell[] => [
        ...table.heads.map((_, at) => cells[at] ?? ""),
        wrong.get(line)!.join(" "),
      ]),
    ],
  };
  return ok({ sheet });
}

/** A file to fill in, with a row as an example, in the reader's language. Needs `imports.change`. Refusal: forbidden {missing}. */
export function templateSheet(ctx: Context, kind: ImportKind) {
  if (!can(ctx.actor, "imports.change")) return refused();
  const [head, example] = TEMPLATES[ctx.locale][kind];
  return ok({ sheet: { head, parts: [[example]] } satisfies Sheet });
}

/** Under which number which system knew a booking, for pages that show it; null where it wasn't imported. Checks no access. */
export const importedFrom = async ({ db }: Pick<Context, "db">, bookingId: string) =>
  (await referenceOf(db, bookingId)) ?? null;

/** What was imported of a person, for their own data. Checks no access. */
export const storedImports = (ctx: Pick<Context, "db">, email: string | null) => customersAt(ctx.db, email);
