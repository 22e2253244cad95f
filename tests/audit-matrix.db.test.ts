import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { CRAWL_ACTS } from "#src/modules/site/catalog/rules/answer.ts";
import { allows, ROLES } from "#src/modules/base/identity/rules/permissions.ts";
import { ACTS } from "#src/modules/books/reconciliation/rules/admin.ts";
import { AdminAct } from "#src/modules/office/booking-admin/rules/admin-acts.ts";
import { assistantRows } from "#tests/audit-matrix/assistants.ts";
import { bookingRows } from "#tests/audit-matrix/bookings.ts";
import { cityRows } from "#tests/audit-matrix/cities.ts";
import { importRows } from "#tests/audit-matrix/imports.ts";
import { guideRows } from "#tests/audit-matrix/guides.ts";
import { moneyRows } from "#tests/audit-matrix/money.ts";
import { doorRows } from "#tests/audit-matrix/door.ts";
import { contentRows } from "#tests/audit-matrix/content.ts";
import { pageRows } from "#tests/audit-matrix/pages.ts";
import { openingRows } from "#tests/audit-matrix/opening.ts";
import { galleryRows, mediaRows, postRows } from "#tests/audit-matrix/pictures.ts";
import { qrRows } from "#tests/audit-matrix/qr-codes.ts";
import { couponRows, crawlRows, priceRuleRows } from "#tests/audit-matrix/offer.ts";
import { partnerRows } from "#tests/audit-matrix/partners.ts";
import { optionRows } from "#tests/audit-matrix/options.ts";
import { guestRows, staffRows } from "#tests/audit-matrix/people.ts";
import { scheduleRows } from "#tests/audit-matrix/schedule.ts";
import { giftCardRows } from "#tests/audit-matrix/gift-cards.ts";
import { waitingRows } from "#tests/audit-matrix/waiting.ts";
import { webhookRows } from "#tests/audit-matrix/webhooks.ts";
import { addOnRows } from "#tests/audit-matrix/add-ons.ts";
import { stopRows } from "#tests/audit-matrix/stops.ts";
import { translationRows } from "#tests/audit-matrix/translations.ts";
import { partnerLinkRows } from "#tests/audit-matrix/partner-links.ts";
import { type Row, staffStage } from "#tests/audit-matrix/stage.ts";
import { templateRows } from "#tests/audit-matrix/templates.ts";
import { deskRows } from "#tests/audit-matrix/desks.ts";
import { keyRows } from "#tests/audit-matrix/keys.ts";
import { connectionRows } from "#tests/audit-matrix/connections.ts";
import { statementRows } from "#tests/audit-matrix/statements.ts";
import { tillRows } from "#tests/audit-matrix/tills.ts";
import { expectTold, recordsIn } from "#tests/audit-matrix/audit-changes.ts";
import { fingerprint } from "#tests/fingerprint.ts";

// Every staff change leaves one entry of its name in the audit log for each record it touches, under their name. A refused one
// changes nothing at all, and a form sent twice, even concurrently, leaves no second entry. For a new admin use case, add a row
// to a table in tests/audit-matrix/.

const stage = staffStage();
const MATRIX: Row[] = [
  moneyRows,
  bookingRows,
  doorRows,
  scheduleRows,
  waitingRows,
  giftCardRows,
  crawlRows,
  cityRows,
  couponRows,
  priceRuleRows,
  // before the rows that close the site for sale
  deskRows,
  assistantRows,
  keyRows,
  connectionRows,
  statementRows,
  qrRows,
  contentRows,
  pageRows,
  guestRows,
  staffRows,
  optionRows,
  openingRows,
  galleryRows,
  postRows,
  templateRows,
  mediaRows,
  translationRows,
  importRows,
  tillRows,
  guideRows,
  addOnRows,
  webhookRows,
  stopRows,
  partnerRows,
  partnerLinkRows,
].flatMap((rows) => rows(stage));

const entriesAfter = (id: number) =>
  stage
    .db()
    .selectFrom("audit_log")
    .select(["id", "action", "subject_type", "subject_id", "actor_kind", "actor_id", "source", "changes"])
    .where("id", ">", id)
    .orderBy("id")
    .execute();
const lastEntry = async () => (await entriesAfter(0)).at(-1)?.id ?? 0;

const everything = () => fingerprint(stage.database.services.pool);

