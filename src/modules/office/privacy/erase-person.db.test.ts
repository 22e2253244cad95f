import fs from "node:fs";
import path from "node:path";
import { sql, type Updateable } from "kysely";
import type { Tables } from "#db/tables.ts";
import { describe, expect, test } from "vitest";
import { addNote } from "#src/modules/office/booking-admin/add-note.server.ts";
import { exportBookings } from "#src/modules/office/booking-admin/export-bookings.server.ts";
import { bookingQueryIn } from "#src/modules/office/booking-admin/rules/booking-list.ts";
import { saveView } from "#src/modules/office/booking-admin/save-view.server.ts";
import { tagBookings } from "#src/modules/office/booking-admin/tag-bookings.server.ts";
import { makeImport } from "#src/modules/office/importing/make-import.server.ts";
import { importPage } from "#src/modules/office/importing/queries.server.ts";
import { startImport } from "#src/modules/office/importing/start-import.server.ts";
import { answerMessage } from "#src/modules/site/messages/answer-message.server.ts";
import { submitMessage } from "#src/modules/site/messages/send-message.server.ts";
import { sendEmail } from "#src/modules/mail/notifications/send-email.server.ts";
import { sendLink } from "#src/modules/mail/notifications/send-link.server.ts";
import { erasePerson, findPerson, foreseeErasure } from "#src/modules/office/privacy/erase-person.server.ts";
import { type Anchor, anchorIn } from "#src/modules/office/privacy/rules/erasure.ts";
import { answerReview } from "#src/modules/evening/reviews/answer-review.server.ts";
import { reviewToken } from "#src/modules/evening/reviews/grant-review.server.ts";
import { submitReview } from "#src/modules/evening/reviews/submit-review.server.ts";
import { requestAt } from "#tests/accounts.ts";
import { staffStage } from "#tests/audit-matrix/stage.ts";
import { bookDeparture } from "#tests/booked-departure.ts";
import { NOON } from "#tests/database.ts";
import { columnsOf } from "#tests/personal-columns.ts";
import { NOBODY, storedPeople } from "#src/modules/programs/resellers/rules/resale.ts";
import { storedResold } from "#src/modules/programs/resellers/forget-guests.server.ts";
import { changeResale } from "#src/modules/programs/resellers/change-resale.server.ts";
import { confirmResale } from "#src/modules/programs/resellers/confirm-resale.server.ts";
import { resellPlaces } from "#src/modules/programs/resellers/resell-places.server.ts";
import { addKey, addReseller, asKey } from "#tests/resellers.ts";
import { addCrawl, addDeparture } from "#tests/seeds.ts";
import { addAccount } from "#tests/signed-in.ts";

const stage = staffStage();
const db = () => stage.db();
const admin = (minutes = 5) => stage.as("admin", { minutes });
const LATER = 60 * 24 * 40;

/** Every table that contains a word, and every file of the data directory. */
async function placesWith(word: string): Promise<string[]> {
  const tables = await sql<{ name: string }>`select c.oid::regclass::text as name from pg_class c
    where c.relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace) and c.relkind in ('r', 'p')
      and not c.relispartition order by 1`.execute(db());
  const found: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.raw(name)} t
      where t::text ilike ${`%${word}%`} or to_jsonb(t)::text ilike ${`%${word}%`}`.execute(db());
    if (rows[0]!.n > 0) found.push(name);
  }
  const folder = stage.database.services.settings.DATA_DIR;
  for (const entry of fs.existsSync(folder) ? fs.readdirSync(folder, { recursive: true, withFileTypes: true }) : [])
    if (entry.isFile() && fs.readFileSync(path.join(entry.parentPath, entry.name)).includes(word))
      found.push(entry.name);
  return found;
}

/** Writes a word into every column that is to be erased, past the triggers, but for the addresses that find a person. */
async function plant(word: string): Promise<string[]> {
  const { rows } = await sql<{ table: string; column: string; type: string }>`
    select table_name as table, column_name as column, udt_name as type from information_schema.columns
    where table_schema = 'public' and is_generated = 'NEVER' and udt_name in ('text', '_text', 'bytea')`.execute(db());
  const erased = rows.filter(
    ({ table, column }) => columnsOf(table, "erased").includes(column) && !ADDRESSES.includes(column),
  );
  const planted = new Set<string>();
  await db()
    .transaction()
    .execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      for (const { table, column, type } of erased) {
        const own = sql`${word} || ctid::text`;
        const value = type === "_text" ? sql`array[${own}]` : type === "bytea" ? sql`convert_to(${own}, 'utf8')` : own;
        const { numAffectedRows } = await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value}`.execute(tx);
        if (numAffectedRows) planted.add(table);
      }
    });
  return [...planted];
}
/** By them a person is found, and what staff named after them; a key stays what it is where it names nobody. */
const ADDRESSES = ["email", "phone", "first_name", "last_name", "recipient", "dedupe_key"];

