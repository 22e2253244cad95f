import fs from "node:fs";
import http from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PAGES } from "#src/access.ts";
import { PRODUCT } from "#src/kernel/brand.ts";
import { LOCALES, localizedPath } from "#src/kernel/localized.ts";
import { accessToken } from "#src/modules/sales/booking/grant-access.server.ts";
import { printList } from "#src/modules/office/night/write-list.server.ts";
import { TEMPLATE_KINDS } from "#src/modules/mail/notifications/kinds/every-kind.ts";
import { previewTemplate } from "#src/modules/mail/notifications/preview-template.server.ts";
import { casesOf } from "#src/modules/mail/notifications/rules/template-texts.ts";
import { NO_WORDING } from "#src/modules/mail/notifications/rules/wording.ts";
import { calendarFile, ticketsPdf } from "#src/modules/evening/tickets/queries.server.ts";
import { applePassFile, googlePassOf } from "#src/modules/evening/tickets/write-passes.server.ts";
import { readSettings } from "#src/platform/env.server.ts";
import { sharedSecret } from "#src/platform/secrets.server.ts";
import { type Party, partyTonight } from "#tests/at-the-door.ts";
import { freshDatabase } from "#tests/database.ts";
import { ownCertificate } from "#tests/own-certificate.ts";
import { type RunningServer, startServer } from "#tests/servers.ts";
import { addAccount, beginSession } from "#tests/signed-in.ts";
import { textsIn } from "#tests/texts-in-pdf.ts";

// An operator with a name of their own looks for the product's on every page, in every email and in every file, in both languages.

const BASE_URL = "https://noches.test";
const BRAND = "Noches de Prueba";
const OWN = {
  brand_name: BRAND,
  operator_name: "Prueba Nocturna SA de CV",
  founded_year: "1987",
  reference_prefix: "NDP",
};
const MAIL_FROM = "hola@noches.test";
const NAMED = new RegExp(`\\b${PRODUCT}\\b`);
const database = freshDatabase({ BASE_URL, MAIL_FROM });
const db = () => database.services.db;
let server: RunningServer;
let party: Party;
let cookie: string;
let secret: string;

beforeAll(async () => {
  await db()
    .insertInto("app_settings")
    .values(Object.entries(OWN).map(([key, value]) => ({ key, value })))
    .execute();
  party = await partyTonight(database, { number_of_people: 2 });
  await db().updateTable("pub_crawls").set({ title: "Noche Larga", title_es: "Noche Larga", slug: "larga" }).execute();
  secret = await sharedSecret(db(), "app");
  const { id } = await addAccount(db(), { role: "admin", secondFactor: true });
  ({ cookie } = await beginSession(db(), id, { secret, baseUrl: BASE_URL }));
  server = await startServer({ DATABASE_URL: database.url, RONDA_SEED: "empty", BASE_URL, MAIL_FROM, ROLE: "web" });
}, 60_000);
afterAll(() => server?.stop());

type Answer = { status: number; body: string };
const get = (path: string, isStaff: boolean): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const headers = { host: "noches.test", ...(isStaff ? { cookie } : {}) };
    http
      .get(server.origin + path, { headers }, async (res) => {
        const parts: Buffer[] = [];
        for await (const part of res) parts.push(part as Buffer);
        resolve({ status: res.statusCode ?? 0, body: Buffer.concat(parts).toString("utf8") });
      })
      .on("error", reject);
  });

const idIn = (page: string): string =>
  /nights|schedule/.test(page) ? party.departure : page.includes("bookings") ? party.booking : "nope";

/** A page's address, with the key that opens a booking's. */
function addressOf(page: string): string {
  const path = page
    .replace(":bookingId", party.booking)
    .replace(":slug", "larga")
    .replace(":city", "mexico-city")
    .replace(":id", idIn(page))
    .replace("/*", "/nope")
    .replaceAll(/:\w+/g, "nope");
  if (page === "/checkout") return `/checkout?departure=${party.departure}`;
  return path.startsWith("/booking-confirmation") ? `${path}?token=${accessToken(secret, party.booking)}` : path;
}

/** What stands around the product's name. */
const around = (text: string): string => {
  const at = text.search(NAMED);
  return at === -1 ? "" : text.slice(Math.max(0, at - 60), at + 60);
};

const pages = [...Object.keys(PAGES), "/api/docs", "/api/openapi.json"];

