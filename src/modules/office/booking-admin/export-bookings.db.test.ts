import { strFromU8, unzipSync } from "fflate";
import { beforeAll, expect, test } from "vitest";
import type { Locale } from "#src/kernel/localized.ts";
import { exportBookings, type Format } from "#src/modules/office/booking-admin/export-bookings.server.ts";
import { bookingQueryIn } from "#src/modules/office/booking-admin/rules/booking-list.ts";
import { xlsx } from "#src/platform/write-xlsx.server.ts";
import { bookDeparture } from "#tests/booked-departure.ts";
import { addPartner, credit } from "#tests/crediting.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { csvText } from "#tests/sheets.ts";

const database = freshDatabase();
const ids: string[] = [];

beforeAll(async () => {
  const { db } = database.services;
  const evil = await bookDeparture({ db, now: NOON }, { email: "evil@guest.test", language: "es" });
  await db
    .updateTable("bookings")
    .set({
      first_name: "=HYPERLINK(1)",
      last_name: "<b>",
      reference: "RD-EVIL",
      created_at: new Date("2026-11-20T05:30:00Z"),
    })
    .where("id", "=", evil)
    .execute();
  const partner = await addPartner(db, { name: "Hostel Sol" });
  await credit(db, evil, partner, { partner_reason: "qr", campaign: "Winter", qr_code_id: "door-1" });
  ids.push(evil, await bookDeparture({ db, now: NOON }, { total_price: 1250, status: "pending" }));
});

type Options = { locale?: Locale; query?: string; chosen?: string[] };

async function exported(format: Format, { locale = "en", query = "", chosen = [] }: Options = {}) {
  const ctx = database.ctx({ locale, actor: { kind: "user", role: "support" } });
  const request = chosen.length > 0 ? { ids: chosen } : { query: bookingQueryIn(query) };
  const result = await exportBookings(ctx, request, format);
  if (!result.ok) throw new Error(result.reason);
  return result;
}

const csv = async (options: Options = {}) =>
  (await csvText((await exported("csv", options)).sheet)).trimEnd().split("\r\n");

test("a CSV file speaks its reader's language and tells the city's time", async () => {
  const [head, line, ...rest] = await csv({ query: "q=evil" });
  expect(head).toBe(
    "Reference,Name,Email,Phone,Country,Language,Guests,Crawl,City,Date,Time,State,Refund or dispute,Payment,Currency,Total,Discount,Coupon,Partner,Came by,Campaign,QR code,Friends’ table,Source,Booked on,Tags",
  );
  // 05:30 UTC is 23:30 of the day before in Mexico City
  expect(line).toBe(
    "RD-EVIL,'=HYPERLINK(1) <b>,evil@guest.test,(+52) 5500000000,Mexico,Spanish,1,Ronda Mexico City,Mexico City,2026-11-21,20:00,Confirmed,,Not paid,MXN,640.00,0.00,,Hostel Sol,QR code,Winter,door-1,,Website,2026-11-19 23:30:00,",
  );
  expect(rest).toEqual([]);
  const [cabeza, linea] = await csv({ query: "q=evil", locale: "es" });
  expect(cabeza).toContain("Referencia,Nombre,Correo");
  expect(linea).toContain("Español,1,Ronda Ciudad de México,Ciudad de México,2026-11-21,20:00,Confirmada,,Sin pagar");
});

test("only what the view holds, or what was chosen, in that order", async () => {
  expect(await csv()).toHaveLength(3);
  expect(await csv({ query: "state=confirmed" })).toHaveLength(2);
  expect(await csv({ query: "q=nobody" })).toHaveLength(1);
  const chosen = await csv({ chosen: [ids[1]!] });
  expect(chosen).toHaveLength(2);
  expect(chosen[1]).toContain(",12.50,");
});

