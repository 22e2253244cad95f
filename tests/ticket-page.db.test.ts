import { randomUUID } from "node:crypto";
import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { accessToken } from "#src/modules/sales/booking/grant-access.server.ts";
import { issueTickets } from "#src/modules/evening/tickets/issue-tickets.server.ts";
import { ticketsOf } from "#src/modules/evening/tickets/queries.server.ts";
import { type Actor, type RequestContext, requestContext } from "#src/platform/context.server.ts";
import { readSettings } from "#src/platform/env.server.ts";
import { loader as applePass } from "#src/routes/public/confirmation/apple-pass.ts";
import { loader as calendar } from "#src/routes/public/confirmation/calendar.ts";
import { loader as googlePass } from "#src/routes/public/confirmation/google-pass.ts";
import { loader as manage } from "#src/routes/public/confirmation/manage.tsx";
import { loader as receipt } from "#src/routes/public/confirmation/receipt.tsx";
import { loader as receiptPdf } from "#src/routes/public/confirmation/receipt-pdf.ts";
import { loader as ticketPage } from "#src/routes/public/confirmation/ticket.ts";
import { loader as pdf } from "#src/routes/public/confirmation/tickets-pdf.ts";
import { bookDeparture } from "#tests/booked-departure.ts";
import { freshDatabase } from "#tests/database.ts";
import { ownCertificate } from "#tests/own-certificate.ts";

const database = freshDatabase();
const own = ownCertificate("Pass");
const WALLETS = {
  APPLE_PASS_TYPE_ID: "pass.test.ronda",
  APPLE_TEAM_ID: "A1B2C3D4E5",
  APPLE_PASS_CERT: own.certificate,
  APPLE_PASS_KEY: own.key,
  APPLE_WWDR_CERT: own.certificate,
  GOOGLE_WALLET_ISSUER_ID: "3388000000012345678",
  GOOGLE_WALLET_KEY: JSON.stringify({ client_email: "wallet@ronda.test", private_key: own.key }),
};
const PAGES = { ticketPage, pdf, calendar, applePass, googlePass };
type PageName = keyof typeof PAGES;
type Loader = (input: never) => unknown;

/** The requester: a stranger by default. */
type Visitor = { token?: string; actor?: Partial<Actor>; wallets?: boolean; now?: Date; locale?: "en" | "es" };

/** Calls a route as the server would; a thrown response is a response. */
async function visit(
  page: PageName | Loader,
  bookingId: string,
  { token, actor, ...over }: Visitor = {},
  ticketId = "x",
) {
  const ctx = database.ctx({ actor: { browser: null, ...actor } });
  const settings = readSettings({ BASE_URL: "http://ronda.test", ...(over.wallets ? WALLETS : {}) });
  const at = { now: over.now ?? ctx.now, locale: over.locale ?? "en" };
  const context = new RouterContextProvider();
  const user = () => Promise.resolve(ctx.actor);
  context.set(requestContext, { ...ctx, ...at, settings, user } as unknown as RequestContext);
  const request = new Request(`http://ronda.test/a${token === undefined ? "" : `?token=${token}`}`);
  try {
    const load: Loader = typeof page === "string" ? PAGES[page] : page;
    return (await load({ context, params: { bookingId, ticketId }, request } as never)) as Response;
  } catch (answer) {
    return answer as Response;
  }
}

async function booked({
  browser = null,
  ...over
}: Parameters<typeof bookDeparture>[1] & { browser?: string | null } = {}) {
  const ctx = database.ctx();
  const id = await bookDeparture(ctx, { number_of_people: 2, ...over });
  await ctx.db.updateTable("bookings").set({ browser }).where("id", "=", id).execute();
  await ctx.db.transaction().execute((tx) => issueTickets(ctx, tx, { bookingId: id }));
  return { id, token: accessToken(ctx.secret, id), ticketId: (await ticketsOf(ctx, id))[0]!.id };
}

const everything = async (answer: Response) => [answer.status, [...answer.headers], await answer.text()];