const erases = async (of: Anchor, minutes = LATER) => {
  const erasure = await foreseeErasure(admin(minutes), of);
  if (!erasure.ok) throw new Error(erasure.reason);
  return erasePerson(admin(minutes), { of, seen: erasure.erasure.seen });
};
const anchorOf = async (words: string) => {
  const found = await findPerson(admin(), words);
  if (!found.ok) throw new Error(found.reason);
  return anchorIn(found.of)!;
};

/** A booking of somebody, of the night that `bookDeparture` has: over at `LATER`. */
async function booked(over: Updateable<Tables["bookings"]> = {}): Promise<string> {
  const id = await bookDeparture({ db: db(), now: NOON });
  const who = { first_name: "Ana", last_name: "Flores", email: "ana@guest.test" };
  await db()
    .updateTable("bookings")
    .set({ ...who, ...over })
    .where("id", "=", id)
    .execute();
  return id;
}

const rowOf = (id: string) => db().selectFrom("bookings").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

describe("whoever asks for it is gone from everywhere", () => {
  test("without an account: what they typed and what was written of them; money and the tax office's details stay", async () => {
    const id = await stage.paid(undefined, {
      customer: {
        first_name: "Xochitl",
        last_name: "Quetzalcoatl",
        email: "xochitl@quetzal.test",
        phone: "+52 55 7777 1234",
        country: "MX",
      },
      additional_names: ["Citlali Quetzalcoatl"],
      special_requests: "Quetzalcoatl is vegan",
    });
    await addNote(admin(), { booking_id: id, text: "Quetzalcoatl called", key: crypto.randomUUID() });
    expect(await tagBookings(admin(), { ids: [id] }, { name: "Xochitl Quetzalcoatl", way: "add" })).toMatchObject({
      ok: true,
    });
    expect(
      await saveView(admin(), { name: "Xochitl Quetzalcoatl", query: "q=quetzalcoatl&state=confirmed" }),
    ).toMatchObject({ ok: true });
    const list = bookingQueryIn("q=quetzalcoatl");
    expect(await exportBookings(admin(), { query: list }, "csv")).toMatchObject({ ok: true });
    await sendLink(admin(), { booking_id: id, key: crypto.randomUUID() });
    await submitMessage(
      requestAt(stage.database.services),
      {
        name: "Xochitl Quetzalcoatl",
        email: "Xochitl@quetzal.test",
        subject: "From Quetzalcoatl",
        message: "Quetzalcoatl has a question",
        language: "en",
      },
      { key: crypto.randomUUID(), trap: "" },
    );
    const { id: messageId } = await db().selectFrom("contact_messages").select("id").executeTakeFirstOrThrow();
    const answer = { id: messageId, text: "Dear Quetzalcoatl", key: crypto.randomUUID(), seen: 0, done: true };
    expect(await answerMessage(admin(), answer)).toMatchObject({ ok: true });
    const ctx = stage.at(LATER, { kind: "guest" });
    const review = { stars: 2, comment: "Quetzalcoatl waited", consent: false, language: "en", bookingId: id } as const;
    expect(await submitReview(ctx, { ...review, token: reviewToken(ctx.secret, id) })).toMatchObject({ ok: true });
    const rating = await db().selectFrom("ratings").select("id").where("booking_id", "=", id).executeTakeFirstOrThrow();
    const reply = { id: rating.id, text: "Sorry, Quetzalcoatl", key: crypto.randomUUID(), seen: 0 };
    expect(await answerReview(admin(LATER), reply)).toMatchObject({ ok: true });
    await sql`insert into invoice_requests (booking_id, rfc, legal_name, tax_regime, postal_code, cfdi_use, email, created_at, updated_at)
      values (${id}, 'QUEX900101AB1', 'Xochitl Quetzalcoatl', '612', '06700', 'G03', 'xochitl@quetzal.test', now(), now())`.execute(
      db(),
    );
    await stage.database.work();

    const of = await anchorOf(" XOCHITL@quetzal.test");
    expect(of).toEqual({ kind: "booking", id });
    expect(await placesWith("quetzalcoatl")).toEqual(
      expect.arrayContaining([
        "bookings",
        "tickets",
        "booking_notes",
        "tags",
        "contact_messages",
        "message_answers",
        "emails",
        "ratings",
      ]),
    );
    const erasure = await foreseeErasure(admin(LATER), of);
    expect(erasure).toMatchObject({
      ok: true,
      erasure: {
        name: "Xochitl Quetzalcoatl",
        contact: "xochitl@quetzal.test",
        gone: { bookings: 1, pending: 0, messages: 1, account: "none" },
        kept: { payments: 1, receipts: 1, invoices: 1, invoicesUntil: expect.stringMatching(/^2031-/) },
      },
    });
    const money = () => sql<object>`select amount, status from payments where purchase_id = ${id}`.execute(db());
    const before = (await money()).rows;

    await sql`insert into refunds (payment_id, purchase_id, amount, currency, reason, status, idempotency_key)
      select id, purchase_id, 100, currency, 'goodwill', 'succeeded', 'k-0' from payments where purchase_id = ${id}`.execute(
      db(),
    );
    await sql`insert into checkin_events (id, kind, departure_id, ticket_id, device_at, happened_at, received_at, way)
      select gen_random_uuid(), 'deny', b.scheduled_crawl_id, t.id, now(), now(), now(), 'list' from tickets t
      join bookings b on b.id = t.booking_id where b.id = ${id} limit 1`.execute(db());
    expect(await plant("tezcatlipoca")).toEqual(
      expect.arrayContaining(["bookings", "booking_notes", "checkin_events", "emails", "refunds", "tickets"]),
    );

    expect(await erases(of)).toEqual({ ok: true, bookings: 1 });
    expect(await placesWith("tezcatlipoca")).toEqual([]);
    for (const word of ["quetzalcoatl", "xochitl", "7777 1234", "525577771234"])
      expect([word, await placesWith(word)]).toEqual([word, /^[qx]/.test(word) ? ["invoice_requests"] : []]);
    expect((await money()).rows).toEqual(before);
    const log = await sql<{
      subject_id: string;
    }>`select subject_id from audit_log where action = 'person.erased' order by id`.execute(db());
    expect(log.rows.map(({ subject_id }) => subject_id)).toEqual([id, messageId]);
  });

  test("with an account, its sessions and its bookings under other addresses", async () => {
    const { id: userId } = await addAccount(db(), {
      email: "tlaloc@guest.test",
      first_name: "Tlaloc",
      last_name: "Tlaloc",
    });
    const other = await booked({ first_name: "Tlaloc", email: "tlaloc@office.test" });
    await db().updateTable("bookings").set({ user_id: userId }).where("id", "=", other).execute();
    expect(await erases(await anchorOf("tlaloc@guest.test"))).toEqual({ ok: true, bookings: 1 });
    expect(await placesWith("tlaloc")).toEqual([]);
  });

  test("also from an email that a job queues for them late, which nobody is sent", async () => {
    const id = await booked({ first_name: "Xolotl", email: "xolotl@guest.test" });
    const late = { booking_id: id, language: "en", recipient: "xolotl@guest.test", payload: "{}" };
    expect(await erases({ kind: "booking", id })).toMatchObject({ ok: true });
    await db()
      .insertInto("emails")
      .values([
        { ...late, kind: "rating_request", dedupe_key: `booking.${id}.rating`, status: "queued" },
        { ...late, kind: "route_changed", dedupe_key: `booking.${id}.route`, status: "sent" },
      ])
      .execute();
    const queued = db().selectFrom("emails").select(["id", "status"]).where("booking_id", "=", id);
    const { id: emailId } = (await queued.where("status", "=", "queued").execute())[0]!;
    await sendEmail(admin(LATER), { id: emailId });
    expect((await queued.where("id", "=", emailId).execute())[0]).toMatchObject({ status: "withheld" });
    expect(await placesWith("xolotl")).toEqual([]);
  });

  test("who left only a phone number, however it was written", async () => {
    const id = await booked({ first_name: "Mixcoatl", email: "", phone: "+52 (55) 3333-9876" });
    expect(await anchorOf("52 55 3333 9876")).toEqual({ kind: "booking", id });
    expect(await erases({ kind: "booking", id })).toEqual({ ok: true, bookings: 1 });
    expect(await placesWith("mixcoatl")).toEqual([]);
  });

  test("an account that nobody confirmed goes, and takes no booking of somebody else along", async () => {
    const { id: userId } = await addAccount(db(), { email: "ehecatl@guest.test", verified: false });
    const theirs = await booked({ first_name: "Somebody", email: "somebody@guest.test" });
    await db().updateTable("bookings").set({ user_id: userId }).where("id", "=", theirs).execute();
    expect(await erases({ kind: "user", id: userId })).toEqual({ ok: true, bookings: 0 });
    const row = await db()
      .selectFrom("bookings")
      .select(["first_name", "user_id"])
      .where("id", "=", theirs)
      .executeTakeFirst();
    expect(row).toEqual({ first_name: "Somebody", user_id: null });
  });
});

