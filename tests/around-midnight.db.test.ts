import fs from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { HOME_ZONE, instantOf } from "#src/kernel/local-time.ts";
import { readAuditLog } from "#src/modules/office/audit-log/queries.server.ts";
import { AUDIT_LIST } from "#src/modules/base/audit/rules/audit-log.ts";
import { crawlsForStaff, deletedCrawls, findCrawl } from "#src/modules/site/catalog/queries.server.ts";
import { findByWords } from "#src/modules/office/command/queries.server.ts";
import { instantsOf } from "#src/modules/sales/coupons/rules/coupon-form.ts";
import { ledgerSheet } from "#src/modules/books/reconciliation/write-ledger.server.ts";
import { monthOf } from "#src/modules/books/reconciliation/rules/compare.ts";
import { countSales } from "#src/modules/office/reports/count-sales.server.ts";
import { salesReport, tonight } from "#src/modules/office/reports/queries.server.ts";
import { exportBookings } from "#src/modules/office/booking-admin/export-bookings.server.ts";
import { listBookings, todayAtHome } from "#src/modules/office/booking-admin/queries.server.ts";
import { bookingPanel } from "#src/modules/office/booking-admin/read-panel.server.ts";
import { bookingQueryIn } from "#src/modules/office/booking-admin/rules/booking-list.ts";
import {
  bookingData,
  crawlCards,
  departuresToCreate,
  departureToEdit,
  adminSchedule,
} from "#src/modules/sales/schedule/queries.server.ts";
import { isTimeToAsk } from "#src/modules/evening/reviews/rules/review.ts";
import { granted } from "#tests/audit-matrix/stage.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addCoupon, addCrawl, addDeparture, seedMinimal } from "#tests/seeds.ts";
import { csvText } from "#tests/sheets.ts";
import { revenueByDay } from "#tests/revenue.ts";

// The other tests run at noon, when UTC and Mexico City have the same date. These run half an hour before and half an hour after
// the midnight at which November ends: in UTC it is December both times.

const LATE = instantOf("2026-11-30", "23:30", HOME_ZONE);
const EARLY = instantOf("2026-12-01", "00:30", HOME_ZONE);
const minutesTo = (instant: Date) => (instant.getTime() - NOON.getTime()) / 60_000;

const database = freshDatabase({ RONDA_SEED: "demo", PAYMENTS_MODE: "sandbox" });
const stage = payingStage(database);
const admin = (now: Date) => stage.at(minutesTo(now), { kind: "user", role: "admin", secondFactor: true });
const guest = (now: Date) => stage.at(minutesTo(now));
const crawls = { home: "", cancun: "", tijuana: "" };
const departures = { november: "", december: "", cancun: "", tijuana: "" };
const bookings = { late: "", early: "" };

beforeAll(async () => {
  const { db } = database.services;
  ({ crawlId: crawls.home } = await seedMinimal(db));
  departures.november = await addDeparture(db, crawls.home, { date: "2026-11-30" });
  departures.december = await addDeparture(db, crawls.home, { date: "2026-12-01" });
  for (const [city, time_zone] of [
    ["cancun", "America/Cancun"],
    ["tijuana", "America/Tijuana"],
  ] as const) {
    await db.insertInto("cities").values({ id: city, name: city, time_zone, position: 2 }).execute();
    crawls[city] = await addCrawl(db, { title: `Walk of ${city}` });
    await db.updateTable("pub_crawls").set({ city_id: city }).where("id", "=", crawls[city]).execute();
    departures[city] = await addDeparture(db, crawls[city], { date: "2026-12-05" });
  }
  bookings.late = await sells(LATE);
  bookings.early = await sells(EARLY);
}, 30_000);

/** A paid booking for the departure of 1 December. */
async function sells(now: Date): Promise<string> {
  const booking = await stage.books(departures.december, {}, minutesTo(now));
  const { externalId } = await stage.goesToPay(booking, minutesTo(now));
  stage.provider.pays(externalId);
  await stage.webhook(externalId, minutesTo(now));
  return booking;
}