test.each(Object.entries({ ...PAGES, manage, receipt, receiptPdf }))(
  "%s: a link that has ended leads to the page that offers a new one, any other tells of no booking",
  async (_, page) => {
    const { id, token } = await booked({ browser: "browser-one" });
    const now = new Date("2027-06-01T00:00:00Z"); // sixty days after the night are over
    const result = await visit(page, id, { token, now, locale: "es" });
    expect(result.status).toBe(302);
    expect(result.headers.get("location")).toBe(`/es/booking-confirmation/${id}?token=${token}`);
    expect(result.headers.get("referrer-policy")).toBe("no-referrer");
    for (const stranger of [{ token: "x", now }, { now }, { token: accessToken("x", id), now }]) {
      const refused = (await visit(page, id, stranger)) as Response & { init?: ResponseInit };
      expect(refused.init?.status ?? refused.status).toBe(404);
    }
  },
);

test.each(Object.keys(PAGES) as PageName[])(
  "%s opens for the booker only, and else says no more than of none",
  { timeout: 30_000 }, // a PDF for everyone who may have one, possibly on a busy machine
  async (page) => {
    const mine = await booked({ browser: "browser-one" });
    const theirs = await booked({ browser: "browser-two" });
    const wallets = true;
    const status = async (visitor: Visitor) =>
      (await visit(page, mine.id, { wallets, ...visitor }, mine.ticketId)).status;
    const opens = page === "googlePass" ? 303 : 200;
    expect(await status({ token: mine.token })).toBe(opens);
    expect(await status({ actor: { browser: "browser-one" } })).toBe(opens);
    const verified = { kind: "user", userId: randomUUID(), emailVerified: true } as const;
    expect(await status({ actor: { ...verified, email: "sofia@guest.test" } })).toBe(opens);

    const none = await everything(await visit(page, randomUUID(), { wallets }, mine.ticketId));
    expect(none[0]).toBe(404);
    const strangers: Visitor[] = [
      {},
      { token: "" },
      { token: theirs.token },
      { token: `${mine.token}x` },
      { token: mine.token.toLowerCase() },
      { actor: { browser: "browser-two" } },
      { actor: { ...verified, email: "other@guest.test" } },
      { actor: { ...verified, emailVerified: false, email: "sofia@guest.test" } },
    ];
    for (const stranger of strangers)
      expect(await everything(await visit(page, mine.id, { wallets, ...stranger }, mine.ticketId))).toEqual(none);
    for (const id of ["nope", "..", `${mine.id}x`, mine.id.slice(0, -1)])
      expect(await everything(await visit(page, id, { wallets, token: mine.token }, mine.ticketId))).toEqual(none);
    // one's own access opens nobody else's ticket
    if (page === "applePass" || page === "googlePass")
      expect(await everything(await visit(page, mine.id, { wallets, token: mine.token }, theirs.ticketId))).toEqual(
        none,
      );
  },
);

test("files are what they say, in the language of their address, and stored nowhere on the way", async () => {
  const { id, token } = await booked();
  const sheet = await visit("pdf", id, { token, locale: "es" });
  expect(Object.fromEntries(sheet.headers)).toMatchObject({
    "content-type": "application/pdf",
    "content-disposition": expect.stringMatching(/^inline; filename="RND-\w{6}\.pdf"$/),
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
  });
  expect((await sheet.text()).slice(0, 7)).toBe("%PDF-1.");
  const entry = await visit("calendar", id, { token });
  expect(entry.headers.get("content-type")).toBe("text/calendar; charset=utf-8; method=PUBLISH");
  expect(await entry.text()).toContain("\r\nSUMMARY:Ronda Mexico City\r\n");
});

test("the page shows the valid tickets, counted without gaps, and links that carry the token", async () => {
  const { id, token } = await booked({ number_of_people: 3, additional_names: ["Leo Paz", "Ana Luz"] });
  const { db } = database.services;
  await db
    .updateTable("tickets")
    .set({ status: "void" })
    .where("booking_id", "=", id)
    .where("position", "=", 2)
    .execute();
  const html = await (await visit("ticketPage", id, { token, locale: "es" })).text();
  expect(html).toMatch(/^<!doctype html><html lang="es" data-theme="light" data-version="[\w-]{12}">/);
  expect(html).toContain("Boleto 2 de 2");
  expect(html).toContain("Ana Luz");
  expect(html).not.toContain("Leo Paz");
  expect(html).not.toContain("Boleto 3");
  for (const file of ["calendar.ics", "tickets.pdf"])
    expect(html).toContain(`/es/booking-confirmation/${id}/${file}?token=${token}`);
  expect(html).not.toContain("Wallet");
  const withWallets = await (await visit("ticketPage", id, { token, wallets: true })).text();
  expect(withWallets.match(/Add to Apple Wallet/g)).toHaveLength(2);
  expect(withWallets.match(/Add to Google Wallet/g)).toHaveLength(2);
});