const inOrder = (subjects: readonly (readonly [string, string])[]) =>
  subjects.toSorted(([, a], [, b]) => (a < b ? -1 : 1));

describe.each(MATRIX)("$act", ({ prepare, leaves, along = [], again, needs, refusal = "forbidden" }) => {
  test("leaves one entry of its name about each record, in the person's name, and none when it is sent again", async () => {
    const { act, about } = await prepare();
    const [before, records] = [await lastEntry(), await recordsIn(stage.database.services.pool)];
    const done = await act(stage.as("admin"));
    expect(done).toMatchObject({ ok: true });
    const entries = await entriesAfter(before);
    expectTold(entries, records, await recordsIn(stage.database.services.pool));
    const own = entries.filter(({ action }) => action === leaves);
    const subjects = own.map(({ subject_type, subject_id }) => [subject_type, subject_id] as const);
    expect(inOrder(subjects)).toEqual(leaves === null ? [] : inOrder(about(done)));
    expect(entries.filter(({ action }) => action !== leaves).map(({ action }) => action)).toEqual(along);
    const by = { actor_kind: "user", actor_id: stage.adminId, source: "203.0.113.7" };
    expect(entries).toEqual(entries.map((entry) => ({ ...entry, ...by })));

    if (again === "another act") return;
    const then = await everything();
    const repeated = await act(stage.as("admin"));
    expect(repeated).toMatchObject(again === "done" ? { ok: true } : { ok: false, reason: again });
    expect(await everything()).toEqual(then);
  });

  test.skipIf(again === "another act")("leaves no more when it is sent twice at once", async () => {
    const { act, about } = await prepare();
    const before = await lastEntry();
    const both = await Promise.all([act(stage.as("admin")), act(stage.as("admin"))]);
    const done = both.find(({ ok }) => ok)!;
    const own = leaves === null ? [] : about(done).map(() => leaves);
    const names = (await entriesAfter(before)).map(({ action }) => action);
    expect(names.toSorted()).toEqual([...own, ...along].toSorted());
  });

  test("is refused to whoever may not, and changes nothing", async () => {
    const { act } = await prepare();
    const before = await everything();
    const lacking = ROLES.filter((role) => !needs.every((permission) => allows(role, permission)));
    // a guide may do some of it, a customer nothing
    expect(lacking).toContain("customer");
    for (const role of lacking) expect(await act(stage.as(role)), role).toMatchObject({ ok: false, reason: refusal });
    const halfSignedIn = stage.as("admin", { secondFactor: false });
    expect(await act(halfSignedIn), "without the second factor").toMatchObject({ ok: false, reason: refusal });
    expect(await everything()).toEqual(before);
  });
});

test("of all that staff do, a bookkeeper closes months", () => {
  const may = MATRIX.filter(({ needs }) => needs.every((permission) => allows("bookkeeper", permission)));
  expect(may.map(({ act }) => act)).toEqual(["statements: close a month"]);
});

test.each([
  ["money", ACTS],
  ["crawl", CRAWL_ACTS],
  ["booking", AdminAct.options.map(({ shape }) => shape.act.value)],
])("every act of “%s: …” has its row", (page, acts) => {
  const ofPage = MATRIX.filter(({ act }) => act.startsWith(`${page}: `));
  const named = ofPage.map(({ act }) => /: (\w+)/.exec(act)![1]!);
  expect([...new Set(named)].toSorted()).toEqual([...new Set<string>(acts)].toSorted());
});