const crawl = async (now: Date, id: string) => (await findCrawl(guest(now), id))!;
const report = async (now: Date, wish = {}) => granted(await salesReport(admin(now), wish)).report;
const listed = async (now: Date, query: string) => {
  const { list } = granted(await listBookings(admin(now), bookingQueryIn(query)));
  return list.bookings.map(({ id }) => id);
};
const dateOf = (departure: string | undefined) =>
  departure === departures.november ? "2026-11-30" : departure === departures.december ? "2026-12-01" : departure;
const dayOfSale = (booking: string | undefined) =>
  booking === bookings.late ? "2026-11-30" : booking === bookings.early ? "2026-12-01" : booking;

describe.each([
  ["23:30", LATE, "2026-11-30"],
  ["00:30", EARLY, "2026-12-01"],
])("at %s", (_, now, today) => {
  test.each<[string, () => unknown]>([
    ["the calendar of the home page", async () => (await bookingData(guest(now), new URLSearchParams(), null)).today],
    ["a crawl's card", async () => (await crawlCards(guest(now), [await crawl(now, crawls.home)]))[0]!.today],
    ["the schedule", async () => granted(await adminSchedule(admin(now), new URLSearchParams())).today],
    [
      "the day that the schedule opens with",
      async () => granted(await adminSchedule(admin(now), new URLSearchParams())).query.date,
    ],
    ["the form of a departure", async () => granted(await departureToEdit(admin(now), departures.december)).today],
    [
      "the list of crawls",
      async () => granted(await crawlsForStaff(admin(now), { city: null, state: null, text: "" })).today,
    ],
    ["the list of deleted crawls", async () => granted(await deletedCrawls(admin(now))).today],
    ["the list of bookings", () => todayAtHome(now)],
    ["a booking's panel", async () => granted(await bookingPanel(admin(now), bookings.late)).panel.today],
    ["the reports", async () => (await report(now)).today],
    ["the end of the period that is reported", async () => (await report(now, { period: "7d" })).period.to],
    ["the dashboard's tonight", async () => dateOf(granted(await tonight(admin(now))).tonight.departures[0]?.id)],
    [
      "the departure that is found as tonight's",
      async () => dateOf((await findByWords(admin(now), "tonight")).departures[0]?.id),
    ],
    ["what was sold today", async () => dayOfSale((await listed(now, "sold=today"))[0])],
  ])("%s knows the date of the city", async (_what, day) => expect(await day()).toBe(today));

  test("the bookings of tonight are those of that date", async () => {
    const found = await listed(now, "night=today");
    const both = [bookings.late, bookings.early];
    expect(both.filter((id) => found.includes(id))).toEqual(today === "2026-12-01" ? both : []);
  });

  test("new departures begin on the next day, and the month is the city's", async () => {
    const { start } = granted(await departuresToCreate(admin(now), { date: null, crawl: null, isSeries: false }));
    expect(start.date).toBe(Temporal.PlainDate.from(today).add({ days: 1 }).toString());
    expect(monthOf(now)).toBe(today.slice(0, 7));
  });

  test("a coupon counts through its last day", async () => {
    const code = `LAST${today}`;
    await addCoupon(database.services.db, {
      code,
      ...instantsOf({ start_date: null, expiry_date: "2026-11-30" }),
    });
    await addCoupon(database.services.db, {
      code: `${code}B`,
      ...instantsOf({ start_date: "2026-12-01", expiry_date: null }),
    });
    const booked = (coupon_code: string) =>
      stage.books(departures.december, { coupon_code }, minutesTo(now)).then(
        () => "booked",
        ({ message }: Error) => message,
      );
    const isNovember = today === "2026-11-30";
    expect(await booked(code)).toBe(isNovember ? "booked" : "coupon_expired");
    expect(await booked(`${code}B`)).toBe(isNovember ? "coupon_invalid" : "booked");
  });
});

test("elsewhere it is the date there", async () => {
  for (const [city, now, today] of [
    ["cancun", LATE, "2026-12-01"],
    ["tijuana", EARLY, "2026-11-30"],
  ] as const) {
    const only = await crawl(now, crawls[city]);
    expect((await bookingData(guest(now), new URLSearchParams(), only)).today, city).toBe(today);
    expect((await crawlCards(guest(now), [only]))[0]!.today, city).toBe(today);
    expect(granted(await departureToEdit(admin(now), departures[city])).today, city).toBe(today);
  }
});

