import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { createRoutesStub, RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import type { Locale } from "#src/kernel/localized.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { PageTexts } from "#src/locales/use-text.ts";
import { partnerToken } from "#src/modules/sales/affiliates/grant-link.server.ts";
import { revokePartnerLink } from "#src/modules/sales/affiliates/revoke-link.server.ts";
import type { PartnerAnswer } from "#src/modules/partners/commission/components/answered.tsx";
import { PartnerPage } from "#src/modules/partners/commission/components/partner-page.tsx";
import { statementSheet } from "#src/modules/partners/commission/write-csv.server.ts";
import { type Context, type RequestContext, requestContext } from "#src/platform/context.server.ts";
import { action, loader } from "#src/routes/public/partner.tsx";
import { loader as codeFile } from "#src/routes/public/partner-code.ts";
import { loader as statementFile } from "#src/routes/public/partner-statement.ts";
import { action as seen } from "#src/routes/public/partner-visit.ts";
import { bookDeparture } from "#tests/booked-departure.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { addLinkedPartner } from "#tests/partner-link.ts";
import { csvText } from "#tests/sheets.ts";

// What a partner sees behind their secret link, through the route: their figures, and nothing that says who a guest is.

const database = freshDatabase();
const db = () => database.services.db;
const GUEST = {
  first_name: "Xóchitl",
  last_name: "Quetzalcóatl",
  email: "xochitl@guest.example",
  phone: "+525511112222",
};

function request(ctx: Context, address: string, form?: Record<string, string>) {
  const context = new RouterContextProvider();
  context.set(requestContext, { ...ctx, user: () => Promise.resolve(ctx.actor) } as unknown as RequestContext);
  const body = form && new URLSearchParams(form);
  return { context, request: new Request(`http://ronda.test${address}`, body ? { method: "POST", body } : {}) };
}

/** The page of a token, as the route answers. */
async function open(token: string, { query = "", locale = "en" }: { query?: string; locale?: Locale } = {}) {
  const at = request({ ...database.ctx(), locale }, `/partner/${token}${query}`);
  const answer = await loader({ ...at, params: { token } } as never);
  const { opened } = answer.data;
  return {
    status: answer.init?.status,
    headers: answer.init?.headers,
    opened,
    page: opened?.state === "open" ? opened.page : null,
  };
}

/** Its HTML without a browser. */
async function htmlOf(token: string, locale: Locale, answer: PartnerAnswer | null = null): Promise<string> {
  const { opened } = await open(token, { locale });
  const render = () => createElement(PartnerPage, { opened, answer });
  const Stub = createRoutesStub([{ path: "*", Component: render }]);
  const prefix = locale === "es" ? "/es" : "";
  const page = createElement(Stub, { initialEntries: [`${prefix}/partner/${token}`] });
  return renderToString(createElement(PageTexts, { value: await i18nFor(locale) }, page));
}

/** A partner with one booking of a known guest, and what it earned. */
async function earning(over: Parameters<typeof addLinkedPartner>[1] = {}) {
  const ctx = database.ctx();
  const id = await addLinkedPartner(ctx, over);
  const bookingId = await bookDeparture(ctx, { number_of_people: 2, additional_names: ["Ximena Ochoa"], test: true });
  await db()
    .updateTable("bookings")
    .set({ ...GUEST, confirmed_at: ctx.now, partner_id: id, partner_reason: "link", partner_at: ctx.now })
    .where("id", "=", bookingId)
    .execute();
  await addTerms(id);
  await addLine(id, bookingId, 8_000);
  return { id, bookingId, token: partnerToken(ctx.secret, id, 1) };
}

const addTerms = (partner_id: string) =>
  db()
    .insertInto("partner_terms")
    .values({
      partner_id,
      version: 1,
      valid_from: "2026-11-01",
      basis: "confirmed",
      kind: "percentage",
      value: 1000,
      tiers: JSON.stringify([{ from_people: 30, value: 1200 }]),
      created_at: database.ctx().now,
    })
    .execute();

const RULE = { kind: "percentage", value: 1000, basis: "confirmed", version: 1, exception: false, tier: null };

type Over = { kind?: string; cause?: string; came?: number; sale?: number; rule?: typeof RULE };

const addLine = (
  partner_id: string,
  booking_id: string,
  amount: number,
  month = "2026-11",
  { rule = RULE, ...over }: Over = {},
) =>
  db()
    .insertInto("commission_lines")
    .values({
      partner_id,
      booking_id,
      month,
      service_date: "2026-11-21",
      kind: month === "2026-11" ? "accrued" : "correction",
      cause: "confirmed",
      came: 2,
      people: 2,
      sale: amount * 10,
      amount,
      test: true,
      at: database.ctx().now,
      ...over,
      rule: JSON.stringify(rule),
    })
    .execute();

test("a partner sees what came of their guests, and why it earns what it earns", async () => {
  const { token } = await earning();
  const { page, status, headers } = await open(token);
  expect(status).toBe(200);
  expect(headers).toMatchObject({ "cache-control": "no-store", "referrer-policy": "no-referrer" });
  expect(page).toMatchObject({ month: "2026-11", commission: 8_000, bookings: 1, funnel: { booked: 2, came: 0 } });
  expect(page?.list).toMatchObject([
    {
      initials: "X. Q.",
      date: "2026-11-21",
      people: 2,
      state: "coming",
      commission: 8_000,
      lines: [{ kind: "accrued", amount: 8_000, why: { is: "own", people: 2, sale: 80_000, rule: RULE } }],
    },
  ]);
  expect(page?.terms).toMatchObject([{ standing: "now", value: 1000, tiers: [{ from_people: 30, value: 1200 }] }]);
});

test("a party that staff say was there after all came, here as for its commission", async () => {
  const { token, bookingId } = await earning();
  const who = { name: "Office", email: "office@ronda.test", email_verified: true, role: "admin" };
  const { id } = await db().insertInto("user").values(who).returning("id").executeTakeFirstOrThrow();
  await db().updateTable("bookings").set({ was_there_at: NOON, no_show_by: id }).where("id", "=", bookingId).execute();
  const came = { funnel: { came: 2 }, list: [{ came: 2, state: "came" }] };
  expect((await open(token)).page).toMatchObject(came);
  // who said so may go: what they said stays
  await db().deleteFrom("user").where("id", "=", id).execute();
  expect((await open(token)).page).toMatchObject(came);
});

test("nothing of it says who a guest is, in either language", async () => {
  const { token, bookingId } = await earning();
  // ids of lines would say how many all partners have
  expect((await open(token)).page?.list[0]?.lines[0]).not.toHaveProperty("id");
  const message = [JSON.stringify((await open(token)).opened), await htmlOf(token, "en"), await htmlOf(token, "es")];
  for (const text of message) {
    expect(text).toContain("X. Q.");
    for (const secret of [...Object.values(GUEST), "Ximena", "Ochoa", bookingId]) expect(text).not.toContain(secret);
  }
  expect(message[1]).toContain("10% of MX$800");
  expect(message[2]).toContain("Lo que acordamos");
});

test("terms that change say what it comes to now, and never that fewer than none came", async () => {
  const { id, bookingId, token } = await earning();
  const later = { kind: "accrued", cause: "terms", came: 0, sale: 0 };
  await addLine(id, bookingId, 4_000, "2026-11", { ...later, rule: { ...RULE, value: 1500 } });
  const none = { kind: "reversed", cause: "terms", came: -2, sale: -80_000 };
  await addLine(id, bookingId, -12_000, "2026-11", { ...none, rule: { ...RULE, basis: "came", value: 0 } });
  const message = [await htmlOf(token, "en"), await htmlOf(token, "es")];
  for (const [at, texts] of [
    [0, ["2 people booked, 15% of MX$800: MX$120 in all. It was MX$80 before.", "nothing is left of MX$120."]],
    [1, ["2 personas con reserva, 15% de MX$800: MX$120 en total. Antes eran MX$80.", "no queda nada de MX$120."]],
  ] as const)
    for (const text of texts) expect(message[at]).toContain(text);
  for (const html of message) expect(html).not.toMatch(/[-−]2 pe|(of|de) −MX/);
});

test("a correction stands on the month that it was written for, and the months' sums stay true", async () => {
  const { id, bookingId, token } = await earning();
  await addLine(id, bookingId, -3_000, "2026-12", { came: 0 });
  const december = (await open(token, { query: "?month=2026-12" })).page;
  expect(december).toMatchObject({ commission: -3_000, bookings: 0, earlier: "2026-11", later: null });
  const why = { is: "total", people: 2, sale: 50_000, total: 5_000, before: 8_000 };
  const correction = { kind: "correction", night: "2026-11-21", amount: -3_000, why };
  expect(december?.list).toMatchObject([{ date: "2026-11-21", commission: -3_000, lines: [correction] }]);
  const csv = await statementSheet(database.ctx(), id, "2026-12", undefined, "en");
  expect(csv.ok && (await csvText(csv.sheet)).split("\r\n")[1]).toMatch(
    /,2026-11-21,RND-\w+,XQ,,2,,300.00,,30.00,,"10% of the sale, for all confirmed, terms version 1: 2 people who booked, sale of MX\$500: MX\$50 in all, MX\$80 before",from a month closed before: /,
  );
  expect((await open(token)).page).toMatchObject({ commission: 8_000, earlier: null, later: "2026-12" });
  // a month that is none, or none of theirs
  for (const query of ["?month=2030-01", "?month=nope&page=-1"])
    expect((await open(token, { query })).status, query).toBe(200);
});

test("another partner's bookings are nobody else's, and who is new is told what to do first", async () => {
  await earning();
  const id = await addLinkedPartner(database.ctx());
  const token = partnerToken(database.ctx().secret, id, 1);
  expect((await open(token)).page).toMatchObject({ isNew: true, list: [], commission: 0, terms: [] });
  // a poster is promised only where there is a code to print
  expect(await htmlOf(token, "en")).not.toContain("Print your poster");
  expect(await htmlOf(token, "en")).toContain("Get your link");
  const qr = { id: `new-${id.slice(0, 8)}`, partner_id: id, target: "/", created_at: database.ctx().now };
  await db().insertInto("qr_codes").values(qr).execute();
  expect(await htmlOf(token, "en")).toContain("Print your poster");
  expect(await htmlOf(token, "es")).toContain("Imprime tu cartel");
});

test("who is switched off sees what they earned, but shares nothing any more", async () => {
  const { id, token } = await earning();
  await db().updateTable("partners").set({ is_active: false }).where("id", "=", id).execute();
  expect(await open(token)).toMatchObject({ status: 200, page: { isActive: false, commission: 8_000 } });
  const html = await htmlOf(token, "en");
  expect(html).toContain("Use dark theme");
  expect(html).toContain("Your codes are switched off");
  expect(html).not.toContain("/?affiliate=");
});

test("a link that was taken back shows no figure and offers a new one by mail; one that isn't ours says less", async () => {
  const { id, token } = await earning({ email: "closed@hostal.example" });
  const staff = database.ctx({ actor: { kind: "user", role: "admin" } });
  await revokePartnerLink(staff, { id, version: 1 });
  expect(await open(token)).toMatchObject({ status: 410, opened: { state: "gone" } });
  expect(await htmlOf(token, "en")).toContain("Email me a new link");
  const unknown = token.slice(0, -1) + (token.endsWith("A") ? "B" : "A");
  expect(await open(unknown)).toMatchObject({ status: 404, opened: null });
  expect(await htmlOf(unknown, "en")).not.toContain("Email me a new link");

  const ask = async (of: string) => {
    const form = request(database.ctx(), `/partner/${of}`, { intent: "link" });
    return (await action({ ...form, params: { token: of } } as never)) as unknown;
  };
  expect(await ask(token)).toEqual(await ask(unknown));
  const mails = await db()
    .selectFrom("emails")
    .select("kind")
    .where("recipient", "=", "closed@hostal.example")
    .execute();
  expect(mails).toEqual([{ kind: "partner_link" }]);
});

test("looking at it is noted by what the browser says, not by opening it, and never of staff", async () => {
  const { id, token } = await earning();
  const traces = () => db().selectFrom("partner_traces").select("kind").where("partner_id", "=", id).execute();
  await open(token);
  const tell = async (ctx: Context) =>
    seen({ ...request(ctx, `/partner/${token}/seen`, { seen: "1" }), params: { token } } as never);
  await tell(database.ctx({ actor: { kind: "user", role: "marketing" } }));
  expect(await traces()).toEqual([]);
  await tell(database.ctx());
  expect((await traces()).map(({ kind }) => kind).toSorted()).toEqual(["browser", "network"]);
});

const statementOf = async (partner_id: string, month = "2026-11") => {
  const closed = { month, test: true, closed_at: database.ctx().now };
  await db()
    .insertInto("closed_months")
    .values(closed)
    .onConflict((c) => c.doNothing())
    .execute();
  const { n } = await db()
    .selectFrom("partner_statements")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  const row = { partner_id, month, number: n + 1, test: true, counted: 2, closed_at: database.ctx().now };
  return (await db().insertInto("partner_statements").values(row).returning("id").executeTakeFirstOrThrow()).id;
};

/** Posts a form of the page. */
async function answerTo(token: string, form: Record<string, string>, over: Partial<Context["actor"]> = {}) {
  const at = request(database.ctx({ actor: over }), `/partner/${token}`, form);
  return (await action({ ...at, params: { token } } as never)) as { data: PartnerAnswer; init: ResponseInit };
}
/** The same; its words. */
const post = async (...sent: Parameters<typeof answerTo>) => (await answerTo(...sent)).data.said;

test("two phones that agree at once agree once, to what they saw and to nothing else", async () => {
  const { id, bookingId, token } = await earning();
  const statement = await statementOf(id);
  expect((await open(token)).page?.statement).toMatchObject({ id: statement, state: "draft", commission: 8_000 });
  expect(await htmlOf(token, "en")).toContain("I agree: pay me MX$80");
  expect(await htmlOf(token, "es")).toContain("Acepto: páguenme MX$80");

  const agree = { intent: "agree", statement, commission: "8000", cash: "0" };
  expect(await post(token, { ...agree, commission: "9000" })).toBe("commission-page.refused.statement_changed");
  // marketing opens the page from the admin, and may not agree for a partner
  const marketing = { kind: "user" as const, role: "marketing" };
  expect(await post(token, agree, marketing)).toBe("commission-page.refused.staff");
  const other = await earning();
  expect(await post(other.token, agree)).toBe("commission-page.refused.statement_not_found");
  expect((await open(token)).page?.statement?.state).toBe("draft");

  const twice = await Promise.all([post(token, agree), post(token, agree)]);
  expect(twice).toEqual(Array(2).fill("commission-page.flash.agree"));
  expect((await open(token)).page?.statement).toMatchObject({ state: "agreed", agreedOn: "2026-11-20" });
  const entries = db().selectFrom("audit_log").select("action").where("subject_id", "=", id);
  expect(await entries.execute()).toEqual([{ action: "statement.agreed_by_partner" }]);
  await expect(addLine(id, bookingId, 100)).rejects.toThrow("is agreed");
});

test("a line is questioned by its own key, and the answer stands beside it", async () => {
  const { id, token } = await earning();
  const statement = await statementOf(id);
  const [line] = (await open(token)).page!.list;
  const ask = { intent: "ask", statement, month: "2026-11", booking: line!.key, question: "Three of them came." };
  expect(await post(token, { ...ask, question: "  " })).toBe("commission-page.refused.text");
  expect(await post(token, { ...ask, booking: "somebody-else" })).toBe("commission-page.refused.booking_not_found");
  const other = await earning();
  expect(await post(other.token, ask)).toBe("commission-page.refused.booking_not_found");
  expect([await post(token, ask), await post(token, ask)]).toEqual(Array(2).fill("commission-page.flash.ask"));
  // another phone that doesn't show the first question yet
  const second = await answerTo(token, { ...ask, question: "And one came <late>." });
  expect(second).toMatchObject({ init: { status: 409 }, data: { said: "commission-page.refused.already_asked" } });
  const html = await htmlOf(token, "en", second.data);
  for (const text of [
    "You’ve already asked about this booking.",
    "You asked: Three",
    ">And one came &lt;late&gt;.</textarea>",
  ])
    expect(html).toContain(text);
  expect(await htmlOf(token, "en")).not.toContain("</textarea>");
  expect(await htmlOf(token, "en")).toContain("You asked: Three of them came.");
  expect(await htmlOf(token, "en")).toContain("Your question isn’t answered yet. You can agree anyway");

  const message = { answer: "The third ticket was never scanned.", answered_at: database.ctx().now };
  await db().updateTable("statement_questions").set(message).where("statement_id", "=", statement).execute();
  expect(await htmlOf(token, "es")).toContain("Respondimos: The third ticket was never scanned.");
  await revokePartnerLink(database.ctx({ actor: { kind: "user", role: "admin" } }), { id, version: 1 });
  expect(await post(token, ask)).toBe("commission-page.refused.link_over");
});

test("statements and posters are files of their own partner alone, and name no guest", async () => {
  const { id, token, bookingId } = await earning();
  const qr = { id: `sol-${id.slice(0, 8)}`, partner_id: id, target: "/", placement: "Reception" };
  await db()
    .insertInto("qr_codes")
    .values({ ...qr, created_at: database.ctx().now })
    .execute();
  expect((await open(token)).page?.codes).toMatchObject([{ name: "Reception", id: qr.id }]);
  const html = await htmlOf(token, "en");
  for (const text of [`codes/${qr.id}/poster-letter-both.pdf`, "statements/2026-11.csv", "widget.js"])
    expect(html).toContain(text);

  const statement = async (of: string, file: string) =>
    statementFile({ ...request(database.ctx(), `/partner/${of}/x`), params: { token: of, file } } as never);
  const csv = await (await statement(token, "2026-11.csv")).text();
  expect(csv).toContain("80.00");
  const { reference } = await db()
    .selectFrom("bookings")
    .select("reference")
    .where("id", "=", bookingId)
    .executeTakeFirstOrThrow();
  for (const secret of [...Object.values(GUEST), "Ximena", "Ochoa", bookingId, reference])
    expect(csv).not.toContain(secret);
  const forStaff = await statementSheet(database.ctx(), id, "2026-11");
  expect(forStaff.ok && (await csvText(forStaff.sheet))).toContain(reference);
  const pdf = await statement(token, "2026-11.pdf");
  expect(pdf.headers.get("content-type")).toBe("application/pdf");
  const logged = await db().selectFrom("access_log").select("subject").where("subject", "like", `%${id}%`).execute();
  expect(logged.map(({ subject }) => subject)).toEqual(
    ["csv", "pdf"].map((one) => `/partner/${id}/statements/2026-11.${one}`),
  );

  const code = async (of: string, file: string) =>
    codeFile({ ...request(database.ctx(), `/partner/${of}/x`), params: { token: of, code: qr.id, file } } as never);
  expect((await code(token, "code-1024.png")).headers.get("content-type")).toBe("image/png");
  const other = await earning();
  await expect(code(other.token, "code.svg")).rejects.toMatchObject({ init: { status: 404 } });
  await revokePartnerLink(database.ctx({ actor: { kind: "user", role: "admin" } }), { id, version: 1 });
  const refused = [
    () => statement(token, "2026-11.csv"),
    () => statement(other.token, "2026-13.pdf"),
    () => code(token, "code.svg"),
  ];
  for (const ask of refused) await expect(ask()).rejects.toMatchObject({ init: { status: 404 } });
});