describe("is refused", () => {
  test("for guests who are still expected, and while money isn't settled", async () => {
    const id = await booked({ email: "centeotl@guest.test" });
    const of = { kind: "booking", id } as const;
    expect(await foreseeErasure(admin(), of)).toMatchObject({ erasure: { blocks: { upcoming: [{ id }], money: [] } } });
    expect(await erases(of, 5)).toEqual({ ok: false, reason: "blocked" });
    expect(await foreseeErasure(admin(LATER), of)).toMatchObject({ erasure: { blocks: { upcoming: [], money: [] } } });
    const paid = await stage.paid();
    await sql`insert into refunds (payment_id, purchase_id, amount, currency, reason, status, idempotency_key)
      select id, purchase_id, 100, currency, 'goodwill', 'manual', 'k-1' from payments where purchase_id = ${paid}`.execute(
      db(),
    );
    expect(await foreseeErasure(admin(LATER), { kind: "booking", id: paid })).toMatchObject({
      erasure: { blocks: { money: [{ id: paid }] } },
    });
    expect(await erases({ kind: "booking", id: paid })).toEqual({ ok: false, reason: "blocked" });
  });

  test("while a bank is still paying: whoever paid has to hear what became of it", async () => {
    const id = await booked({ email: "mayahuel@guest.test", status: "cancelled", cancel_reason: "expired" });
    const payment = { purchase_id: id, attempt: 1, provider: "paypal", method: "paypal", mode: "sandbox" };
    const money = { amount: 100, currency: "MXN", status: "pending", expires_at: NOON, created_at: NOON };
    await db()
      .insertInto("payments")
      .values({ ...payment, ...money, bank_since: NOON, next_poll_at: NOON })
      .execute();
    const open = async () => {
      const erasure = await foreseeErasure(admin(LATER), { kind: "booking", id });
      return erasure.ok ? erasure.erasure.blocks.money.length : null;
    };
    expect(await open()).toBe(1);
    // nobody asks the company any more
    await db().updateTable("payments").set({ next_poll_at: null }).where("purchase_id", "=", id).execute();
    expect(await open()).toBe(0);
  });

  test("of staff, before their role is taken away", async () => {
    const id = await stage.colleague("guide");
    expect(await erases({ kind: "user", id })).toEqual({ ok: false, reason: "blocked" });
  });

  test("of whoever is an admin by the server's settings, which no role says", async () => {
    const { id } = await addAccount(db(), { email: "huitzilopochtli@ops.test", role: null });
    const ctx = admin(LATER);
    const bySetting = { ...ctx, settings: { ...ctx.settings, ADMIN_EMAILS: ["huitzilopochtli@ops.test"] } };
    expect(await foreseeErasure(bySetting, { kind: "user", id })).toMatchObject({
      erasure: { blocks: { staff: true } },
    });
    expect(await foreseeErasure(ctx, { kind: "user", id })).toMatchObject({ erasure: { blocks: { staff: false } } });
  });

  test("when something of theirs came since it was shown", async () => {
    const id = await booked({ email: "tonatiuh@guest.test" });
    const erasure = await foreseeErasure(admin(LATER), { kind: "booking", id });
    if (!erasure.ok) throw new Error(erasure.reason);
    await booked({ email: "TONATIUH@guest.test", reference: "RND-OTHER2" });
    const request = { of: { kind: "booking", id }, seen: erasure.erasure.seen } as const;
    expect(await erasePerson(admin(LATER), request)).toEqual({ ok: false, reason: "changed_meanwhile" });
    expect(await placesWith("tonatiuh")).toContain("bookings");
  });

  test("nobody is found by what nobody left", async () => {
    for (const words of ["", " ", "%", "nobody@guest.test", "12345"])
      expect(await findPerson(admin(), words), words).toEqual({ ok: false, reason: "person_not_found" });
  });
});

