import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import type { Currency } from "#src/kernel/money.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { issueInvoice } from "#src/modules/books/invoices/issue-invoice.server.ts";
import {
  invoiceFile,
  invoiceOf,
  listRequests,
  openInvoiceFile,
  openRequest,
  whyInvoiceRefused,
} from "#src/modules/books/invoices/queries.server.ts";
import { writeRequests } from "#src/modules/books/invoices/list-requests.server.ts";
import { refuseInvoice } from "#src/modules/books/invoices/refuse-invoice.server.ts";
import { requestInvoice } from "#src/modules/books/invoices/request-invoice.server.ts";
import { InvoiceRequest } from "#src/modules/books/invoices/schema.ts";
import { REQUEST_LIST, type RequestFilter } from "#src/modules/books/invoices/rules/request-list.ts";
import { composeEmail } from "#src/modules/mail/notifications/compose-email.server.ts";
import { readSubject, whyWithheld } from "#src/modules/mail/notifications/read-subject.server.ts";
import { refundPart } from "#src/modules/money/payments/refund-part.server.ts";
import { cancelBooking } from "#src/modules/changes/cancellation/cancel-booking.server.ts";
import { attentionCounts, waitingItems } from "#src/modules/office/reports/queries.server.ts";
import { forgetSettings } from "#src/modules/base/settings/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { cfdiFiles } from "#tests/cfdi-file.ts";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addDeparture, later, seedMinimal } from "#tests/seeds.ts";
import { csvText, readCsv } from "#tests/sheets.ts";

const database = freshDatabase();
const stage = payingStage(database);
let crawlId: string;
beforeAll(async () => {
  ({ crawlId } = await seedMinimal(database.services.db));
});

const DAY = 24 * 60;
const staff = (minutes = 0, role = "manager"): Context =>
  database.ctx({ now: later(minutes), actor: { kind: "user", role } });
const data = InvoiceRequest.parse({
  rfc: "NUSO900101AB1",
  legal_name: "Sofía Núñez",
  tax_regime: "612",
  postal_code: "06700",
  cfdi_use: "G03",
  email: "contador@firm.test",
});

const ADMIN = { kind: "user", role: "admin" } as const;
async function paid(over: Parameters<typeof stage.books>[1] = {}, night?: string): Promise<string> {
  const booking = await stage.books(night ?? (await addDeparture(database.services.db, crawlId)), over);
  const { externalId } = await stage.goesToPay(booking);
  stage.provider.pays(externalId);
  await stage.webhook(externalId, 3);
  return booking;
}
const asks = (id: string, minutes = 5, over: Partial<InvoiceRequest> = {}) =>
  requestInvoice(staff(minutes), { ...data, ...over, booking_id: id, token: null });
/** As a guest would: the money by the guest's own rule. */
const cancels = (id: string, expected_refund: { amount_minor: number; currency: Currency }, minutes: number) =>
  cancelBooking(staff(minutes), { booking_id: id, token: null, expected_refund });
const issues = (id: string, over: Parameters<typeof cfdiFiles>[0] = { total: "800.00" }, ctx = staff(10)) =>
  issueInvoice(ctx, { booking_id: id, ...cfdiFiles(over), any_total: false });
const refuses = (id: string, minutes = 10) =>
  refuseInvoice(staff(minutes), { booking_id: id, refusal: "The certificate shows another postal code." });
const listed = async (view: RequestFilter["view"], minutes = 10) => {
  const list = await listRequests(staff(minutes), REQUEST_LIST.values({ view }));
  return list.ok ? list.requests : [];
};
const find = async (id: string, view: RequestFilter["view"] = "all", minutes = 10) =>
  (await listed(view, minutes)).find((one) => one.id === id);
const emailsAbout = (id: string, kind: string) =>
  database.services.db
    .selectFrom("emails")
    .selectAll()
    .where("booking_id", "=", id)
    .where("kind", "=", kind)
    .orderBy("created_at")
    .execute();

