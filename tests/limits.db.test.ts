import { randomUUID } from "node:crypto";
import fs from "node:fs";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { askPartnerLink } from "#src/modules/sales/affiliates/email-link.server.ts";
import { openWidget } from "#src/modules/sales/affiliates/open-widget.server.ts";
import { trackVisit } from "#src/modules/sales/affiliates/track-visit.server.ts";
import { proveEmail } from "#src/modules/sales/booking/confirm-email.server.ts";
import { notePartnerVisit } from "#src/modules/partners/commission/note-visit.server.ts";
import { checkCoupon } from "#src/modules/sales/coupons/redeem-coupon.server.ts";
import { findCredit } from "#src/modules/money/credits/reserve-credit.server.ts";
import { bindDevice } from "#src/modules/partners/desk/bind-device.server.ts";
import { countTry, TRIED } from "#src/modules/base/identity/limit-tries.server.ts";
import { recordConsent } from "#src/modules/partners/measurement/record-consent.server.ts";
import { admitNetwork } from "#src/modules/programs/assistants/admit-network.server.ts";
import { holdPlaces } from "#src/modules/programs/assistants/hold-places.server.ts";
import { admitForm } from "#src/modules/programs/connections/admit-form.server.ts";
import { registerClient } from "#src/modules/programs/connections/register-client.server.ts";
import { requestGroup } from "#src/modules/changes/groups/request-group.server.ts";
import { sendMessage } from "#src/modules/site/messages/send-message.server.ts";
import { noteReminder } from "#src/modules/mail/notifications/note-reminder.server.ts";
import { requestLink } from "#src/modules/mail/notifications/request-link.server.ts";
import { logRefusal } from "#src/platform/access-log.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { countMail } from "#src/platform/limit-mail.server.ts";
import { noteChoice } from "#src/modules/sales/funnel/note-step.server.ts";
import { orderGiftCard } from "#src/modules/sales/gift-cards/order-gift-card.server.ts";
import { OrderGiftCard } from "#src/modules/sales/gift-cards/schema.ts";
import { joinList } from "#src/modules/sales/waiting/join-list.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { addCoupon, seedMinimal } from "#tests/seeds.ts";

// What strangers may do is counted by the networks around them: each act is listed here, and none has a counter of its own.

const database = freshDatabase();

beforeAll(async () => {
  await seedMinimal(database.services.db);
  await addCoupon(database.services.db, { code: "EACH", most_per_guest: 1 });
  await database.services.db
    .insertInto("partners")
    .values({ name: "Hostel Jacaranda", code: "JACA", created_at: new Date() })
    .execute();
});
beforeEach(async () => void (await database.services.db.deleteFrom("rate_counters").execute()));

let guests = 0;
const email = () => `guest-${++guests}@mail-${guests}.test`;
const message = () => ({ name: "A", email: email(), subject: "B", message: "C", language: "en" as const });
const giftCard = () =>
  OrderGiftCard.parse({
    key: randomUUID(),
    worth: "own",
    own: "500",
    currency: "MXN",
    people: 1,
    buyer_name: "A",
    buyer_email: email(),
    receiver_name: "B",
    receiver_email: email(),
    language: "en",
  });
const group = () => ({
  people: 20,
  city: "",
  date: "",
  occasion: "trip" as const,
  words: "",
  name: "A",
  email: email(),
  phone: "",
  language: "en" as const,
});
const waiting = () => ({ departure_ids: [randomUUID()], people: 2, first_name: "A", language: "en" as const });
const decision = () => ({
  id: randomUUID(),
  visitor: randomUUID(),
  decision: "granted",
  textVersion: "1",
  language: "en",
});
const visit = { affiliateCode: "JACA", userAgent: "", ipAddress: null, referrer: "" };
const place = { city_id: "mexico-city", crawl_id: "any" };
const guess = {
  code: "NONE",
  subtotal: { amount: 1000, currency: "USD" },
  rates: { USD: 1 },
  ownHold: null,
  place,
  guest: null,
} as const;
const wish = (code?: string) => ({ customer: { email: "wish@mail.test" }, email_code: code, language: "en" as const });

