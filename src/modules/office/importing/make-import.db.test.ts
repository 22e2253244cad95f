import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { findForCommand } from "#src/modules/office/booking-admin/find-bookings.server.ts";
import { bookingPanel } from "#src/modules/office/booking-admin/read-panel.server.ts";
import { forgetReferences } from "#src/modules/office/importing/forget-customers.server.ts";
import { makeImport } from "#src/modules/office/importing/make-import.server.ts";
import { dropDraft, mapColumns } from "#src/modules/office/importing/map-columns.server.ts";
import { importPage, importsPage, undoBlocks } from "#src/modules/office/importing/queries.server.ts";
import { undoBlockOf } from "#src/modules/office/importing/rules/undo.ts";
import { planImport } from "#src/modules/office/importing/plan-import.server.ts";
import type { DoneView, DraftView } from "#src/modules/office/importing/schema.ts";
import { confirmImported, sendConfirmations } from "#src/modules/office/importing/send-confirmations.server.ts";
import { idsOfImport, importById } from "#src/modules/office/importing/store.server.ts";
import { startImport } from "#src/modules/office/importing/start-import.server.ts";
import { undoImport } from "#src/modules/office/importing/undo-import.server.ts";
import { priceCancellation } from "#src/modules/changes/cancellation/price-cancellation.server.ts";
import { changeBooking } from "#src/modules/changes/change/change-booking.server.ts";
import { priceChange } from "#src/modules/changes/change/price-change.server.ts";
import { startPayment } from "#src/modules/money/payments/start-payment.server.ts";
import { findBooking } from "#src/modules/sales/booking/queries.server.ts";
import { changeRef } from "#src/modules/sales/booking/rules/purchase.ts";
import type { Change } from "#src/modules/sales/booking/schema.ts";
import { actOnBooking } from "#src/modules/office/booking-admin/act-on-booking.server.ts";
import { undoPaidBefore } from "#src/modules/money/payments/record-paid-before.server.ts";
import { checkLedger } from "#src/modules/money/payments/check-ledger.server.ts";
import { closeManualRefund } from "#src/modules/money/payments/close-manual-refund.server.ts";
import { paymentStateOf } from "#src/modules/money/payments/queries.server.ts";
import { importBookings, undoImported } from "#src/modules/sales/booking/import-bookings.server.ts";
import { placeBooking } from "#src/modules/sales/booking/place-booking.server.ts";
import { countSales } from "#src/modules/office/reports/count-sales.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addAccount } from "#tests/signed-in.ts";
import { addDeparture, bookingInput, seatsOf, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase();
const stage = payingStage(database);
let crawlId: string;
let admin: string;
beforeAll(async () => {
  ({ crawlId } = await seedMinimal(database.services.db));
  admin = (await addAccount(database.services.db, { role: "admin" })).id;
});

let days = 0;
/** A night of its own day with so many places. */
async function night(seats = 40) {
  const date = Temporal.PlainDate.from("2027-02-01").add({ days: days++ }).toString();
  return { id: await addDeparture(database.services.db, crawlId, { seats, date }), date };
}
const staff = (minutes = 0): Context =>
  stage.at(minutes, { kind: "user", role: "admin", userId: admin, secondFactor: true });
const seats = (id: string) => seatsOf(database.services.db, id);

const HEAD = "Booking ID,Date,People,Name,Email,Total,Currency,Paid";
const rowOf = (
  date: string,
  over: Partial<Record<"ref" | "people" | "name" | "email" | "total" | "paid", string>> = {},
) => {
  const { ref = randomUUID().slice(0, 8), people = "2", name = "Ana Ruiz", email = "ana@guest.test", ...rest } = over;
  return [ref, date, people, name, email, rest.total ?? "800.00", "MXN", rest.paid ?? "yes"].join(",");
};
const csv = (...rows: string[]) => [HEAD, ...rows].join("\r\n");

let systems = 0;
/** A system of its own, so that no test meets another's references. */
const newSystem = () => `System ${systems++}`;

function granted<R extends { ok: boolean }>(result: R): Extract<R, { ok: true }> {
  if (!result.ok) throw new Error(JSON.stringify(result));
  return result as Extract<R, { ok: true }>;
}

/** Uploads a file as a draft. */
async function draft(text: string, { source = newSystem(), kind = "bookings" as const, ctx = staff() } = {}) {
  const file = new File([text], "bookings.csv");
  return granted(await startImport(ctx, { key: randomUUID(), kind, source, file })).id;
}
async function viewOf(id: string, ctx = staff()): Promise<DraftView> {
  const { view } = granted(await importPage(ctx, id, 0));
  if (view.state !== "draft") throw new Error("not a draft");
  return view;
}
async function doneOf(id: string): Promise<DoneView> {
  const { view } = granted(await importPage(staff(), id, 0));
  if (view.state === "draft") throw new Error("still a draft");
  return view;
}
/** Imports a draft as its page shows it. */
const press = async (id: string, ctx = staff()) => {
  const { plan } = await viewOf(id, ctx);
  return makeImport(ctx, id, { seen: plan!.seen });
};
async function imported(text: string, over: Parameters<typeof draft>[1] = {}) {
  const id = await draft(text, over);
  granted(await press(id, over.ctx));
  return id;
}

const rowsOf = (importId: string) =>
  database.services.db
    .selectFrom("imported_bookings as r")
    .innerJoin("bookings as b", "b.id", "r.booking_id")
    .selectAll("b")
    .where("r.import_id", "=", importId)
    .orderBy("r.line")
    .execute();
const emailsOf = async (ids: readonly string[]) =>
  (await database.services.db.selectFrom("emails").select("kind").where("booking_id", "in", ids).execute()).map(
    ({ kind }) => kind,
  );
const differences = async () => (
  await checkLedger(staff()),
  database.services.db.selectFrom("ledger_differences").selectAll().execute()
);
const balances = async (bookingId: string) => {
  const rows = await database.services.db
    .selectFrom("ledger_entries")
    .select(["account", "provider", (e) => e.fn.sum<string>("amount").as("amount")])
    .where("purchase_id", "=", bookingId)
    .groupBy(["account", "provider"])
    .orderBy("account")
    .execute();
  return rows
    .map(({ account, provider, amount }) => [account, provider, Number(amount)])
    .filter(([, , sum]) => sum !== 0);
};
const placesAgree = async () => {
  const rows = await database.services.db
    .selectFrom("scheduled_crawls as d")
    .select(["d.id", "total_spots", "available_spots", "overbooked_spots"])
    .select((e) =>
      e
        .selectFrom("bookings as b")
        .select((s) => s.fn.coalesce(s.fn.sum<string>("b.number_of_people"), s.val("0")).as("people"))
        .whereRef("b.scheduled_crawl_id", "=", "d.id")
        .where("b.status", "in", ["pending", "confirmed"])
        .as("people"),
    )
    .execute();
  for (const { id, total_spots, available_spots, overbooked_spots, people } of rows)
    expect([id, available_spots + Number(people)]).toEqual([id, total_spots + overbooked_spots]);
};

describe("importing bookings", () => {
  test("brings nobody to a private group's night: where it is the only one of its day, there is none", async () => {
    const { date } = await night();
    const alone = await night();
    const { db } = database.services;
    const own = await addDeparture(db, crawlId, { date, is_private: true });
    await db.updateTable("scheduled_crawls").set({ is_private: true }).where("id", "=", alone.id).execute();
    expect(await viewOf(await draft(csv(rowOf(alone.date))))).toMatchObject({ plan: { errorCount: 1 } });
    await imported(csv(rowOf(date)));
    expect(await seats(own)).toMatchObject({ confirmed: 0 });
  });

  test("brings them with their places, tickets and money, and writes to nobody", async () => {
    const { id: departure, date } = await night(10);
    const text = csv(
      rowOf(date, { ref: "A-1", people: "2", total: "800" }),
      rowOf(date, {
        ref: "A-2",
        people: "3",
        total: "1000.00",
        name: "Bea de la O",
        email: "bea@guest.test",
        paid: "no",
      }),
      rowOf(date, { ref: "A-3", people: "1", total: "0", paid: "no" }),
    );
    const id = await draft(text, { source: "FareBoat" });
    expect(await viewOf(id)).toMatchObject({
      rows: 3,
      missing: [],
      plan: {
        count: 3,
        people: 6,
        nights: 1,
        unpaid: 1,
        errorCount: 0,
        sums: [{ currency: "MXN", total: 180_000, paid: 80_000 }],
      },
    });
    granted(await press(id));
    const bookings = await rowsOf(id);
    expect(bookings).toMatchObject([
      {
        status: "confirmed",
        first_name: "Ana",
        last_name: "Ruiz",
        unit_price: 40_000,
        total_price: 80_000,
        source: "admin",
      },
      {
        status: "pending",
        kept_for: "by_hand",
        first_name: "Bea",
        last_name: "de la O",
        unit_price: 33_334,
        discount: 2,
      },
      { status: "confirmed", total_price: 0 },
    ]);
    expect(await seats(departure)).toMatchObject({ available: 4 });
    // places of whoever pays at the door are kept until shortly after the start
    expect(bookings[1]!.hold_expires_at.toISOString()).toBe(
      Temporal.PlainDateTime.from(`${date}T20:30`)
        .toZonedDateTime("America/Mexico_City")
        .toInstant()
        .toString()
        .replace("Z", ".000Z"),
    );
    const [first, second, free] = bookings.map((one) => one.id) as [string, string, string];
    const tickets = await database.services.db
      .selectFrom("tickets")
      .selectAll()
      .where("booking_id", "in", [first, second, free])
      .execute();
    expect(tickets.filter(({ booking_id }) => booking_id === first).map(({ guest_name }) => guest_name)).toEqual([
      "Ana Ruiz",
      "",
    ]);
    expect(tickets.filter(({ booking_id }) => booking_id === second)).toEqual([]);
    expect(await stage.payments(first)).toMatchObject([
      {
        provider: "before",
        method: "before",
        status: "succeeded",
        amount: 80_000,
        charged_amount: 80_000,
        placement: "in_time",
      },
    ]);
    expect(await stage.payments(free)).toEqual([]);
    expect(await balances(first)).toEqual([
      ["clearing", "before", 80_000],
      ["revenue", null, -80_000],
    ]);
    expect(await balances(second)).toEqual([]);
    await database.work();
    expect(await emailsOf([first, second, free])).toEqual([]);
    expect(await differences()).toEqual([]);
    expect(await doneOf(id)).toMatchObject({
      state: "done",
      outcome: { count: 3, people: 6 },
      undo: null,
      confirming: { at: null, count: 3 },
    });
    await placesAgree();
  });

  test.each([
    ["a night that isn't there", (date: string) => rowOf(date.replace("2027", "2028")), "no_night"],
    ["a day that isn't one", () => rowOf("31/02/2027"), "not_a_day"],
    ["an address that isn't one", (date: string) => rowOf(date, { email: "ana at guest" }), "not_an_email"],
    ["half of the money", (date: string) => rowOf(date, { paid: "400" }), "paid_in_part"],
    ["the same reference twice", (date: string) => rowOf(date, { ref: "good" }), "repeated"],
  ])("imports nothing where one row has %s", async (_, bad, problem) => {
    const { id: departure, date } = await night();
    const id = await draft(csv(rowOf(date, { ref: "good" }), bad(date), rowOf(date)));
    const { plan } = await viewOf(id);
    expect(plan).toMatchObject({ count: 2, wrongRows: 1, errors: [{ line: 3, problem }] });
    expect(await makeImport(staff(), id, { seen: plan!.seen })).toMatchObject({ ok: false, reason: "has_errors" });
    expect(await rowsOf(id)).toEqual([]);
    expect(await seats(departure)).toMatchObject({ available: 40 });
    expect(await viewOf(id)).toMatchObject({ state: "draft" });
  });

  test("never sells a place twice: what doesn't fit is an error, and so is what others took since the preview", async () => {
    const { id: departure, date } = await night(4);
    const full = await draft(csv(rowOf(date, { people: "3" }), rowOf(date, { people: "2" })));
    expect(await viewOf(full)).toMatchObject({
      plan: { errors: [{ line: 3, problem: "night_full", values: { left: 1 } }] },
    });
    const fits = await draft(csv(rowOf(date, { people: "3" }), rowOf(date, { people: "1" })));
    const { plan } = await viewOf(fits);
    const rival = await placeBooking(stage.at(0), bookingInput(departure, { number_of_people: 1 }), randomUUID());
    expect(rival).toMatchObject({ ok: true });
    expect(await makeImport(staff(), fits, { seen: plan!.seen })).toMatchObject({ ok: false, reason: "has_errors" });
    expect(await seats(departure)).toMatchObject({ available: 3 });
  });

  test("takes the places of holds that have lapsed", async () => {
    const { id: departure, date } = await night(4);
    granted(await placeBooking(stage.at(0), bookingInput(departure, { number_of_people: 4 }), randomUUID()));
    const text = csv(rowOf(date, { people: "4" }));
    const early = await draft(text);
    expect(await viewOf(early)).toMatchObject({ plan: { errors: [{ problem: "night_full" }] } });
    const late = staff(40);
    expect(await press(early, late)).toMatchObject({ ok: true });
    expect(await seats(departure)).toMatchObject({ available: 0, overbooked: 0 });
  });

  test("is made once, however often it is pressed, and the same file brings nothing again", async () => {
    const { id: departure, date } = await night();
    const text = csv(rowOf(date, { ref: "B-1" }), rowOf(date, { ref: "B-2" }));
    const source = newSystem();
    const id = await draft(text, { source });
    const { plan } = await viewOf(id);
    const pressed = () => makeImport(staff(), id, { seen: plan!.seen });
    expect(await Promise.all([pressed(), pressed(), pressed()])).toMatchObject([
      { ok: true },
      { ok: true },
      { ok: true },
    ]);
    expect(await rowsOf(id)).toHaveLength(2);
    const again = await draft(text, { source: source.toUpperCase() });
    expect(await viewOf(again)).toMatchObject({
      plan: { count: 0, errors: [{ problem: "known" }, { problem: "known" }] },
    });
    // and leaves out what was brought, where it is told to
    const view = await viewOf(again);
    granted(await mapColumns(staff(), again, { ...view.mapping, leftOut: ["known"] }));
    expect(await viewOf(again)).toMatchObject({
      plan: { count: 0, errorCount: 0, leftOut: [{ why: "known", count: 2 }] },
    });
    expect(await press(again)).toMatchObject({ ok: false, reason: "nothing_to_import" });
    expect(await seats(departure)).toMatchObject({ available: 36 });
  });

  describe("of two files with the same bookings at once", () => {
    /** Imports both, of one night or of two: each waits for its night, and takes no place before. */
    async function both(count: 1 | 2): Promise<{ ok: boolean; reason?: string }[]> {
      const [one, other] = [await night(), await night()];
      const nights = [one, count === 1 ? one : other];
      const source = newSystem();
      const text = (date: string) => csv(rowOf(date, { ref: "C-1" }), rowOf(date, { ref: "C-2" }));
      const drafts = await Promise.all(nights.map(({ date }) => draft(text(date), { source })));
      const plans = await Promise.all(
        drafts.map(async (id) => ({ id, form: { seen: (await viewOf(id)).plan!.seen } })),
      );
      const door = await database.services.pool.connect();
      try {
        await door.query("begin");
        const ids = nights.map(({ id }) => id);
        await door.query("select id from scheduled_crawls where id = any($1) for update", [ids]);
        const imports = plans.map(({ id, form }) => makeImport(staff(), id, form));
        await database.someoneWaits(2);
        await door.query("commit");
        return await Promise.all(imports);
      } finally {
        door.release();
        await placesAgree();
      }
    }

    test.each([
      // who comes second reads them as imported before
      ["of one night", 1, "has_errors"],
      ["that say other nights", 2, "stale"],
    ] as const)("one %s is imported", async (_, nights, reason) => {
      const outcomes = (await both(nights)).map((one) => (one.ok ? "done" : one.reason));
      expect(new Set(outcomes)).toEqual(new Set(["done", reason]));
    });

    // the negative control: without the rule of one booking per reference
    test("both would be", async () => {
      const { pool } = database.services;
      const { rows } = await pool.query<{ indexdef: string }>(
        "select indexdef from pg_indexes where indexname = 'imported_bookings_once'",
      );
      await pool.query("drop index imported_bookings_once");
      try {
        expect((await both(2)).map(({ ok }) => ok)).toEqual([true, true]);
      } finally {
        await pool.query(
          "delete from imported_bookings a using imported_bookings b where a.source = b.source and a.external_reference = b.external_reference and a.booking_id > b.booking_id",
        );
        await pool.query(rows[0]!.indexdef);
      }
    });
  });

  test("what was shown is what is imported: nothing where that has changed", async () => {
    const { date } = await night();
    const id = await draft(csv(rowOf(date), rowOf(date)));
    expect(await makeImport(staff(), id, { seen: "2.0.abc" })).toMatchObject({ ok: false, reason: "stale" });
    expect(await rowsOf(id)).toEqual([]);
  });
});

test("the file is read once, and not again while sales wait for its nights", async () => {
  const { date } = await night();
  const id = await draft(csv(rowOf(date)));
  const { plan } = await viewOf(id);
  const other = await database.services.pool.connect();
  try {
    await other.query("begin");
    await other.query("select id from imports where id = $1 for update", [id]);
    const importing = makeImport(staff(), id, { seen: plan!.seen });
    await database.someoneWaits();
    // nothing else changes a file: whoever reads it again finds no row in it
    await other.query("update imports set file = $2 where id = $1", [id, Buffer.from(HEAD)]);
    await other.query("commit");
    expect(await importing).toMatchObject({ ok: true });
    expect(await rowsOf(id)).toHaveLength(1);
  } finally {
    other.release();
  }
});

describe("importing while a night is moved to another day", () => {
  /** The night is moved, and that commits only after `bring` began. */
  async function race<T>(bring: (id: string, press: { seen: string }) => Promise<T>) {
    const { id: departure, date } = await night();
    const other = Temporal.PlainDate.from(date).add({ years: 1 }).toString();
    const id = await draft(csv(rowOf(date)));
    const { plan } = await viewOf(id);
    const mover = await database.services.pool.connect();
    try {
      await mover.query("begin");
      await mover.query("select id from scheduled_crawls where id = $1 for no key update", [departure]);
      const bringing = bring(id, { seen: plan!.seen });
      await database.someoneWaits();
      await mover.query("update scheduled_crawls set date = $2 where id = $1", [departure, other]);
      await mover.query("commit");
      return await bringing;
    } finally {
      mover.release();
    }
  }

  test("waits for that, and brings nobody to a day that their row doesn't name", async () =>
    expect(await race((id, fingerprint) => makeImport(staff(), id, fingerprint))).toMatchObject({
      reason: "has_errors",
    }));

  test("negative control: who reads the nights without a lock brings them to the other day", async () => {
    const rollback = new Error("nothing stays of it");
    const blindly = async (importId: string) => {
      let result: Awaited<ReturnType<typeof importBookings>> | undefined;
      const bringing = database.services.db.transaction().execute(async (tx) => {
        const { planned } = granted(await planImport(staff(), tx, (await importById(tx, importId))!));
        if (planned.kind !== "bookings") throw new Error("no bookings");
        const { night: at, paid: _, ...booking } = planned.plan.ready[0]!;
        const about = { departureId: at.id, crawlId: at.crawlId, crawlCurrency: at.crawlCurrency, keptUntil: null };
        result = await importBookings(staff(), tx, [{ ...booking, ...about }]);
        throw rollback;
      });
      await expect(bringing).rejects.toBe(rollback);
      return result;
    };
    expect(await race(blindly)).toMatchObject({ ok: true });
  });
});

describe("what was imported", () => {
  test("is found by its number in the other system, and says where it is from", async () => {
    const { date } = await night();
    const source = newSystem();
    const id = await imported(csv(rowOf(date, { ref: "FB-777-Q" })), { source });
    const [booking] = await rowsOf(id);
    expect(await findForCommand(staff(), { search: " fb-777-q ", night: null })).toMatchObject([{ id: booking!.id }]);
    expect(await findForCommand(staff(), { search: "fb-777", night: null })).toEqual([]);
    expect(await bookingPanel(staff(), booking!.id)).toMatchObject({
      ok: true,
      panel: { imported: { source, reference: "FB-777-Q" } },
    });
    granted(await undoImport(staff(1), id));
    expect(await findForCommand(staff(), { search: "FB-777-Q", night: null })).toEqual([]);
  });

  test("can be refunded by hand, moved and cancelled like any booking", async () => {
    const { date } = await night();
    const id = await imported(csv(rowOf(date)));
    const [booking] = await rowsOf(id);
    granted(
      await actOnBooking(staff(1), booking!.id, {
        act: "cancel",
        choice: "guest",
        version: 1,
        refund: 80_000,
        currency: "MXN",
      }),
    );
    await database.work(staff(2).now);
    expect(await stage.refunds(booking!.id)).toMatchObject([{ status: "manual", amount: 80_000 }]);
    expect(await differences()).toEqual([]);
  });

  test("counts in the sales of its day and night, and no more once it is undone", async () => {
    const { date } = await night();
    const id = await imported(csv(rowOf(date, { people: "2" })));
    const sales = async () => {
      await countSales(staff());
      return database.services.db
        .selectFrom("daily_sales")
        .select(["bookings", "guests", "revenue"])
        .where("basis", "=", "service")
        .where("day", "=", date)
        .execute();
    };
    expect(await sales()).toMatchObject([{ bookings: 1, guests: 2, revenue: 80_000 }]);
    granted(await undoImport(staff(1), id));
    expect((await sales()).filter(({ bookings, revenue }) => bookings !== 0 || revenue !== 0)).toEqual([]);
  });
});

describe("undoing an import", () => {
  test("gives everything back quietly, and the file can be imported again", async () => {
    const { id: departure, date } = await night();
    const source = newSystem();
    const text = csv(rowOf(date, { ref: "D-1" }), rowOf(date, { ref: "D-2", paid: "no" }));
    const id = await imported(text, { source });
    expect(await seats(departure)).toMatchObject({ available: 36 });
    granted(await undoImport(staff(1), id));
    const bookings = await rowsOf(id);
    expect(bookings).toMatchObject([
      { status: "cancelled", cancel_reason: "admin", confirmed_at: null },
      { status: "cancelled", confirmed_at: null },
    ]);
    expect(await seats(departure)).toMatchObject({ available: 40 });
    const [paid] = bookings;
    expect(await balances(paid!.id)).toEqual([]);
    expect(await stage.payments(paid!.id)).toMatchObject([
      { status: "cancelled", failure_reason: "import_undone", charged_amount: null },
    ]);
    const tickets = await database.services.db
      .selectFrom("tickets")
      .select("status")
      .where("booking_id", "=", paid!.id)
      .execute();
    expect(tickets).toEqual([{ status: "void" }, { status: "void" }]);
    await database.work();
    expect(await emailsOf(bookings.map((one) => one.id))).toEqual([]);
    expect(await differences()).toEqual([]);
    expect(await doneOf(id)).toMatchObject({ state: "undone" });
    // pressed again it changes nothing
    expect(await undoImport(staff(2), id)).toMatchObject({ ok: true });
    await imported(text, { source, ctx: staff(3) });
    expect(await seats(departure)).toMatchObject({ available: 36 });
    await placesAgree();
  });

  test("is refused once the confirmations are sent, which are sent once", async () => {
    const { date } = await night();
    const id = await imported(csv(rowOf(date), rowOf(date, { paid: "no", email: "bea@guest.test" })));
    const ids = (await rowsOf(id)).map((one) => one.id);
    expect(await sendConfirmations(staff(1), id, { count: 1 })).toMatchObject({ ok: false, reason: "stale" });
    granted(await sendConfirmations(staff(1), id, { count: 2 }));
    granted(await sendConfirmations(staff(1), id, { count: 2 }));
    expect(await undoImport(staff(1), id)).toMatchObject({ ok: false, reason: "cannot_undo", block: "confirming" });
    await confirmImported(staff(2), { importId: id });
    await confirmImported(staff(2), { importId: id });
    expect((await emailsOf(ids)).toSorted()).toEqual(["booking_confirmation", "pay_by_hand"]);
    expect(await doneOf(id)).toMatchObject({ undo: { block: "confirming" } });
  });

  test.each([
    [
      "somebody was written to",
      "emailed",
      async (bookingId: string) => {
        await database.services.db
          .insertInto("emails")
          .values({
            dedupe_key: randomUUID(),
            kind: "reminder",
            language: "en",
            recipient: "ana@guest.test",
            booking_id: bookingId,
          })
          .execute();
      },
    ],
    [
      "a booking was changed",
      "changed",
      async (bookingId: string) =>
        void granted(await actOnBooking(staff(1), bookingId, { act: "note", key: randomUUID(), text: "Comes later" })),
    ],
    [
      "somebody came in",
      "came",
      async (bookingId: string) => {
        const { db } = database.services;
        const ticket = await db
          .selectFrom("tickets as t")
          .innerJoin("bookings as b", "b.id", "t.booking_id")
          .select(["t.id", "b.scheduled_crawl_id as departure"])
          .where("t.booking_id", "=", bookingId)
          .limit(1)
          .executeTakeFirstOrThrow();
        const id = randomUUID();
        await db.transaction().execute(async (tx) => {
          await tx
            .insertInto("checkin_events")
            .values({
              id,
              ticket_id: ticket.id,
              departure_id: ticket.departure,
              kind: "in",
              way: "scan",
              happened_at: staff(1).now,
              received_at: staff(1).now,
              device_at: staff(1).now,
            })
            .execute();
          await tx
            .insertInto("entries")
            .values({
              id,
              ticket_id: ticket.id,
              departure_id: ticket.departure,
              standing: "open",
              happened_at: staff(1).now,
              changed_at: staff(1).now,
            })
            .execute();
        });
      },
    ],
  ])("is refused where %s", async (_, block, happens) => {
    const { id: departure, date } = await night();
    const id = await imported(csv(rowOf(date), rowOf(date)));
    const [first] = await rowsOf(id);
    await happens(first!.id);
    expect(await undoImport(staff(2), id)).toMatchObject({ ok: false, reason: "cannot_undo", block, count: 1 });
    expect(await doneOf(id)).toMatchObject({ state: "done", undo: { block, count: 1 } });
    expect(await seats(departure)).toMatchObject({ available: 36 });
  });
});

test("a file without any night is shown with what is wrong, and undoing without bookings locks none", async () => {
  const id = await draft(csv(rowOf("2028-06-01"), rowOf("2028-06-02")));
  expect(await viewOf(id)).toMatchObject({
    plan: {
      count: 0,
      errors: [
        { problem: "no_night", cell: "2028-06-01" },
        { problem: "no_night", cell: "2028-06-02" },
      ],
    },
  });
  const none = await database.services.db
    .transaction()
    .execute((tx) => undoImported(staff(), tx, [], () => Promise.resolve(null)));
  expect(none).toEqual({ ok: true, ids: [] });
});

test("an import isn't undone once one of its nights has started, nor once references are forgotten", async () => {
  const { date } = await night();
  const id = await imported(csv(rowOf(date), rowOf(date)));
  const [first] = await rowsOf(id);
  const departure = await database.services.db
    .selectFrom("booking_facts")
    .select("starts_at")
    .where("id", "=", first!.id)
    .executeTakeFirstOrThrow();
  const started = { ...staff(), now: departure.starts_at };
  expect(await undoImport(started, id)).toMatchObject({ ok: false, reason: "cannot_undo", block: "over", count: 2 });
  await database.services.db.transaction().execute((tx) => forgetReferences(tx, [first!.id]));
  const refusal = { ok: false, reason: "cannot_undo", block: "forgotten", count: 1 };
  expect(await undoImport(staff(1), id)).toMatchObject(refusal);
  expect((await rowsOf(id)).map(({ status }) => status)).toEqual(["confirmed"]);
});

test("a cancelled imported booking is told that whoever sold it pays it back, and so is the refund once it is made", async () => {
  const { date } = await night();
  const id = await imported(csv(rowOf(date)));
  const [booking] = await rowsOf(id);
  const act = { act: "cancel", choice: "guest", version: 1, refund: 80_000, currency: "MXN" } as const;
  granted(await actOnBooking(staff(1), booking!.id, act));
  await database.work(staff(2).now);
  expect(await paymentStateOf(staff(3), booking!.id)).toMatchObject({
    before_back: { amount_minor: 80_000, currency: "MXN" },
    cash_back: false,
  });
  const [refund] = await stage.refunds(booking!.id);
  granted(await closeManualRefund(staff(3), { refund_id: refund!.id, note: "by the other system" }));
  await database.work(staff(4).now);
  // the refund is told apart, like cash: the email of the cancellation can't know when it is made
  const { rows } = await database.services.pool.query<{ email: string }>(
    "select to_jsonb(e)::text as email from emails e where booking_id = $1 and kind in ('booking_cancelled', 'refund_sent')",
    [booking!.id],
  );
  expect(rows).toHaveLength(2);
  for (const { email } of rows) expect(email).toMatch(/whoever sold (it to )?you|quien te (la )?vendió/);
});

test("of what was paid there and here, each part goes back where it was paid", async () => {
  const { date } = await night();
  const id = (await rowsOf(await imported(csv(rowOf(date)))))[0]!.id;
  const change = async (wish: Change, key: string) => {
    const { quote, before } = granted(await priceChange(staff(1), { booking_id: id, token: null, change: wish }));
    const { version, difference } = quote;
    const expected = { version, difference_minor: difference.amount_minor, currency: difference.currency };
    const result = granted(await changeBooking(staff(1), { booking_id: id, token: null, change: wish, expected }, key));
    return { difference: difference.amount_minor, before, result };
  };
  const { result: more } = await change({ kind: "add", names: ["Bea", "Carla"] }, randomUUID());
  if (more.state !== "to_pay") throw new Error("nothing to pay");
  const wish = { of: changeRef(id, more.change_id), provider: "sandbox", method: "card" } as const;
  const { payment_id: payment } = granted(await startPayment(stage.at(1), wish, randomUUID()));
  stage.provider.pays(`sandbox_${payment}`);
  await stage.webhook(`sandbox_${payment}`, 1);

  // the card first, as the newest; what is left of the change comes from whoever sold the booking
  const paid = { card: 80_000, before: 80_000 };
  const booking = (await findBooking(staff(1), id, null))!;
  expect(await priceCancellation(staff(1), booking)).toMatchObject({
    refund: { amount_minor: paid.card + paid.before },
    before: paid.before,
  });
  const less = await change({ kind: "remove", positions: [2, 3, 4] }, randomUUID());
  expect(less).toMatchObject({ difference: -120_000, before: 40_000 });
  const refunds = await stage.refunds(id);
  expect(new Set(refunds.map(({ amount }) => amount))).toEqual(new Set([40_000, 80_000]));
  const { rows } = await database.services.pool.query<{ payload: object }>(
    "select payload from emails where booking_id = $1 and kind = 'booking_confirmation' order by created_at desc limit 1",
    [id],
  );
  expect(rows[0]!.payload).toMatchObject({ back: 120_000, before: 40_000 });
  await database.work(staff(2).now);
  expect(await differences()).toEqual([]);
});

describe("undoing while a guest comes in", () => {
  /** The door holds a ticket and has let its guest in, and commits only after `undo` began. */
  async function race<T>(undo: (id: string) => Promise<T>, isWaiting: boolean): Promise<T> {
    const { date } = await night();
    const id = await imported(csv(rowOf(date), rowOf(date)));
    const ticket = await database.services.db
      .selectFrom("tickets as t")
      .innerJoin("imported_bookings as r", "r.booking_id", "t.booking_id")
      .innerJoin("bookings as b", "b.id", "t.booking_id")
      .select(["t.id", "b.scheduled_crawl_id as departure"])
      .where("r.import_id", "=", id)
      .orderBy("t.id")
      .limit(1)
      .executeTakeFirstOrThrow();
    const door = await database.services.pool.connect();
    const event = randomUUID();
    const values = [event, ticket.id, ticket.departure, staff(1).now];
    try {
      await door.query("begin");
      await door.query("select id from tickets where id = $1 for no key update", [ticket.id]);
      await door.query(
        `insert into checkin_events (id, ticket_id, departure_id, kind, way, happened_at, received_at, device_at)
          values ($1, $2, $3, 'in', 'scan', $4, $4, $4)`,
        values,
      );
      await door.query(
        "insert into entries (id, ticket_id, departure_id, standing, happened_at, changed_at) values ($1, $2, $3, 'open', $4, $4)",
        values,
      );
      const undoing = undo(id);
      await (isWaiting ? database.someoneWaits() : undoing);
      await door.query("commit");
      return await undoing;
    } finally {
      door.release();
    }
  }

  test("waits for the door, and then sees the guest", async () =>
    expect(await race((id) => undoImport(staff(2), id), true)).toMatchObject({
      ok: false,
      reason: "cannot_undo",
      block: "came",
    }));

  // the negative control
  test("would miss the guest if it didn't hold the tickets", async () => {
    const blindly = (importId: string) =>
      database.services.db.transaction().execute(async (tx) => {
        const ids = await idsOfImport(tx, importId);
        const row = (await importById(tx, importId))!;
        const result = await undoImported(staff(2), tx, ids, async () =>
          undoBlockOf(await undoBlocks(staff(2), tx, { ...row, ids })),
        );
        if (result.ok) await undoPaidBefore(staff(2), tx, result.ids);
        return result;
      });
    expect(await race(blindly, false)).toMatchObject({ ok: true });
  });
});

// whoever moves a night holds it, and then its tickets (`holdBeforeMove`)
test("undoing waits for a night that is being moved before it holds tickets", async () => {
  const { id: departure, date } = await night();
  const id = await imported(csv(rowOf(date), rowOf(date)));
  const mover = await database.services.pool.connect();
  try {
    await mover.query("begin");
    await mover.query("select id from scheduled_crawls where id = $1 for no key update", [departure]);
    const undoing = undoImport(staff(1), id);
    await database.someoneWaits();
    await mover.query(
      `select t.id from tickets t join bookings b on b.id = t.booking_id where b.scheduled_crawl_id = $1 order by t.id
        for no key update of t`,
      [departure],
    );
    await mover.query("commit");
    expect(await undoing).toEqual({ ok: true });
  } finally {
    mover.release();
  }
  await placesAgree();
});

test("a late arrival at the door doesn't meet an undo that is refused anyway", async () => {
  const { date } = await night();
  const id = await imported(csv(rowOf(date)));
  const [booking] = await rowsOf(id);
  const door = await database.services.pool.connect();
  try {
    await door.query("begin");
    await door.query("select id from tickets where booking_id = $1 for no key update", [booking!.id]);
    const late = { ...staff(), now: new Date(booking!.hold_expires_at.getTime() + 900 * 86_400_000) };
    expect(await undoImport(late, id)).toMatchObject({ reason: "cannot_undo", block: "over" });
    await door.query("select id from bookings where id = $1 for no key update", [booking!.id]);
    await door.query("commit");
  } finally {
    door.release();
  }
});

test("a file that was dropped is neither listed nor opened", async () => {
  const { date } = await night();
  const [open, dropped] = [await draft(csv(rowOf(date))), await draft(csv(rowOf(date)))];
  granted(await dropDraft(staff(), dropped));
  const { imports } = granted(await importsPage(staff()));
  expect(imports.map(({ id }) => id).filter((id) => id === open || id === dropped)).toEqual([open]);
  expect(await importPage(staff(), dropped, 0)).toMatchObject({ ok: false, reason: "import_not_found" });
  expect(await dropDraft(staff(), dropped)).toMatchObject({ ok: false, reason: "import_not_found" });
});

test("a customer of practice and a real one with the same address don't meet", async () => {
  const { db } = database.services;
  const live = { ...staff(), settings: { ...staff().settings, PAYMENTS_MODE: "live" as const } };
  const text = "Name,Email\nAna Ruiz,both-sides@guest.test";
  const upload = async (ctx: Context) => {
    const file = new File([text], "customers.csv");
    const source = newSystem();
    return granted(await startImport(ctx, { key: randomUUID(), kind: "customers", source, file })).id;
  };
  const id = await upload(staff());
  granted(await press(id));
  // a draft is what counts now, whatever counted when it was uploaded
  const real = await upload(staff());
  expect(await viewOf(real, live)).toMatchObject({ isPractice: false, plan: { count: 1, errorCount: 0 } });
  expect(await viewOf(real)).toMatchObject({ isPractice: true, plan: { errors: [{ problem: "known" }] } });
  granted(await press(real, live));
  const rows = await db
    .selectFrom("imported_people")
    .select(["test"])
    .where("email", "=", "both-sides@guest.test")
    .execute();
  expect(new Set(rows.map(({ test: isTest }) => isTest))).toEqual(new Set([false, true]));
});

test("practice and what is real don't meet", async () => {
  const { date } = await night();
  const source = newSystem();
  const text = csv(rowOf(date, { ref: "P-1" }));
  const live = { ...staff(), settings: { ...staff().settings, PAYMENTS_MODE: "live" as const } };
  const practice = await imported(text, { source });
  const real = await imported(text, { source, ctx: live });
  expect(await rowsOf(practice)).toMatchObject([{ test: true }]);
  expect(await rowsOf(real)).toMatchObject([{ test: false }]);
  const modes = await Promise.all(
    [practice, real].map(async (id) => (await stage.payments((await rowsOf(id))[0]!.id))[0]!.mode),
  );
  expect(modes).toEqual(["sandbox", "live"]);
  expect(await differences()).toEqual([]);
});

test("thousands are imported at once", async () => {
  const nights = await Promise.all(Array.from({ length: 20 }, () => night(600)));
  const rows = Array.from({ length: 5000 }, (_, n) =>
    rowOf(nights[n % 20]!.date, { ref: `M-${n}`, people: "2", email: `guest-${n}@guest.test` }),
  );
  const id = await draft(csv(...rows));
  granted(await press(id));
  expect(await doneOf(id)).toMatchObject({ outcome: { count: 5000, people: 10_000 }, next: expect.any(Number) });
  expect(await differences()).toEqual([]);
  granted(await undoImport(staff(1), id));
  expect(await differences()).toEqual([]);
  await placesAgree();
}, 120_000);