test.each([
  ["a name of wildcards", { first_name: "%", last_name: "___" }, ["Team of Puebla", "% ___"], []],
  [
    "a name in another script",
    { first_name: "Иван", last_name: "Øst" },
    ["Иванов Øst"],
    ["Иван Øst VIP", "(иван øst)"],
  ],
  ["a name of few letters", { first_name: "An", last_name: "Li" }, ["Plan Liverpool"], ["Party of An Li", "Án Li's"]],
])("%s takes no tag or view along that is called otherwise", async (what, who, expected, gone) => {
  const id = await booked({ ...who, email: `${what.replaceAll(" ", "-")}@guest.test` });
  const other = await booked({ email: "somebody-else@guest.test" });
  for (const name of [...expected, ...gone]) {
    expect(await tagBookings(admin(), { ids: [id, other] }, { name, way: "add" })).toMatchObject({ ok: true });
    expect(await saveView(admin(), { name, query: "state=confirmed" })).toMatchObject({ ok: true });
  }
  expect(await erases({ kind: "booking", id })).toMatchObject({ ok: true });
  for (const table of ["tags", "saved_views"] as const) {
    const names = (await db().selectFrom(table).select("name").execute()).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(expected));
    expect(names.filter((name) => gone.includes(name))).toEqual([]);
  }
});