test("a workbook holds texts as texts, money and dates as numbers", async () => {
  const { title, sheet: written } = await exported("xlsx", { query: "q=evil", locale: "es" });
  const files = unzipSync(Buffer.concat(await Array.fromAsync(xlsx(title, written))));
  const sheet = strFromU8(files["xl/worksheets/sheet1.xml"]!);
  expect(sheet).not.toContain("<f>");
  expect(sheet).toContain('<is><t xml:space="preserve">=HYPERLINK(1) &lt;b&gt;</t></is>');
  expect(sheet).toContain('<c s="1"><v>640</v></c>');
  expect(sheet).toContain('<c s="2"><v>46347</v></c>');
  expect(strFromU8(files["xl/workbook.xml"]!)).toContain('sheet name="Reservas"');
});

test("the bookings of a friends' table name the one that started it, and are found by it", async () => {
  const { db } = database.services;
  const [first, friend] = [await bookDeparture({ db, now: NOON }, {}), await bookDeparture({ db, now: NOON }, {})];
  const row = (id: string) => db.selectFrom("bookings").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const { reference, scheduled_crawl_id: departure_id } = await row(first);
  const { id: table_id } = await db
    .insertInto("friend_tables")
    .values({ code: "T", booking_id: first, departure_id, places: 3, taken: 1, deadline: NOON, started_at: NOON })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db.insertInto("friend_shares").values({ booking_id: friend, table_id, people: 1 }).execute();
  const references = new Set([reference, (await row(friend)).reference]);
  for (const query of [`table=${reference.toLowerCase()}`, "table=any"]) {
    const [, ...lines] = await csv({ query });
    expect(lines).toHaveLength(2);
    expect(new Set(lines.map((line) => line.split(",")[0]))).toEqual(references);
    for (const line of lines) expect(line).toContain(`,${reference},Website,`);
  }
  expect(await csv({ query: "table=RON-NOBODY" })).toHaveLength(1);
  // a friend who starts one too is named by that
  await db
    .insertInto("friend_tables")
    .values({ code: "U", booking_id: friend, departure_id, places: 3, deadline: NOON, started_at: NOON })
    .execute();
  const own = (await row(friend)).reference;
  const [, ...lines] = await csv({ query: "table=any" });
  expect(lines.find((line) => line.startsWith(own))).toContain(`,${own},Website,`);
});

test("several thousand go out in parts, each once", async () => {
  const { db } = database.services;
  const [pattern] = await db.selectFrom("bookings").selectAll().where("id", "=", ids[1]!).execute();
  const { id: _, found_by: __, price_rule: ___, ...row } = pattern!;
  const rows = Array.from({ length: 2100 }, (_n, n) => ({ ...row, reference: `RD-M${n}`, email: "mass@guest.test" }));
  for (let at = 0; at < rows.length; at += 700)
    await db
      .insertInto("bookings")
      .values(rows.slice(at, at + 700))
      .execute();
  const lines = await csv({ query: "q=mass" });
  expect(new Set(lines.slice(1).map((line) => line.split(",")[0])).size).toBe(2100);
});

test("who took out what is noted; who may not read bookings gets nothing", async () => {
  const log = await database.services.db
    .selectFrom("audit_log")
    .select("subject_id")
    .where("action", "=", "bookings.exported")
    .execute();
  expect(new Set(log.map(({ subject_id }) => subject_id))).toEqual(new Set(["csv", "xlsx"]));
  await exported("csv", { query: "q=evil&state=hold&sort=name&rows=25&open=x" });
  const { changes } = await database.services.db
    .selectFrom("audit_log")
    .select("changes")
    .where("action", "=", "bookings.exported")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(changes).toEqual({
    asked: {
      old: null,
      new: {
        q: "…",
        night: null,
        sold: null,
        crawl: [],
        city: [],
        state: ["hold"],
        payment: null,
        provider: [],
        coupon: null,
        partner: null,
        doubt: null,
        table: null,
        source: null,
        lang: null,
        currency: null,
        people: null,
        tag: [],
      },
    },
  });
  const guide = database.ctx({ actor: { kind: "user", role: "guide" } });
  expect(await exportBookings(guide, { ids }, "csv")).toEqual({
    ok: false,
    reason: "forbidden",
    missing: "bookings.read",
  });
});
