import { bookingRef } from "#src/modules/sales/booking/rules/purchase.ts";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { placeBooking } from "#src/modules/sales/booking/place-booking.server.ts";
import { submitMessage } from "#src/modules/site/messages/send-message.server.ts";
import { actorOf } from "#src/modules/base/identity/queries.server.ts";
import { deleteAccount } from "#src/modules/office/privacy/delete-account.server.ts";
import { exportData, foreseeDeletion } from "#src/modules/office/privacy/queries.server.ts";
import { creditCode } from "#src/modules/money/credits/rules/credit.ts";
import { issueReceipt } from "#src/modules/books/receipts/issue-receipt.server.ts";
import { startPayment } from "#src/modules/money/payments/start-payment.server.ts";
import { reviewToken } from "#src/modules/evening/reviews/grant-review.server.ts";
import { submitReview } from "#src/modules/evening/reviews/submit-review.server.ts";
import { checkLedger } from "#src/modules/money/payments/check-ledger.server.ts";
import { differencesOfTills } from "#src/modules/money/payments/queries.server.ts";
import { countTill } from "#src/modules/evening/till/count-till.server.ts";
import { openTill } from "#src/modules/evening/till/open-till.server.ts";
import { tillsPage } from "#src/modules/evening/till/queries.server.ts";
import { ALONE } from "#src/modules/evening/till/schema.ts";
import { refundSucceeded } from "#src/modules/money/payments/events.ts";
import { PASSWORD, requestAt } from "#tests/accounts.ts";
import { bookDeparture } from "#tests/booked-departure.ts";
import { addPartner, credit } from "#tests/crediting.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { addAccount, beginSession } from "#tests/signed-in.ts";
import { addDeparture, bookingInput, seatsOf, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase();
const DAY = 86_400_000;
const daysFromNow = (days: number) => new Date(Date.now() + days * DAY);

let seeded: Promise<{ crawlId: string }> | undefined;
const crawl = async () => (await (seeded ??= seedMinimal(database.services.db))).crawlId;

type Person = Awaited<ReturnType<typeof person>>;

/** A signed-in person whose data contains a unique word. */
async function person(word: string, { verified = true } = {}) {
  const { db, secret, settings } = database.services;
  const email = `${word}@people.test`;
  const { id } = await addAccount(db, { email, first_name: word, last_name: word, phone: `+52 ${word}`, verified });
  const { cookie } = await beginSession(db, id, { secret, baseUrl: settings.BASE_URL });
  const ctx = requestAt(database.services);
  const actor = await actorOf(ctx, cookie);
  return { id, email, word, cookie, ctx: { ...ctx, actor } };
}

const leave = ({ ctx, cookie }: Person, password = PASSWORD) =>
  deleteAccount(ctx, { password, word: "DELETE" }, cookie);

/** A confirmed booking of a person, with its departure in `days` days. */
async function bookFor(who: Person, days: number, over: { user_id?: string | null } = {}) {
  await crawl();
  const { db } = database.services;
  const id = await bookDeparture(
    { db, now: daysFromNow(days - 1) },
    { email: who.email, additional_names: [who.word] },
  );
  await db
    .updateTable("bookings")
    .set({
      user_id: who.id,
      first_name: who.word,
      last_name: who.word,
      phone: who.word,
      special_requests: who.word,
      ...over,
    })
    .where("id", "=", id)
    .execute();
  await db
    .insertInto("tickets")
    .values({ booking_id: id, position: 1, guest_name: who.word, code: id.slice(-6) })
    .execute();
  return id;
}

/** Every table that contains a word. */
async function tablesWith(word: string): Promise<string[]> {
  const { db } = database.services;
  const tables = await sql<{
    name: string;
  }>`select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'graphile_worker') and c.relkind in ('r', 'p') and not c.relispartition`.execute(db);
  const found: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(name)} t
      where t::text ilike ${`%${word}%`}`.execute(db);
    if (rows[0]!.n > 0) found.push(name.replace("public.", ""));
  }
  return found;
}

const booking = (id: string) =>
  database.services.db.selectFrom("bookings").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

test("an account goes with everything that says whose it was; what was sold and paid stays", async () => {
  const who = await person("quetzal");
  const { db } = database.services;
  const [own, byAddress] = [await bookFor(who, -5), await bookFor(who, -9, { user_id: null })];
  await db
    .insertInto("payments")
    .values({
      purchase_id: own,
      attempt: 1,
      provider: "sandbox",
      method: "card",
      mode: "sandbox",
      status: "succeeded",
      amount: 64_000,
      currency: "MXN",
      expires_at: new Date(),
    })
    .execute();
  for (const [id, consent] of [
    [own, true],
    [byAddress, false],
  ] as const)
    await submitReview(who.ctx, {
      stars: 5,
      comment: "what quetzal thought",
      consent,
      language: "en",
      bookingId: id,
      token: reviewToken(who.ctx.secret, id),
    });
  await submitMessage(
    who.ctx,
    { name: "quetzal", email: who.email, subject: "quetzal", message: "quetzal asks something", language: "en" },
    { key: "a-key-of-quetzal", trap: "" },
  );
  await sql`insert into staff_invitations (email, role, language, token_hash, created_at, expires_at)
    values (${who.email}, 'guide', 'en', 'a hash', now(), now())`.execute(db);
  // by the booking's link, without having signed in
  await sql`insert into access_log (kind, outcome, subject, address, user_agent)
    values ('download', 'done', ${`/es/booking-confirmation/${own}/tickets.pdf`}, '198.51.100.20', 'quetzal')`.execute(
    db,
  );
  await database.work();
  expect(await tablesWith("quetzal")).toEqual(
    expect.arrayContaining(["user", "profiles", "bookings", "tickets", "emails", "ratings", "contact_messages"]),
  );
  const sold = await booking(own);

  expect(await leave(who, "not the password")).toEqual({ ok: false, reason: "wrong_password" });
  expect(await leave(who)).toEqual({ ok: true });
  // only the review that may be published is left
  expect(await tablesWith("quetzal")).toEqual(["ratings"]);
  expect((await tablesWith(who.id)).toSorted()).toEqual(["audit_log"]);
  const record = await booking(own);
  const blank = {
    first_name: "",
    last_name: "",
    email: "",
    phone: "",
    additional_names: [],
    special_requests: "",
    browser: null,
    user_id: null,
    forgotten_at: expect.any(Date),
    // the search text: nothing about the person, only the booking's reference
    found_by: `   ${sold.reference.toLowerCase()}  `,
  };
  expect(record).toEqual({ ...sold, ...blank });
  expect(await db.selectFrom("payments").select(["amount", "status"]).where("purchase_id", "=", own).execute()).toEqual(
    [{ amount: 64_000, status: "succeeded" }],
  );
  const ratings = await db
    .selectFrom("ratings")
    .select(["booking_id", "stars", "comment"])
    .where("booking_id", "in", [own, byAddress])
    .execute();
  expect(new Map(ratings.map((rating) => [rating.booking_id, rating.comment]))).toEqual(
    new Map([
      [own, "what quetzal thought"],
      [byAddress, ""],
    ]),
  );
  const log = await db.selectFrom("audit_log").select("action").where("subject_id", "=", who.id).execute();
  expect(log).toEqual([{ action: "account.deleted" }]);
  expect((await actorOf(requestAt(database.services), who.cookie)).kind).toBe("guest");

  // a retry from another tab, with that tab's session
  expect(await leave(who)).toEqual({ ok: false, reason: "no_user" });
  // money refunded later is emailed to nobody
  await db
    .transaction()
    .execute((tx) =>
      who.ctx.publish(
        who.ctx,
        tx,
        refundSucceeded({ purchaseId: own, kind: "booking", refundId: crypto.randomUUID() }),
      ),
    );
  expect(
    await db
      .selectFrom("emails")
      .select("recipient")
      .where("booking_id", "=", own)
      .where("kind", "=", "refund_sent")
      .execute(),
  ).toEqual([]);
});

/** A card between two addresses, and the code of its credit. */
async function giftCard(buyer: string, receiver: string) {
  await crawl();
  const { rows } = await sql<{ id: string }>`
    insert into gift_cards (order_key, reference, state, currency, amount, site_tag, language, buyer_name, buyer_email, receiver_name,
      receiver_email, message, send_at, sent_at, test, created_at, paid_at)
    values (gen_random_uuid(), 'GFT-' || gen_random_uuid(), 'live', 'MXN', 50000, 'cdmx', 'es', 'Buyer', ${buyer}, 'Receiver', ${receiver},
      'Happy birthday', now(), now(), true, now(), now()) returning id`.execute(database.services.db);
  const id = rows[0]!.id;
  const code = creditCode(id.replaceAll("-", "").slice(-20).toUpperCase(), "GC");
  await sql`insert into credits (code, currency, amount, purchase_id, test, created_at)
    values (${code}, 'MXN', 50000, ${id}, true, now())`.execute(database.services.db);
  return { id, code };
}

test("a card that somebody gave them forgets who received it", async () => {
  const who = await person("vaquita");
  const { id } = await giftCard("friend@people.test", "Vaquita@people.test");
  expect(await leave(who)).toEqual({ ok: true });
  const { rows } = await sql`select buyer_email, receiver_name, receiver_email, message from gift_cards
    where id = ${id}`.execute(database.services.db);
  expect(rows).toEqual([{ buyer_email: "friend@people.test", receiver_name: "", receiver_email: "", message: "" }]);
});

test("the address can have an account again, which knows nothing of the old one", async () => {
  const first = await person("colibri");
  await bookFor(first, -3);
  await leave(first);
  const second = await person("colibri");
  const data = (await exportData(second.ctx))!;
  expect([data.bookings, data.messages, data.ratings, data.emails]).toEqual([[], [], [], []]);
});

test("departures to come stand in the way, one that goes on too, and nothing is touched", async () => {
  const who = await person("ocelote");
  const id = await bookFor(who, 3);
  expect(await foreseeDeletion(who.ctx)).toMatchObject({ upcoming: [{ id }], pending: 0 });
  expect(await leave(who)).toEqual({ ok: false, reason: "upcoming_bookings" });
  expect(await tablesWith("ocelote")).toEqual(expect.arrayContaining(["user", "bookings", "tickets"]));
});

test("cash that nobody has taken over stands in the way", async () => {
  const { db } = database.services;
  await crawl();
  const who = await person("tlacuache");
  const { id: city_id } = await db.selectFrom("cities").select("id").executeTakeFirstOrThrow();
  const till = { id: crypto.randomUUID(), user_id: who.id, city_id, night: "2026-11-20", test: true };
  await db
    .insertInto("tills")
    .values({ ...till, opened_at: new Date() })
    .execute();
  expect(await leave(who)).toEqual({ ok: false, reason: "till_not_closed" });
  const closed = { state: "closed", counted_at: new Date(), closed_at: new Date() };
  await db.updateTable("tills").set(closed).where("id", "=", till.id).execute();
  expect(await leave(who)).toEqual({ ok: true });
});

test("a guide's phones and tills are handed out; once they leave, the books keep the cash and nobody's name", async () => {
  const { db } = database.services;
  await crawl();
  const who = await person("cenzontle");
  await db.updateTable("user").set({ role: "guide" }).where("id", "=", who.id).execute();
  const manager = (await addAccount(db, { role: "manager" })).id;
  const as = (userId: string, role: string) => ({
    ...database.ctx(),
    actor: { ...who.ctx.actor, kind: "user" as const, userId, role, secondFactor: true },
  });
  const phone = { id: crypto.randomUUID(), user_id: who.id, name: "cenzontle’s phone", token_hash: "h".repeat(43) };
  const now = new Date();
  await db
    .insertInto("door_devices")
    .values({ ...phone, created_at: now, seen_at: now })
    .execute();
  const { id: city_id } = await db.selectFrom("cities").select("id").executeTakeFirstOrThrow();
  const opening = { intent: "open", key: crypto.randomUUID(), city_id, float_MXN: 50_000, float_USD: 0 } as const;
  expect(await openTill(as(who.id, "guide"), opening)).toMatchObject({ ok: true });
  const counted = { MXN: 49_000 };
  const message = { counted, expected: { MXN: 50_000 }, reason: "ill" };
  const alone = { intent: "count", till_id: opening.key, round: 1, ...message, taker_id: ALONE } as const;
  // nobody else is there to take it over
  const others = db.updateTable("user").where("id", "not in", [who.id, manager]).where("role", "is not", null);
  await others.set({ banned: true }).execute();
  expect(await countTill(as(manager, "manager"), alone)).toEqual({ ok: true });
  await others.set({ banned: false }).execute();

  const data = (await exportData(who.ctx))!;
  expect(data.door_phones).toMatchObject([{ id: phone.id, name: phone.name }]);
  expect(JSON.stringify(data.door_phones)).not.toContain(phone.token_hash);
  expect(data.tills).toMatchObject([
    { id: opening.key, closed_alone: "ill", lines: [{ kind: "float", amount: 50_000 }], counts: [{}, {}] },
  ]);
  expect(JSON.stringify(data.tills)).not.toContain(manager);

  expect(await leave(who)).toEqual({ ok: true });
  expect(await tablesWith("cenzontle")).toEqual([]);
  const page = await tillsPage(as(manager, "manager"), { night: null, state: "closed" }, null);
  if (!page.ok) throw new Error(page.reason);
  const left = page.tills.find(({ id }) => id === opening.key);
  expect(left).toMatchObject({ by: "", sums: [{ expected: 50_000 }, {}], closedAlone: { reason: "ill" } });
  await checkLedger(as(manager, "manager"));
  expect(await differencesOfTills({ db })).toEqual([]);
});

test("what isn't paid yet is given up: its seats are free, and its way to pay is closed", async () => {
  const who = await person("tlacuache");
  const { db } = database.services;
  const date = Temporal.Now.plainDateISO().add({ days: 9 }).toString();
  const departure = await addDeparture(db, await crawl(), { date, seats: 10 });
  const placed = await placeBooking(who.ctx, bookingInput(departure), "the-key-of-tlacuache");
  if (!placed.ok) throw new Error(placed.reason);
  expect(await booking(placed.booking.id)).toMatchObject({ user_id: who.id });
  const started = await startPayment(
    who.ctx,
    { of: bookingRef(placed.booking.id), provider: "sandbox", method: "card" },
    "the-pay-key-of-it",
  );
  expect(started.ok).toBe(true);
  expect(await foreseeDeletion(who.ctx)).toEqual({ upcoming: [], pending: 1 });
  expect(await leave(who)).toEqual({ ok: true });
  expect(await seatsOf(db, departure)).toMatchObject({ available: 10, held: 0 });
  expect(await booking(placed.booking.id)).toMatchObject({ status: "cancelled", cancel_reason: "customer", email: "" });
  const sessions = await db
    .selectFrom("sandbox_sessions")
    .select(["state", "customer_email"])
    .where("client_reference", "=", placed.booking.id)
    .execute();
  expect(sessions).toEqual([{ state: "expired", customer_email: "" }]);
});

test("of an address that isn't proved only the account's own bookings are its own", async () => {
  const real = await person("jaguar");
  const theirs = await bookFor(real, -2, { user_id: null });
  const { db } = database.services;
  await db.updateTable("user").set({ email: "moved@people.test" }).where("id", "=", real.id).execute();
  const impostor = await person("jaguar", { verified: false });
  expect((await exportData(impostor.ctx))!.bookings).toEqual([]);
  await leave(impostor);
  expect(await booking(theirs)).toMatchObject({ email: "jaguar@people.test", first_name: "jaguar" });
});

test("the last admin can't go, and of two who go at once one stays", async () => {
  const { db } = database.services;
  const [one, other] = [await person("tejon"), await person("cacomixtle")];
  const admins = () => db.updateTable("user").set({ role: "admin" }).where("id", "in", [one.id, other.id]).execute();
  await admins();
  const answers = await Promise.all([leave(one), leave(other)]);
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(answers).toContainEqual({ ok: false, reason: "last_admin" });
  expect(await db.selectFrom("user").select("id").where("role", "=", "admin").execute()).toHaveLength(1);
});

test("two at once delete once", async () => {
  const who = await person("ajolote");
  await bookFor(who, -4);
  const answers = await Promise.allSettled([leave(who), leave(who)]);
  expect(answers.some((answer) => answer.status === "fulfilled" && answer.value.ok)).toBe(true);
  const log = await database.services.db
    .selectFrom("audit_log")
    .select("action")
    .where("subject_id", "=", who.id)
    .execute();
  expect(log).toEqual([{ action: "account.deleted" }]);
});

describe("the export", () => {
  test("has everything of its owner, nothing of another, and no key to anything", async () => {
    const [who, other] = [await person("cenzontle"), await person("xoloitz")];
    const [own, theirs] = [await bookFor(who, -5), await bookFor(other, -5)];
    await submitReview(who.ctx, {
      stars: 4,
      comment: "good",
      consent: false,
      language: "en",
      bookingId: own,
      token: reviewToken(who.ctx.secret, own),
    });
    const data = (await exportData(who.ctx))!;
    expect(data).toMatchObject({
      profile: { email: who.email, first_name: "cenzontle", marketing_consent: false },
      sessions: [{ ip_address: null }],
      bookings: [{ id: own, additional_names: ["cenzontle"] }],
      tickets: [{ guest_name: "cenzontle" }],
      ratings: [{ stars: 4, comment: "good" }],
    });
    // the row as it is stored, with the night that it is for
    const { rows: columns } = await sql<{ name: string }>`select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = 'bookings'`.execute(database.services.db);
    const night = ["date", "start_time", "end_time", "ends_at", "title", "title_es", "partner_name"];
    expect(Object.keys(data.bookings[0]!).toSorted()).toEqual(
      [...columns.map(({ name }) => name), ...night].toSorted(),
    );
    const text = JSON.stringify(data);
    expect(text).not.toContain("xoloitz");
    expect(text).not.toContain(theirs);
    const { token } = await database.services.db
      .selectFrom("session")
      .select("token")
      .where("user_id", "=", who.id)
      .executeTakeFirstOrThrow();
    for (const secret of [token, "password", "browser-one"]) expect(text).not.toContain(secret);
  });

  test("has no code of a card that its owner gave to somebody", async () => {
    const who = await person("manati");
    const own = await bookFor(who, -5);
    await sql`insert into credits (code, currency, amount, purchase_id, test, created_at)
      values ('RC-2222-3333-4444', 'MXN', 20000, ${own}, true, now())`.execute(database.services.db);
    const { code } = await giftCard(who.email, "friend@people.test");
    const data = (await exportData(who.ctx))!;
    expect(data.credits).toMatchObject([{ code: "RC-2222-3333-4444", amount: 20_000 }, { amount: 50_000 }]);
    expect(JSON.stringify(data)).not.toContain(code);
  });

  test("says of money for which booking it was", async () => {
    const who = await person("mapache");
    const own = await bookFor(who, -5);
    const { db } = database.services;
    const money = { purchase_id: own, amount: 64_000, currency: "MXN", status: "succeeded" };
    const way = { attempt: 1, provider: "cash", method: "cash", mode: "live", expires_at: NOON };
    const { id: payment_id } = await db
      .insertInto("payments")
      .values({ ...money, ...way })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db.transaction().execute((tx) => issueReceipt(who.ctx, tx, { paymentId: payment_id }));
    await db
      .insertInto("refunds")
      .values({ ...money, payment_id, reason: "goodwill", idempotency_key: payment_id })
      .execute();
    const { payments, refunds, receipts } = (await exportData(who.ctx))!;
    for (const rows of [payments, refunds, receipts]) {
      expect(rows).toMatchObject([{ booking_id: own }]);
      expect(rows[0]).not.toHaveProperty("purchase_id");
    }
  });

  test("is for nobody who isn't signed in", async () => {
    expect(await exportData(requestAt(database.services))).toBeNull();
  });
});

test("of the partner who sent them a guest learns name, reason and time, and nothing that is the partner's", async () => {
  const { db } = database.services;
  const who = await person("quetzal");
  const id = await bookFor(who, -2);
  const partner = await addPartner(db, {
    name: "Hostel Sol",
    code: "SOL",
    email: who.email,
    clabe: "032180000118359719",
  });
  await credit(db, id, partner, { partner_reason: "code", partner_before: "LUNA", partner_doubts: ["email"] });
  const data = (await exportData(who.ctx))!;
  expect(data.bookings).toMatchObject([{ partner_name: "Hostel Sol", partner_reason: "code", partner_at: NOON }]);
  const text = JSON.stringify(data);
  for (const secret of [partner, "032180000118359719", "LUNA", "partner_doubts", "partner_verdict"])
    expect(text).not.toContain(secret);
});

test.each([
  [null, ["email"]],
  ["theirs", null],
] as const)("decided %s, what makes a guest like the partner is kept: %j", async (partner_verdict, expected) => {
  const { db } = database.services;
  const who = await person(`ajolote-${partner_verdict ?? "open"}`);
  const id = await bookFor(who, -2);
  await credit(db, id, await addPartner(db), { partner_doubts: ["email"], partner_verdict });
  expect(await leave(who)).toEqual({ ok: true });
  expect(await booking(id)).toMatchObject({ email: "", partner_doubts: expected, partner_verdict });
});