test("asked for, listed with its deadline, issued once its files are right, and sent in the guest's language", async () => {
  const id = await paid({ language: "es" });
  expect(await asks(id)).toEqual({ ok: true });
  expect(await find(id, "open")).toMatchObject({
    legalName: "SOFÍA NÚÑEZ",
    state: "requested",
    practice: true,
    amount: 80_000,
    currency: "MXN",
    dueAt: later(3 * DAY + 5).toISOString(),
  });
  expect(await issues(id, { total: "800.00", rfc: "OTRA900101AB1" })).toMatchObject({ reason: "other_rfc" });
  expect(await issues(id, { total: "799.00" })).toMatchObject({ reason: "other_total" });
  expect(await issues(id, { total: "800.00", uuid: null })).toMatchObject({ reason: "not_stamped" });
  const { xml } = cfdiFiles({ total: "800.00" });
  const swapped = { booking_id: id, xml, pdf: xml, any_total: false };
  expect(await issueInvoice(staff(10), swapped)).toMatchObject({ reason: "not_pdf" });
  expect(await find(id, "open")).toBeDefined();

  const uuid = randomUUID();
  expect(await issues(id, { total: "800.00", uuid })).toEqual({ ok: true });
  expect(await find(id, "open")).toBeUndefined();
  expect(await find(id, "issued")).toMatchObject({ state: "issued" });
  expect(await invoiceOf(staff(), id)).toMatchObject({
    status: "issued",
    issued: { fiscal_uuid: uuid, total: 80_000 },
  });
  const file = await invoiceFile(staff(), id, "xml");
  expect([file?.filename, String(file?.content).includes("NUSO900101AB1")]).toEqual([`${uuid}.xml`, true]);
  expect(await asks(id, 20)).toMatchObject({ reason: "invoice_issued" });

  const [email] = await emailsAbout(id, "invoice_issued");
  expect(email).toMatchObject({ recipient: "contador@firm.test", language: "es" });
  const about = await readSubject(staff(), email!);
  expect(whyWithheld(about)).toBeNull();
  const composed = await composeEmail(staff(), email!, about);
  expect(composed.subject).toContain("Tu factura de la reserva");
  expect(composed.attachments.map(({ filename }) => filename)).toEqual(
    expect.arrayContaining([`${uuid}.xml`, `${uuid}.pdf`]),
  );
  // a bookkeeper isn't the guest
  expect(composed.text).not.toContain("token=");
  const entries = await database.services.db
    .selectFrom("audit_log")
    .select("action")
    .where("subject_id", "=", id)
    .where("action", "like", "invoice.%")
    .orderBy("id")
    .execute();
  expect(entries.map(({ action }) => action)).toEqual(["invoice.requested", "invoice.issued"]);
});

test("issued again it replaces the first, whose email isn't true any more; another booking can't have it", async () => {
  const [id, other] = [await paid(), await paid()];
  await asks(id);
  await asks(other);
  const [first, second] = [randomUUID(), randomUUID()];
  await issues(id, { total: "800.00", uuid: first });
  expect(await issues(id, { total: "800.00", uuid: second }, staff(20))).toEqual({ ok: true });
  expect((await invoiceFile(staff(), id, "pdf"))?.filename).toBe(`${second}.pdf`);
  expect(await issues(other, { total: "800.00", uuid: first })).toMatchObject({ reason: "invoice_elsewhere" });
  expect(await invoiceOf(staff(), other)).toMatchObject({ status: "requested", issued: null });
  // the same one with another PDF
  const { xml } = cfdiFiles({ total: "800.00", uuid: second });
  const pdf = new TextEncoder().encode("%PDF-1.7 another");
  const again = { booking_id: id, xml, pdf, any_total: false };
  expect(await issueInvoice(staff(30), again)).toEqual({ ok: true });
  // the form sent twice changes nothing, and sends nothing
  expect(await issueInvoice(staff(31), again)).toEqual({ ok: true });
  const emails = await emailsAbout(id, "invoice_issued");
  const withheld = await Promise.all(emails.map(async (email) => whyWithheld(await readSubject(staff(), email))));
  expect(withheld).toEqual(["the invoice is another one", null, null]);
});