test("whom a reseller brought is found by the address that it has, and gone from its resales; its other guests stay", async () => {
  const { partnerId, id: keyId } = await addReseller(db());
  const resold = async (email: string, guest: string) => {
    const id = await booked({ first_name: "Ixchel", last_name: "Resold", email: "", phone: "" });
    const people = [email, guest].map((one, n) => ({
      uuid: crypto.randomUUID(),
      position: n + 1,
      reseller_reference: null,
      contact: { ...NOBODY, email: one },
    }));
    const contact = { ...NOBODY, full_name: "Ixchel Resold", email };
    const sold = { booking_id: id, uuid: crypto.randomUUID(), partner_id: partnerId, key_id: keyId, request_hash: "-" };
    const row = { ...sold, contact: JSON.stringify(contact), people: JSON.stringify(people) };
    await db()
      .insertInto("resales")
      .values({ ...row, notes: "Ixchel is vegan", created_at: NOON, updated_at: NOON })
      .execute();
    return id;
  };
  const [own, others] = [
    await resold("Ixchel@resold.test", "zyanya@resold.test"),
    await resold("zeltzin@resold.test", "ixchel@resold.test"),
  ];
  expect(await storedResold(admin(), "ixchel@resold.test")).toHaveLength(3);
  const reference = (await rowOf(own)).reference;
  expect(await anchorOf(reference)).toEqual({ kind: "booking", id: own });
  const of = await anchorOf("ixchel@resold.test");
  expect(of).toEqual({ kind: "booking", id: own });
  expect(await erases(of)).toMatchObject({ ok: true, bookings: 1 });
  expect(await placesWith("ixchel@resold.test")).toEqual([]);
  expect(await storedResold(admin(), "zeltzin@resold.test")).toHaveLength(2);
  expect((await rowOf(others)).first_name).toBe("Ixchel");

  await resold("zeltzin@resold.test", "itzel@resold.test");
  const listed = await anchorOf("itzel@resold.test");
  expect(listed.kind).toBe("resold");
  for (const _ of ["", "again"]) expect(await erases(listed)).toMatchObject({ ok: true, bookings: 0 });
  expect(await placesWith("itzel@resold.test")).toEqual([]);
});