test("every page says the operator's name, and none the product's", async () => {
  const found: string[] = [];
  let naming = 0;
  for (const page of pages)
    for (const locale of LOCALES)
      for (const isStaff of [false, true]) {
        const path = localizedPath(addressOf(page), locale);
        // what made a calendar may have its technical name, and the data of the options say the default that nobody sees
        const body = (await get(path, isStaff)).body.replaceAll(/^PRODID:.*$|brand_name\W+Ronda\b/gm, "");
        if (body.includes(BRAND)) naming++;
        if (NAMED.test(body)) found.push(`${path}: ${around(body)}`);
      }
  expect(found).toEqual([]);
  // a walk that sees only refusals would find nothing either
  expect(naming).toBeGreaterThan(100);
});

test("who is responsible, since when and under which name stand in the pages that guests agree to", async () => {
  for (const locale of LOCALES) {
    const at = async (page: string) => (await get(localizedPath(page, locale), false)).body;
    expect(await at("/terms")).toContain(OWN.operator_name);
    expect(await at("/privacy")).toContain(OWN.operator_name);
    expect(await at("/about")).toContain(OWN.founded_year);
    expect(await at("/about")).not.toMatch(/\{(brand|company|founded)\}/);
  }
  expect(JSON.parse((await get("/site.webmanifest", false)).body)).toMatchObject({ name: BRAND, short_name: BRAND });
  expect(JSON.parse((await get("/door-es.webmanifest", false)).body)).toMatchObject({
    name: `${BRAND}, puerta`,
    start_url: "/es/admin/ticket-scanner",
  });
});

test.each(TEMPLATE_KINDS)("the email %s never says it", async (kind) => {
  const staff = database.ctx({ actor: { kind: "user", role: "admin" } });
  for (const language of LOCALES)
    for (const at of [null, ...casesOf(kind)]) {
      const request = { kind, language, at, texts: NO_WORDING, reference: "", example: true };
      const template = await previewTemplate(staff, request);
      if (!template.ok) throw new Error(template.reason);
      expect(around(template.subject + template.html), `${kind} ${language} ${at}`).toBe("");
      expect(template.html).toContain(BRAND);
    }
});

test("nor does a file", async () => {
  const message: Record<string, string> = {};
  const staff = database.ctx({ actor: { kind: "user", role: "admin" } });
  for (const locale of LOCALES) {
    const tickets = (await ticketsPdf(staff, party.booking, locale))!;
    message[`tickets ${locale}`] =
      (await textsIn(tickets.content))
        .flat()
        .map(({ text }) => text)
        .join(" ") + tickets.filename;
    const calendar = (await calendarFile(staff, party.booking, locale))!;
    // the technical name of the program that made it may stay
    message[`calendar ${locale}`] = calendar.filename + calendar.content.toString().replace(/^PRODID:.*$/m, "");
    const list = await printList({ ...staff, locale }, party.departure);
    if (!list.ok) throw new Error(list.reason);
    message[`list ${locale}`] = JSON.stringify(list);
  }
  for (const [name, text] of Object.entries(message)) expect(around(text), name).toBe("");
  expect(message["tickets en"]).toContain(BRAND);
});

test("nor does a pass for a wallet", async () => {
  const [pass, authority, google] = ["pass.test", "Developer Relations", "Service"].map((name) => ownCertificate(name));
  const ctx = database.ctx({
    settings: readSettings({
      BASE_URL,
      MAIL_FROM,
      APPLE_PASS_TYPE_ID: "pass.test",
      APPLE_TEAM_ID: "A1B2C3D4E5",
      APPLE_PASS_CERT: pass!.certificate,
      APPLE_PASS_KEY: Buffer.from(pass!.key).toString("base64"),
      APPLE_WWDR_CERT: authority!.certificate,
      GOOGLE_WALLET_ISSUER_ID: "3388000000012345678",
      GOOGLE_WALLET_KEY: JSON.stringify({ client_email: "wallet@noches.test", private_key: google!.key }),
    }),
  });
  // files of a pass are kept as they are, without compression
  const apple = (await applePassFile(ctx, party.booking, party.tickets[0]!))!;
  const texts = apple.filename + apple.content.toString("latin1");
  expect(around(texts)).toBe("");
  expect(texts).toContain(`"organizationName":"${BRAND}"`);
  const googlePass = await googlePassOf(ctx, party.booking, party.tickets[0]!, "en");
  expect(googlePass?.eventTicketClass).toMatchObject({ issuerName: BRAND });
});

test("no text of the catalogues has the product's name written into it", () => {
  const written = LOCALES.flatMap((locale) =>
    fs.globSync(`src/locales/${locale}/**/*.json`).flatMap((file) =>
      Object.entries(JSON.parse(fs.readFileSync(file, "utf8")) as Record<string, string>)
        .filter(([, text]) => NAMED.test(text))
        .map(([id]) => `${locale} ${id}`),
    ),
  );
  expect(written).toEqual([]);
});