test("an English invoice of dollars may be in either currency, and after a refund of what is left", async () => {
  const id = await paid({ currency: "USD", language: "en" });
  await asks(id, 5, { email: "sofia@guest.test" });
  const opened = await openRequest(staff(), id);
  const [receipt] = opened.ok ? opened.request.receipts : [];
  expect(receipt).toMatchObject({ currency: "USD", total: 4000, tax: 552, net: 3448 });
  expect(await issues(id, { total: "40.00", currency: "MXN" })).toMatchObject({ reason: "other_total" });
  expect(await issues(id, { total: "40.00", currency: "USD" })).toEqual({ ok: true });
  expect(await issues(id, { total: "800.00", currency: "MXN" }, staff(11))).toEqual({ ok: true });
  // staff's own rate of the day, once they have said so
  const odd = cfdiFiles({ total: "731.20", currency: "MXN" });
  expect(await issueInvoice(staff(12), { booking_id: id, ...odd, any_total: true })).toEqual({ ok: true });

  const cancelled = await paid();
  await asks(cancelled);
  const back = { amount_minor: 80_000, currency: "MXN" } as const;
  await cancelBooking(stage.at(6, { kind: "user", role: "manager" }), {
    booking_id: cancelled,
    token: null,
    expected_refund: back,
  });
  expect(await issues(cancelled, { total: "0.00" })).toEqual({ ok: true });
});

test("refused with a reason, told to the guest, corrected also after a month, and due anew", async () => {
  const id = await paid({ language: "en" });
  await asks(id);
  expect(await refuses(id)).toEqual({ ok: true });
  expect(await refuses(id, 11)).toMatchObject({ reason: "not_requested" });
  expect(await find(id, "refused")).toMatchObject({ state: "refused" });
  const [email] = await emailsAbout(id, "invoice_refused");
  const { text, subject } = await composeEmail(staff(), email!, await readSubject(staff(), email!));
  expect(subject).toContain("We can’t issue the invoice");
  expect(text).toContain("The certificate shows another postal code.");
  expect(text).toMatch(/manage\?token=\S+&do=invoice/);
  // the staff's own email about the request isn't true meanwhile
  const [message] = await emailsAbout(id, "staff_invoice_request");
  expect(whyWithheld(await readSubject(staff(), message!))).toBe("the invoice is refused");
  const corrected = 40 * DAY;
  expect(await asks(id, corrected)).toEqual({ ok: true });
  expect(await find(id, "open", corrected)).toMatchObject({
    state: "requested",
    dueAt: later(corrected + 3 * DAY).toISOString(),
  });
  expect(whyWithheld(await readSubject(staff(), email!))).toBe("the invoice is requested");
});

test("what is due within a day or late needs somebody; who may only read changes nothing", async () => {
  const id = await paid();
  await asks(id);
  const count = async (minutes: number) => (await attentionCounts(staff(minutes))).invoices?.count;
  const before = (await count(5))!;
  expect(await count(2 * DAY + 4)).toBe(before);
  const due = (await listed("open", 2 * DAY + 6)).filter(({ state }) => state === "close" || state === "late");
  expect(due.map((one) => one.id)).toContain(id);
  expect(await count(2 * DAY + 6)).toBe(due.length);
  const { of } = await waitingItems(staff(4 * DAY));
  expect(of.invoices?.map(({ kind }) => kind)).toContain("late");

  const support = staff(10, "support");
  expect(await issues(id, {}, support)).toMatchObject({ reason: "forbidden" });
  expect(await refuseInvoice(support, { booking_id: id, refusal: "no" })).toMatchObject({ reason: "forbidden" });
  const guide = staff(10, "guide");
  expect(await listRequests(guide, REQUEST_LIST.values())).toMatchObject({ reason: "forbidden" });
  expect(await openRequest(guide, id)).toMatchObject({ reason: "forbidden" });
  expect(await openInvoiceFile(guide, id, "xml")).toMatchObject({ reason: "forbidden" });
});