/** Every act of strangers, done once. */
const hold = () => ({
  night_id: randomUUID(),
  people: 2,
  currency: "MXN" as const,
  language: "en" as const,
  idempotency_key: randomUUID(),
});
const ACTS: Record<string, (ctx: Context) => Promise<unknown>> = {
  ...Object.fromEntries(TRIED.map((what) => [what, (ctx: Context) => countTry(ctx, what)])),
  assistant: (ctx) => admitNetwork(ctx),
  "assistant-hold": (ctx) => holdPlaces(ctx, hold(), `program ${++guests}`),
  "oauth-form": (ctx) => admitForm(ctx),
  "oauth-register": (ctx) => registerClient(ctx, { client_name: "A", redirect_uris: ["https://assistant.example/"] }),
  consent: (ctx) => recordConsent(ctx, decision() as never),
  waiting: (ctx) => joinList(ctx, { ...waiting(), email: email() }),
  contact: (ctx) => sendMessage(ctx, message(), { key: randomUUID() }),
  groups: (ctx) => requestGroup(ctx, group(), { key: randomUUID(), trap: "" }),
  "count-choice": (ctx) => noteChoice({ ...ctx, actor: { ...ctx.actor, userAgent: "Mozilla/5.0 (iPhone)" } }, "en"),
  coupon: (ctx) => checkCoupon(ctx, guess),
  "coupon-guest": (ctx) => checkCoupon(ctx, { ...guess, code: "EACH", guest: randomUUID() }),
  credit: (ctx) => findCredit(ctx, "NONE"),
  "desk-bind": (ctx) => bindDevice(ctx, "none", { name: "A", pin: "295103" }),
  "hold-code": (ctx) => proveEmail(ctx, wish("000000"), "network"),
  "hold-code-mails": (ctx) => proveEmail(ctx, { ...wish(), customer: { email: email() } }, "network"),
  mails: (ctx) => countMail(ctx),
  gift_card: (ctx) => orderGiftCard(ctx, giftCard()),
  link: (ctx) => requestLink(ctx, { booking_id: "none", token: null }),
  "partner-link": (ctx) => askPartnerLink(ctx, "none"),
  "partner-seen": (ctx) => notePartnerVisit(ctx, "none"),
  refused: (ctx) => logRefusal(ctx, "/admin"),
  reminder: (ctx) => noteReminder(ctx, randomUUID(), true),
  track: (ctx) => trackVisit(ctx, visit),
  widget: (ctx) => openWidget(ctx, "JACA", { referer: "https://blog.example/", dest: "iframe" }),
};

const sources = fs
  .globSync("src/**/*.ts")
  .filter((file) => !file.endsWith(".test.ts"))
  .map((file) => ({ file, text: fs.readFileSync(file, "utf8") }));

test("every act of strangers is in the table", () => {
  const named = sources.flatMap(({ text }) =>
    text
      .matchAll(/: Act = \{\s*name: "([^"]+)"/g)
      .map(([, name]) => name!)
      .toArray(),
  );
  expect(named.length).toBeGreaterThan(10);
  expect([...named, ...TRIED].toSorted()).toEqual(Object.keys(ACTS).toSorted());
});

test("nothing else counts by an address, or in a statement of its own", () => {
  const others = sources.filter(({ file }) => !file.startsWith("src/platform/limit-"));
  const byAddress = others.filter(({ text }) =>
    /\b(mayUse|giveBack|countUse)\([^;]*\b(address|networkOf)\b/.test(text),
  );
  expect(byAddress.map(({ file }) => file)).toEqual([]);
  const counting = others.filter(({ text }) => text.includes("into rate_counters"));
  expect(counting.map(({ file }) => file)).toEqual(["src/platform/rate-limit.server.ts"]);
});

/** The counters of an act. */
async function countersAt(name: string): Promise<Map<string, number>> {
  const text = "select key, count from rate_counters where key like $1 || ':%'";
  const { rows } = await database.services.pool.query<{ key: string; count: number }>(text, [name]);
  return new Map(rows.map(({ key, count }) => [key, count]));
}

let browsers = 0;
/** Does it from an address, with a browser of its own, and returns the counters that this made: none where it is refused. */
async function doFrom(name: string, address: string): Promise<string[]> {
  const before = await countersAt(name);
  await ACTS[name]!(database.ctx({ actor: { address, browser: `browser-${++browsers}` } }));
  const after = await countersAt(name);
  return after
    .keys()
    .filter((key) => !before.has(key))
    .toArray();
}

/** Beyond what the widest network of any act may do. */
const MOST = 4000;
const forget = () => database.services.pool.query("delete from rate_counters");

const AT = [
  { network: "/48", from: "2001:db8:1:100::/64", beside: "2001:db8:1:200::/64", elsewhere: "2001:db8:2:1::/64" },
  { network: "/56", from: "2001:db8:1:100::/64", beside: "2001:db8:1:101::/64", elsewhere: "2001:db8:2:1::/64" },
  { network: "/24", from: "192.0.2.1", beside: "192.0.2.2", elsewhere: "198.51.100.1" },
];

test.each(Object.keys(ACTS).flatMap((name) => AT.map((at) => ({ name, ...at }))))(
  "$name: a $network is stopped as a whole, and a guest elsewhere is not",
  async ({ name, from, beside, elsewhere }) => {
    const everybodys = new Set(await doFrom(name, elsewhere));
    await forget();
    const own = (await doFrom(name, from)).filter((key) => !everybodys.has(key));
    expect(await doFrom(name, beside), "a neighbour while there is room").not.toEqual([]);
    await forget();
    await doFrom(name, from);
    await database.services.pool.query("update rate_counters set count = $2 where key = any($1)", [own, MOST]);
    expect(await doFrom(name, beside), "a neighbour of whoever used it up").toEqual([]);
    expect(await doFrom(name, elsewhere), "a guest elsewhere").not.toEqual([]);
  },
);