test("what is sold late in the evening is sold on that day, in every book", async () => {
  const both = { from: "2026-11-30", to: "2026-12-01" };
  const view = async () =>
    (await report(EARLY, both)).bars.map(({ from, bookings: sold, revenue }) => [from, sold, revenue]);
  const days = [
    ["2026-11-30", 1, 80_000],
    ["2026-12-01", 1, 80_000],
  ];
  expect(await view()).toEqual(days);
  await countSales(database.services, { whole: true });
  expect(await view()).toEqual(days);
});

test("the file of the bookings says when they were booked by the city's clock", async () => {
  const { sheet } = granted(await exportBookings(admin(EARLY), { ids: [bookings.late, bookings.early] }, "csv"));
  const text = await csvText(sheet);
  expect(text.match(/2026-\d\d-\d\d \d\d:30:00/g)).toEqual(["2026-11-30 23:30:00", "2026-12-01 00:30:00"]);
});

describe("at the city's midnight", () => {
  const MIDNIGHT = instantOf("2026-12-01", "00:00", HOME_ZONE);
  const JUST_BEFORE = new Date(MIDNIGHT.getTime() - 1);

  test("a month of the ledger ends, to the millisecond, and every line has the city's time", async () => {
    const moves = [JUST_BEFORE, MIDNIGHT].flatMap((at) => {
      const line = { posting: `border:${at.getTime()}`, kind: "sold", at, currency: "MXN", test: false };
      return [
        { ...line, line: 0, account: "guest", amount: 100 },
        { ...line, line: 1, account: "revenue", amount: -100 },
      ];
    });
    await database.services.db.insertInto("ledger_entries").values(moves).execute();
    const month = async (name: string) => csvText(await ledgerSheet(admin(EARLY), name));
    const [november, december] = [await month("2026-11"), await month("2026-12")];
    expect(november.match(/\d{4}-\d\d-\d\d \d\d:\d\d/g)!.at(-1)).toBe("2026-11-30 23:59");
    expect(november).toContain("2026-11-30 23:30:00");
    expect(november).not.toContain("2026-12-01 ");
    expect(december).toContain("2026-12-01 00:00:00");
    expect(december).toContain("2026-12-01 00:30:00");
    expect(december).not.toContain("2026-11-30 ");
  });

  test("a day of revenue ends", async () => {
    const day = (date: string) => revenueByDay(database.services, { by: "sale", from: date, to: date });
    for (const date of ["2026-11-30", "2026-12-01"])
      expect(await day(date)).toEqual([{ day: date, currency: "MXN", sold: 100, taken_back: 0, revenue: 100 }]);
  });

  test("a day of the audit log ends", async () => {
    const entry = (at: Date) => ({
      at,
      actor_kind: "system",
      action: "tried.at_midnight",
      subject_type: "test",
      subject_id: at.toISOString(),
    });
    await database.services.db.insertInto("audit_log").values([JUST_BEFORE, MIDNIGHT].map(entry)).execute();
    const found = async (days: string) => {
      const filter = AUDIT_LIST.read(new URLSearchParams(`action=tried.at_midnight&${days}`));
      const { auditLog } = granted(await readAuditLog(admin(EARLY), filter));
      return auditLog.entries.map(({ at }) => at);
    };
    expect(await found("to=2026-11-30")).toEqual([JUST_BEFORE.toISOString()]);
    expect(await found("from=2026-12-01")).toEqual([MIDNIGHT.toISOString()]);
    expect(await found("from=2026-11-30&to=2026-11-30")).toEqual([JUST_BEFORE.toISOString()]);
  });
});

test("guests are asked for a review from the city's noon on, neither late nor early in the departure", () => {
  const ends_at = instantOf("2026-12-01", "00:30", HOME_ZONE);
  const departure = { date: "2026-11-30", ends_at, time_zone: HOME_ZONE };
  const late = instantOf("2026-12-01", "23:30", HOME_ZONE);
  expect([EARLY, late].map((now) => isTimeToAsk(departure, "12:00", now))).toEqual([false, true]);
});

test("nothing asks UTC what day it is", () => {
  const sources = fs.globSync("src/**/*.{ts,tsx}").filter((file) => !/\.test\.tsx?$/.test(file));
  const asking = sources.filter((file) => /\bnow\.toISOString\(\)\.slice\(/.test(fs.readFileSync(file, "utf8")));
  expect(asking).toEqual([]);
});