test("issuing and correcting at once: the invoice that is kept is for the data that counts", async () => {
  const id = await paid();
  await asks(id);
  const [issued, corrected] = await Promise.all([issues(id), asks(id, 9, { rfc: "OTRA900101AB1" })]);
  const now = await invoiceOf(staff(), id);
  const isIssued = { issued: true, corrected: false, rfc: "NUSO900101AB1", status: "issued" };
  const isCorrected = { issued: false, corrected: true, rfc: "OTRA900101AB1", status: "requested" };
  expect([isIssued, isCorrected]).toContainEqual({
    issued: issued.ok,
    corrected: corrected.ok,
    rfc: now?.rfc,
    status: now?.status,
  });
});

test.each([
  { currency: "MXN", language: "es", whole: 80_000, half: "400.00", own: "800.00" },
  { currency: "USD", language: "en", whole: 4000, half: "20.00", own: "40.00" },
] as const)(
  "cancelled too late for a refund ($currency), the guest gets an invoice of what was kept, and of nothing else",
  async ({ currency, language, whole, half, own }) => {
    const soon = await addDeparture(database.services.db, crawlId, {
      date: currency === "MXN" ? "2026-11-21" : "2026-11-22",
    });
    const hours = currency === "MXN" ? 10 : 34;
    const late = hours * 60;
    const record = await paid({ currency, language }, soon);
    const partly = await paid({ currency, language }, soon);
    const back = await paid({ currency, language }, soon);
    const [payment] = await stage.payments(partly);
    const part = { payment_id: payment!.id, amount: whole / 2, reason: "goodwill" };
    expect(await refundPart(stage.at(9, ADMIN), part, "goodwill-1")).toEqual({ ok: true });
    for (const [id, refund] of [
      [record, 0],
      [partly, 0],
    ] as const)
      expect(await cancels(id, { amount_minor: refund, currency }, late)).toMatchObject({ ok: true });
    expect(await cancels(back, { amount_minor: whole, currency }, 7)).toMatchObject({ ok: true });

    expect(await asks(back, late + 1)).toMatchObject({ reason: "not_confirmed" });
    for (const id of [record, partly]) expect(await asks(id, late + 1)).toEqual({ ok: true });
    expect(await find(record, "open", late + 2)).toMatchObject({ amount: whole, currency });
    expect(await find(partly, "open", late + 2)).toMatchObject({ amount: whole / 2, currency });
    const on = (ctx: number) => staff(ctx);
    expect(await issues(record, { total: own, currency }, on(late + 3))).toEqual({ ok: true });
    // the half that went back before it was asked for is in no invoice
    expect(await issues(partly, { total: own, currency }, on(late + 3))).toMatchObject({ reason: "other_total" });
    expect(await issues(partly, { total: half, currency }, on(late + 3))).toEqual({ ok: true });
  },
);

test("what a bank took back for good isn't invoiced; while it decides, what was paid is", async () => {
  const id = await paid({ language: "en" });
  const [payment] = await stage.payments(id);
  const disputed = async (state: "open" | "lost", minutes: number) => {
    const money = { amount: 80_000, currency: "MXN" } as const;
    stage.provider.disputes.set(payment!.external_id!, { state, money, reason: "fraudulent" });
    await stage.webhook(payment!.external_id!, minutes, { type: "dispute.updated" });
  };
  await disputed("open", 10);
  expect(await asks(id, 11)).toEqual({ ok: true });
  expect(await find(id, "open", 11)).toMatchObject({ amount: 80_000 });
  await disputed("lost", 20);
  expect(await find(id, "open", 21)).toMatchObject({ amount: 0 });
  const other = await paid({ language: "en" });
  const [again] = await stage.payments(other);
  const whole = { payment_id: again!.id, amount: 80_000, reason: "goodwill" };
  expect(await refundPart(stage.at(9, ADMIN), whole, "goodwill-2")).toEqual({ ok: true });
  expect(await asks(other, 11)).toMatchObject({ reason: "nothing_kept" });
});