test("of whom a reseller only listed as a guest, their ticket and the booking say nothing; the others' stay", async () => {
  const key = await addReseller(db());
  const departure_id = await addDeparture(db(), await addCrawl(db(), {}), {});
  const guest = (full_name: string, email: string) => ({ uuid: crypto.randomUUID(), contact: { full_name, email } });
  const list = [guest("Yaretzi Luna", "yaretzi@listed.test"), guest("Nayeli Sol", "NAYELI@listed.test")];
  const wish = { departure_id, uuid: crypto.randomUUID(), currency: "MXN", language: "es" } as const;
  const contact = { full_name: "Izel Resold", email: "izel@listed.test" };
  const ctx = (minutes: number) => asKey(stage.at(minutes), key);
  for (const booker of [contact, list[0]!.contact]) {
    const uuid = crypto.randomUUID();
    const people = [...list, guest("Tonalli Mar", "tonalli@listed.test")];
    expect(await resellPlaces(ctx(0), { ...wish, uuid, people })).toMatchObject({ ok: true });
    expect(await confirmResale(ctx(1), uuid, { contact: booker })).toMatchObject({ ok: true });
    const others = booker === contact ? [list[1]!, list[0]!] : people;
    expect(await changeResale(ctx(2), uuid, { people: others })).toMatchObject({ ok: true });
  }
  // on hold she is off the list by now, and was to come again; and her name was tried out
  const uuid = crypto.randomUUID();
  const [first, last] = [list[0]!, guest("Tonalli Mar", "tonalli@listed.test")];
  expect(await resellPlaces(ctx(0), { ...wish, uuid, people: [first, list[1]!, last] })).toMatchObject({ ok: true });
  const fewer = await changeResale(ctx(1), uuid, { people: [first, last] });
  if (!fewer.ok) throw new Error(fewer.reason);
  const wished = JSON.stringify(storedPeople(list, [], () => crypto.randomUUID()));
  await db().updateTable("resales").set({ wish: wished }).where("id", "=", fewer.resale.id).execute();
  const trial = asKey(stage.at(0), await addKey(db(), key.partnerId, true));
  expect(await resellPlaces(trial, { ...wish, uuid: crypto.randomUUID(), people: list })).toMatchObject({ ok: true });
  const all = ["tickets", "bookings", "resales", "test_resales"];
  expect(await placesWith("Nayeli")).toEqual(expect.arrayContaining(all));
  expect(await erases(await anchorOf("nayeli@listed.test"))).toMatchObject({ ok: true, bookings: 0 });
  expect(await placesWith("Nayeli")).toEqual([]);
  const { rows } = await sql<{ names: string[] }>`select array_agg(t.guest_name order by t.position) as names
    from tickets t join resales r on r.booking_id = t.booking_id where t.status = 'valid' and r.partner_id = ${key.partnerId}
    group by r.id order by r.id`.execute(db());
  expect(rows.map(({ names }) => names)).toEqual([
    ["Izel Resold", ""],
    ["Yaretzi Luna", "", "Tonalli Mar"],
  ]);
});

test("two at once erase once", async () => {
  const id = await booked({ email: "coatlicue@guest.test" });
  const erasure = await foreseeErasure(admin(LATER), { kind: "booking", id });
  if (!erasure.ok) throw new Error(erasure.reason);
  const request = { of: { kind: "booking", id }, seen: erasure.erasure.seen } as const;
  const both = await Promise.all([erasePerson(admin(LATER), request), erasePerson(admin(LATER), request)]);
  expect(both.every(({ ok }) => ok)).toBe(true);
  const log = await db()
    .selectFrom("audit_log")
    .select("action")
    .where("subject_id", "=", id)
    .where("action", "=", "person.erased")
    .execute();
  expect(log).toHaveLength(1);
});

test("whoever was only imported is found by address or number, and goes without leaving anything", async () => {
  const key = crypto.randomUUID();
  const rows = "Name,Email,Phone\nImelda Traidaova,imelda@brought.test,\nIvan Traidaova,,+52 33 7777 2222";
  const file = new File([rows], "customers.csv");
  expect(await startImport(admin(), { key, kind: "customers", source: "FareBoat", file })).toMatchObject({ ok: true });
  const page = await importPage(admin(), key, 0);
  if (!page.ok || page.view.state !== "draft") throw new Error("no draft");
  expect(await makeImport(admin(), key, { seen: page.view.plan!.seen })).toMatchObject({ ok: true });
  for (const words of ["imelda@brought.test", "+52 (33) 7777-2222"]) {
    const person = await findPerson(admin(), words);
    if (!person.ok) throw new Error(person.reason);
    const of = anchorIn(person.of)!;
    const foreseen = await foreseeErasure(admin(), of);
    if (!foreseen.ok) throw new Error(foreseen.reason);
    expect(foreseen.erasure).toMatchObject({
      name: expect.stringContaining("Traidaova"),
      gone: { bookings: 0, imported: true },
    });
    expect(await erasePerson(admin(), { of, seen: foreseen.erasure.seen })).toMatchObject({ ok: true });
  }
  expect(await placesWith("traidaova")).toEqual([]);
});