/** What the admin calls, or what requires a permission, without changing anything. */
const ONLY_READ = {
  "partners/partner-admin/draw-qr": "a code as a picture",
  "partners/partner-admin/write-qr-file": "a code on paper and as a file",
  "office/audit-log/write-csv": "the log as a file",
  "partners/commission/write-statement": "a statement on paper",
  "partners/commission/list-partners": "the partners with their figures",
  "partners/commission/write-partners": "the list as a file",
  "sales/affiliates/read-link": "the link of a partner’s own page",
  "site/content/read-pages": "the plain pages for their list, editor and preview",
  "sales/booking/grant-access": "whether somebody may open a booking",
  "sales/booking/price-offer": "what a departure costs, and whether it is for sale",
  "partners/commission/read-statement-file": "a statement as a file",
  "partners/commission/write-csv": "statements and the payout sheet as files",
  "sales/coupons/write-csv": "the list as a file",
  "sales/price-rules/write-csv": "the list as a file",
  "sales/booking/write-add-ons": "what was sold of add-ons as a file",
  "partners/measurement/write-csv": "the log of consents as a file",
  "evening/guides/write-month": "what guides worked in a month as a file",
  "books/invoices/list-receipts": "receipts with their tax, on a page and as a file",
  "books/invoices/list-requests": "requests of invoices as a file",
  "books/reconciliation/write-ledger": "the books of a month as a file",
  "office/night/reveal-phone": "one phone at a time; who looked stands in the access log",
  "office/night/write-list": "the list of a night on paper and as a file",
  "mail/notifications/pick-subject": "what an email is shown with",
  "mail/notifications/preview-template": "how an email would look",
  "mail/notifications/read-templates": "the texts of emails",
  "mail/notifications/plan-resend": "whether an email can be sent again, and why not",
  "mail/notifications/write-email-log": "the log of emails as a file",
  "evening/stops/read-night": "the stops of a night, for whoever may open it",
  "books/reconciliation/write-money-list": "payments and refunds as a file",
  "books/reconciliation/write-moved": "what money moved in a month as a file",
  "changes/change/price-change": "what a change would cost",
  "evening/till/check-credit": "what a code would pay of a sale",
  "evening/till/read-office": "the office’s cash and what moved it",
  "evening/till/write-csv": "the tills as a file",
  "evening/till/write-office": "what moved the office’s cash as a file",
  "evening/vouchers/write-settlement": "what a bar redeemed, as a PDF",
  "evening/vouchers/write-csv": "the same as a file",
  "office/reports/read-earnings": "what places earned per channel",
  "office/reports/write-chart": "the figures of a chart as a file",
  "office/translations/list-records": "the texts in two languages",
  "office/translations/plan-texts": "what importing a file would change",
  "office/translations/read-file": "the rows of a file",
  "office/translations/write-csv": "the texts as a file",
  "office/booking-admin/preview-bulk-act": "what cancelling or moving several bookings would do",
  "office/booking-admin/find-bookings": "what the command box finds of bookings",
  "office/booking-admin/read-panel": "all about a booking, and what could be done to it",
};

describe("no use case of staff is without its row", () => {
  const root = path.join(import.meta.dirname, "..");
  const read = (file: string) => fs.readFileSync(path.join(root, file), "utf8");
  const modules = "src/modules/";
  const sourceOf = (useCase: string) => read(`${modules}${useCase}.server.ts`);
  const USE_CASE = /^import (?!type\b)[^;]*?"#src\/modules\/([\w-]+\/[\w-]+\/[\w-]+)\.server\.ts";/gm;
  const importsOf = (source: string) => [...source.matchAll(USE_CASE)].map(([, useCase]) => useCase!);
  /** An `act-on-…` use case only delegates: those it delegates to count. */
  const handedOn = (useCase: string): string[] =>
    /\/act-on-/.test(useCase) ? importsOf(sourceOf(useCase)).flatMap(handedOn) : [useCase];
  const isRead = (useCase: string) => useCase.endsWith("/queries") || useCase.endsWith("/store");

  const called = fs
    .globSync("src/routes/admin/**/*.{ts,tsx}", { cwd: root })
    .flatMap((file) => importsOf(read(file)))
    .flatMap(handedOn);
  const asking = fs
    .globSync(`${modules}*/*/*.server.ts`, { cwd: root })
    .filter((file) => /\bcan\((ctx\.)?actor,/.test(read(file)))
    .map((file) => file.slice(modules.length, -".server.ts".length));
  const found = [...new Set([...called, ...asking])].filter((useCase) => !isRead(useCase));
  const inRows = new Set(MATRIX.flatMap(({ of }) => of));

  test("which the pages of the admin call, or which asks who may", () => {
    expect(found.length).toBeGreaterThan(40);
    expect([...inRows, ...Object.keys(ONLY_READ)].toSorted()).toEqual(found.toSorted());
  });

  test("and what only reads writes nothing down, nor does a query", () => {
    const queries = fs.globSync(`${modules}*/*/queries.server.ts`, { cwd: root }).map(read);
    for (const source of [...Object.keys(ONLY_READ).map(sourceOf), ...queries])
      expect(source).not.toContain("audit.server.ts");
  });
});