test("the file of requests says all that an invoice does: recipient, SAT codes, and what stays with its tax", async () => {
  const nobody = await paid({ language: "es" });
  await asks(nobody);
  expect(await refuses(nobody, 12)).toEqual({ ok: true });
  const id = await paid({ currency: "USD", language: "en" });
  const [payment] = await stage.payments(id);
  const part = { payment_id: payment!.id, amount: 1000, reason: "goodwill" };
  expect(await refundPart(stage.at(9, ADMIN), part, "goodwill-3")).toEqual({ ok: true });
  await asks(id);
  const uuid = randomUUID();
  expect(await issues(id, { total: "30.00", currency: "USD", uuid })).toEqual({ ok: true });
  for (const [locale, format] of [
    ["en", "point"],
    ["es", "comma"],
  ] as const) {
    const { t } = await i18nFor(locale);
    const rowsOf = async (view: RequestFilter["view"]) => {
      const written = await writeRequests({ ...staff(13), locale }, REQUEST_LIST.values({ view }));
      if (!written.ok) throw new Error(written.reason);
      const [head, ...rows] = readCsv(await csvText(written.sheet, format), format);
      return rows.map((row) => Object.fromEntries(head!.map((name, index) => [name, row[index]!])));
    };
    const { reference } = await stage.bookingRow(id);
    const row = (await rowsOf("issued")).find((one) => one[t("invoices-admin.booking")] === reference)!;
    const pesos = (head: string) => row[t("invoices-admin.file.inPesos", { head })];
    expect(row).toMatchObject({
      [t("payments-manage.invoice.rfc")]: "NUSO900101AB1",
      [t("invoices-admin.legalName")]: "SOFÍA NÚÑEZ",
      [t("invoices-admin.regime")]: "612",
      [t("invoices-admin.postalCode")]: "06700",
      [t("invoices-admin.use")]: "G03",
      [t("invoices-admin.payMethod")]: "PUE",
      [t("invoices-admin.form")]: t("invoices-admin.form.04"),
      [t("invoices-admin.file.currency")]: "USD",
      [t("invoices-admin.file.total")]: format === "point" ? "30.00" : "30,00",
      [t("invoices-admin.file.tax")]: format === "point" ? "4.14" : "4,14",
      [t("invoices-admin.uuid")]: uuid.toUpperCase(),
    });
    expect(pesos(t("invoices-admin.file.total"))).toBe(format === "point" ? "600.00" : "600,00");
    const refused = await rowsOf("refused");
    expect(refused.map((one) => one[t("invoices-admin.refuse.why")])).toContain(
      "The certificate shows another postal code.",
    );
  }
  expect(await writeRequests(staff(13, "guide"), REQUEST_LIST.values())).toMatchObject({
    reason: "forbidden",
  });
});

test("a request that is answered, or comes too late, is only read", async () => {
  const late = 31 * DAY;
  const tooLate = await paid();
  expect(await asks(tooLate, late)).toMatchObject({ reason: "invoice_too_late", days: 30 });
  expect(await whyInvoiceRefused(staff(late), tooLate)).toMatchObject({ refused: "invoice_too_late", days: 30 });
  // another term of the operator's
  await database.services.db.insertInto("app_settings").values({ key: "invoice_ask_days", value: "40" }).execute();
  forgetSettings(database.services);
  expect(await whyInvoiceRefused(staff(late), tooLate)).toMatchObject({ refused: null, days: 40 });
  await database.services.db.deleteFrom("app_settings").where("key", "=", "invoice_ask_days").execute();
  forgetSettings(database.services);

  const issued = await paid();
  await asks(issued);
  await issues(issued);
  expect(await asks(issued, 12, { postal_code: "01000" })).toMatchObject({ reason: "invoice_issued" });
  expect(await refuses(issued, 12)).toMatchObject({ reason: "not_requested" });
  expect(await find(issued, "issued", late)).toMatchObject({ state: "issued" });
  expect(await invoiceOf(staff(), issued)).toMatchObject({ postal_code: "06700", status: "issued" });

  const refused = await paid();
  await asks(refused);
  await refuses(refused);
  // nothing is downloaded of what was never issued
  expect(await openInvoiceFile(staff(), refused, "pdf")).toMatchObject({ reason: "file_not_found" });
  expect(await find(refused, "refused", late)).toMatchObject({ state: "refused" });
  expect(await whyInvoiceRefused(staff(late), refused)).toMatchObject({ refused: null });
});