test("the ticket says about drinks what the crawl's page says, and which of them a code is good for", async () => {
  const { id, token } = await booked();
  const { db } = database.services;
  const { crawl_id } = await db
    .selectFrom("bookings")
    .select("crawl_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const drinksOn = async (locale: "en" | "es") => {
    const page = await (await visit("ticketPage", id, { token, locale })).text();
    return /<dt>(Includes|Included drinks|Incluye|Bebidas incluidas)<\/dt>(.*?)<\/div>/.exec(page)?.slice(1) ?? [];
  };
  expect(await drinksOn("en")).toEqual([]);
  await db
    .updateTable("pub_crawls")
    .set({
      includes: ["Welcome drinks at 4–5 venues", "A guide"],
      includes_es: ["Bebidas de bienvenida en 4–5 bares", "Guía"],
    })
    .where("id", "=", crawl_id)
    .execute();
  expect(await drinksOn("en")).toEqual(["Includes", "<dd>Welcome drinks at 4–5 venues</dd>"]);
  const bar = { id: randomUUID(), name: "Cantina", city_id: "mexico-city" };
  await db.insertInto("bars").values(bar).execute();
  await db
    .insertInto("crawl_stops")
    .values({ crawl_id, position: 1, bar_id: bar.id, at: "20:00", vouchers: 1 })
    .execute();
  const [label, lines] = await drinksOn("es");
  expect(label).toBe("Bebidas incluidas");
  expect(lines).toBe("<dd>Bebidas de bienvenida en 4–5 bares</dd><dd>1 bebida gratis en Cantina, 20:00 hrs</dd>");
});

test("names can't become part of the page", async () => {
  const { id, token } = await booked({ additional_names: [`</script><img src=x onerror=alert(1)>"'`] });
  const answer = await visit("ticketPage", id, { token });
  const html = await answer.text();
  expect(html).not.toContain("<img");
  expect(html.match(/<script/g)).toHaveLength(1);
  expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
});

test.each([
  [{ status: "pending" }, "No tickets yet"],
  [{ status: "cancelled", cancel_reason: "customer" }, "This booking is cancelled"],
  [{ status: "cancelled", cancel_reason: "departure_cancelled" }, "This booking is cancelled"],
  [{ status: "cancelled", cancel_reason: "expired" }, "This booking has no tickets"],
] as const)("a booking that is %o shows no code but %s", async (over, expected) => {
  const { id, token } = await booked(over);
  const answer = await visit("ticketPage", id, { token });
  expect(answer.status).toBe(200);
  const html = await answer.text();
  expect(html).toContain(expected);
  expect(html).toContain(`href="/booking-confirmation/${id}?token=${token}"`);
  expect(html).not.toContain('id="qr-');
  expect(answer.headers.get("x-ticket-until")).not.toBeNull();
});

test("a phone is told how long it may keep the page, and whether it still holds", async () => {
  const { id, token } = await booked();
  const ends = Date.parse("2026-11-22T06:30:00Z");
  const day = 86_400_000;
  const at = async (now: number) => (await visit("ticketPage", id, { token, now: new Date(now) })).headers;
  const [first, later] = [await at(ends - day), await at(ends - 1)];
  expect(first.get("x-ticket-until")).toBe(String(ends + 2 * day));
  expect(first.get("x-ticket-version")).toBe(later.get("x-ticket-version"));
  expect((await at(ends + 2 * day + 1)).has("x-ticket-until")).toBe(false);
  const { db } = database.services;
  await db
    .updateTable("bookings")
    .set({ status: "cancelled", cancel_reason: "customer" })
    .where("id", "=", id)
    .execute();
  expect((await at(ends - 1)).get("x-ticket-version")).not.toBe(first.get("x-ticket-version"));
});
