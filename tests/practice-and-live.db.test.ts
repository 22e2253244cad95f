import { bookingRef } from "#src/modules/sales/booking/rules/purchase.ts";
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { accessToken } from "#src/modules/sales/booking/grant-access.server.ts";
import { placeBooking } from "#src/modules/sales/booking/place-booking.server.ts";
import { freeLapsedHolds } from "#src/modules/sales/booking/release-hold.server.ts";
import { retakeHold } from "#src/modules/sales/booking/retake-hold.server.ts";
import type { CreateBooking } from "#src/modules/sales/booking/schema.ts";
import { countBookings } from "#src/modules/office/booking-admin/queries.server.ts";
import { bookingQueryIn } from "#src/modules/office/booking-admin/rules/booking-list.ts";
import { agreeForPartner } from "#src/modules/partners/commission/agree-statement.server.ts";
import { askLine } from "#src/modules/partners/commission/ask-line.server.ts";
import { closeMonth } from "#src/modules/partners/commission/close-month.server.ts";
import { listPartners } from "#src/modules/partners/commission/list-partners.server.ts";
import { payStatement } from "#src/modules/partners/commission/pay-statement.server.ts";
import { statementOf, statementsPage } from "#src/modules/partners/commission/queries.server.ts";
import { partnerQueryOf } from "#src/modules/partners/commission/rules/partner-list.ts";
import { listCoupons, openCoupon } from "#src/modules/sales/coupons/queries.server.ts";
import { COUPON_LIST } from "#src/modules/sales/coupons/rules/coupon-list.ts";
import { addOnsForStaff, forgetAddOns } from "#src/modules/sales/add-ons/queries.server.ts";
import { giveCredit } from "#src/modules/money/credits/give-credit.server.ts";
import { creditsOf } from "#src/modules/money/credits/queries.server.ts";
import { customerList } from "#src/modules/office/customers/queries.server.ts";
import { CUSTOMER_LIST } from "#src/modules/office/customers/rules/customer-list.ts";
import { bindDevice } from "#src/modules/partners/desk/bind-device.server.ts";
import { offerBinding } from "#src/modules/partners/desk/offer-binding.server.ts";
import { deskOf, deskState } from "#src/modules/partners/desk/queries.server.ts";
import type { DeskSale } from "#src/modules/partners/desk/schema.ts";
import { sellAtDesk } from "#src/modules/partners/desk/sell-at-desk.server.ts";
import { balances } from "#src/modules/base/ledger/queries.server.ts";
import { applyCredit } from "#src/modules/sales/booking/apply-credit.server.ts";
import { cancelAsAdmin } from "#src/modules/changes/cancellation/cancel-as-admin.server.ts";
import { checkLedger } from "#src/modules/money/payments/check-ledger.server.ts";
import { handOverCash } from "#src/modules/money/payments/hand-over-cash.server.ts";
import { refundPart } from "#src/modules/money/payments/refund-part.server.ts";
import { takePayment } from "#src/modules/money/payments/take-payment.server.ts";
import { partnersNights, salesReport } from "#src/modules/office/reports/queries.server.ts";
import { openTill } from "#src/modules/evening/till/open-till.server.ts";
import { ownTill, tillsPage } from "#src/modules/evening/till/queries.server.ts";
import { sellAtDoor } from "#src/modules/evening/till/sell-at-door.server.ts";
import { inMode, isPractice, type Mode, ORDERS } from "#tests/both-modes.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { addAddOn } from "#tests/add-ons.ts";
import { addPartner } from "#tests/partner-acts.ts";
import { payingStage } from "#tests/paying.ts";
import { addCoupon, addCrawl, addDeparture, bookingInput, seedMinimal } from "#tests/seeds.ts";
import { addAccount } from "#tests/signed-in.ts";
import { revenueByDay } from "#tests/revenue.ts";

// Practice beside what is sold for real, on one database: whoever practised goes on selling in the same one. Each rule of money is
// played in both modes, one after the other: no figure of the other mode may move, and what is played in it then comes to the same.

// without the demo's data, where everything counts
const database = freshDatabase({ RONDA_SEED: "empty" });
const stage = payingStage(database);
const db = () => database.services.db;
let boss: string;

beforeAll(async () => {
  await seedMinimal(db());
  boss = (await addAccount(db(), { role: "admin" })).id;
});

const guest = (mode: Mode, minutes = 0) => inMode(stage.at(minutes), mode);
const staff = (mode: Mode, minutes = 0) =>
  inMode(stage.at(minutes, { kind: "user", role: "admin", userId: boss, secondFactor: true }), mode);
/** A night of a crawl of its own, at 400 pesos a person. */
const night = async (date = "2026-11-20") =>
  addDeparture(db(), await addCrawl(db(), {}), { date, prices: { MXN: 40_000 } });
const EIGHT_HUNDRED = { amount_minor: 80_000, currency: "MXN" } as const;

type Answer = { ok: boolean };
async function done<T extends Answer>(answer: T | Promise<T>): Promise<Extract<T, { ok: true }>> {
  const result = await answer;
  expect(result).toMatchObject({ ok: true });
  return result as Extract<T, { ok: true }>;
}

const booked = async (mode: Mode, departure: string, over: Partial<CreateBooking> = {}, minutes = 0) =>
  (await done(placeBooking(guest(mode, minutes), bookingInput(departure, over), randomUUID()))).booking;
/** Two people, paid in cash at the office. */
async function sold(mode: Mode, departure: string, over: Partial<CreateBooking> = {}): Promise<string> {
  const { id, total } = await booked(mode, departure, over);
  await done(takePayment(staff(mode), { of: bookingRef(id), way: "cash", expected: total }, randomUUID()));
  return id;
}

/** Every sum of the books in a mode, the numbers given to receipts, and what was sold. */
async function booksOf(mode: Mode) {
  const series = db().selectFrom("receipt_counters").select(["site_tag", "last_folio"]);
  return {
    balances: (await balances(database.services)).filter((one) => one.test === isPractice(mode)),
    folios: await series.where("test", "=", isPractice(mode)).orderBy("site_tag").execute(),
    revenue: isPractice(mode)
      ? null
      : await revenueByDay(database.services, { by: "sale", from: "2026-01-01", to: "2027-12-31" }),
  };
}

type Story<Stage> = {
  begin: () => Promise<Stage>;
  /** what is done one after the other, each in one mode */
  steps: Record<string, (stage: Stage, mode: Mode) => Promise<unknown>>;
  /** what the money comes to in a mode, on this stage */
  figures: (stage: Stage, mode: Mode) => Promise<unknown>;
};

/** Plays a story in one mode and then in the other. Nothing of the other mode moves at any step, something of the own one does. */
function inBothModes<Stage>(rule: string, { begin, steps, figures }: Story<Stage>): void {
  test.each(ORDERS)(`${rule}: %s, then %s`, async (...order) => {
    const on = await begin();
    const all = async (mode: Mode) => ({ figures: await figures(on, mode), books: await booksOf(mode) });
    for (const mode of order) {
      const other: Mode = isPractice(mode) ? "live" : "sandbox";
      for (const [name, step] of Object.entries(steps)) {
        const [own, others] = [await all(mode), await all(other)];
        await step(on, mode);
        expect(await all(other), `${name} in ${mode}`).toEqual(others);
        expect(await all(mode), `${name} in ${mode} does something`).not.toEqual(own);
      }
    }
    expect(await figures(on, order[0])).toEqual(await figures(on, order[1]));
    expect(await checkLedger(staff("live"))).toBe(0);
  });
}

let months = 0;
/** A partner whose desk may keep the cash of one sale, with terms by which two people earn less each than four. */
async function deskOfPartner() {
  const month = Temporal.PlainYearMonth.from("2027-01").add({ months: months++ }).toString();
  const code = `desk-${month}`;
  const tiers = [{ from_people: 3, value: 2000 }];
  const partner = await addPartner(db(), NOON, { code, basis: "confirmed", tiers });
  await db().updateTable("partners").set({ desk_credit_limit: 80_000 }).where("id", "=", partner).execute();
  const offered = await done(offerBinding(staff("live"), { partner_id: partner, name: "Reception" }));
  const bound = await done(bindDevice(guest("live"), offered.token, { name: "Reception", pin: "274913" }));
  return { month, partner, desk: (await deskOf(guest("live"), bound.secret))!, departure: await night(`${month}-15`) };
}
type Desk = Awaited<ReturnType<typeof deskOfPartner>>;

const deskSale = ({ departure }: Desk, over: Partial<DeskSale> = {}): DeskSale => ({
  intent: "sell",
  key: randomUUID(),
  departure_id: departure,
  people: 2,
  name: "Lena Brandt",
  email: "",
  phone: "+49 151 2345678",
  language: "en",
  way: "cash",
  expected: 80_000,
  ...over,
});

/** From the morning on on which the last of their months may be closed. */
const CLOSING_MINUTES = 600 * 24 * 60;
const statement = async ({ partner, month }: Desk, mode: Mode) =>
  (await done(statementOf(staff(mode), { partnerId: partner, month }))).statement;

describe("practice and real money", () => {
  inBothModes("a desk's credit, its partner's commission, statement and payment", {
    begin: deskOfPartner,
    steps: {
      "the credit is used up": async (at, mode) => done(sellAtDesk(guest(mode), at.desk, deskSale(at))),
      "the month is closed": ({ month }, mode) => done(closeMonth(staff(mode, CLOSING_MINUTES), { month })),
      "the statement is agreed": async (at, mode) => {
        const { id, commission, cash } = await statement(at, mode);
        await done(agreeForPartner(staff(mode, CLOSING_MINUTES), { statement_id: id!, commission, cash }));
        expect(await sellAtDesk(guest(mode), at.desk, deskSale(at))).toMatchObject({ reason: "credit_limit" });
      },
      "one of its lines is asked about": async (at, mode) => {
        const { id, lines } = await statement(at, mode);
        const about = { partner_id: at.partner, statement_id: id!, booking_id: lines[0]!.bookingId };
        await done(askLine(staff(mode, CLOSING_MINUTES), { ...about, question: "Two or four?" }));
      },
      "it is paid": async (at, mode) =>
        done(
          payStatement(staff(mode, CLOSING_MINUTES), { statement_id: (await statement(at, mode)).id!, reference: "1" }),
        ),
    },
    figures: async (at, mode) => {
      const { month, partner, desk } = at;
      const page = await done(statementsPage(staff(mode), { month, page: 1 }));
      const { commission, cash, people, state, number, lines, cashLines } = await statement(at, mode);

      return {
        shown: await deskState(guest(mode), desk).then((one) => (one.kind === "open" ? [one.cash, one.month] : one)),
        closed: [
          page.isClosed,
          page.closing,
          page.sums,
          page.heads.filter(({ partnerId }) => partnerId === partner).length,
          page.payouts,
          page.asked.filter(({ partnerId }) => partnerId === partner),
        ],
        statement: { commission, cash, people, state, number, lines: lines.length, cash_lines: cashLines.length },
        line: lines.map(({ amount }) => amount),
      };
    },
  });

  test.each(ORDERS)(
    "a desk's credit that is used up in %s is whole in %s, and what it sold is told apart",
    async (...order) => {
      const at = { ...(await deskOfPartner()), departure: await night() };
      const render = async (mode: Mode) => {
        const state = await deskState(guest(mode), at.desk);
        return state.kind === "open" ? [state.cash, state.month] : state;
      };
      const [first, then] = order;
      const untouched = await render(then);
      await done(sellAtDesk(guest(first), at.desk, deskSale(at)));
      expect(await render(then)).toEqual(untouched);
      expect(await render(first)).not.toEqual(untouched);
      await done(sellAtDesk(guest(then), at.desk, deskSale(at)));
      expect(await render(then)).toEqual(await render(first));
    },
  );

  inBothModes("a sale, its receipt and a refund of a part", {
    begin: async () => ({ departure: await night(), sales: new Map<Mode, string>() }),
    steps: {
      "it is sold": async ({ departure, sales }, mode) => void sales.set(mode, await sold(mode, departure)),
      "a part is given back": async ({ sales }, mode) => {
        const [payment] = await stage.payments(sales.get(mode)!);
        expect(payment).toMatchObject({ mode, amount: 80_000 });
        await done(refundPart(staff(mode), { payment_id: payment!.id, amount: 30_000, reason: "other" }, randomUUID()));
        await done(handOverCash(staff(mode), { purchase_id: sales.get(mode)!, note: "at the office" }));
      },
    },
    figures: async ({ sales }, mode) =>
      (await stage.refunds(sales.get(mode) ?? randomUUID())).map(({ amount, status }) => [amount, status]),
  });
});

/** What is summed up for the office when real money is taken: nothing of it may come from practice. */
const SUMS: Record<string, (on: { partner: string; coupon: string; email: string }) => Promise<unknown>> = {
  "what a customer spent": async ({ email }) =>
    (await done(customerList(staff("live"), CUSTOMER_LIST.values({ q: email })))).customers.flatMap(
      ({ spent }) => spent,
    ),
  "the money in the list of bookings": async ({ email }) =>
    (await countBookings(staff("live"), bookingQueryIn({ q: email }))).money,
  "a coupon's uses, state and revenue": async ({ coupon }) => {
    const { coupons } = await done(listCoupons(staff("live"), COUPON_LIST.values()));
    const output = coupons.find(({ id }) => id === coupon)!;
    const opened = (await done(openCoupon(staff("live"), coupon))).coupon.state;
    return [output.used, output.reserved, output.state, output.revenue, opened];
  },
  "the sales report": async () => {
    const { report } = await done(salesReport(staff("live"), { period: "30" }));
    return [report.totals, report.coupons, report.rules, report.addOns, report.partners];
  },
  "the list of partners": async ({ partner }) =>
    (
      await done(listPartners(staff("live"), partnerQueryOf(new URLSearchParams(), "2026-11-20"), partnersNights))
    ).partners.filter(({ id }) => id === partner),
};

describe("what the office reads of real money", () => {
  test.each(Object.entries(SUMS))("%s doesn't move by practice, and does by a sale", async (_, figures) => {
    const code = `C${randomUUID().slice(0, 8)}`;
    const partner = await addPartner(db(), NOON, { code: `p-${code}`, basis: "confirmed" });
    const coupon = await addCoupon(db(), { code, usage_limit: 1 });
    const email = `${code.toLowerCase()}@guest.test`;
    const on = { partner, coupon, email };
    const add_ons = [{ id: await addAddOn(db(), { most: 2 }), quantity: 2 }];
    forgetAddOns({ db: db() });
    const play = async (mode: Mode) => {
      const customer = { ...bookingInput("").customer, email };
      const id = await sold(mode, await night(), { customer, coupon_code: code, partner_code: `p-${code}`, add_ons });
      // another that waits to be paid, and one that was given back
      const waits = await booked(mode, await night(), { customer });
      const back = await sold(mode, await night(), { customer });
      const expected = { version: 1, refund_minor: 80_000, currency: "MXN" } as const;
      await done(cancelAsAdmin(staff(mode), { booking_id: back, choice: "operator", expected }));
      await done(handOverCash(staff(mode), { purchase_id: back, note: "at the office" }));
      return [id, waits];
    };
    const before = await figures(on);
    await play("sandbox");
    expect(await figures(on)).toEqual(before);
    await play("live");
    expect(await figures(on)).not.toEqual(before);
  });
});

describe("a limited coupon", () => {
  const limited = async () => {
    const code = `L${randomUUID().slice(0, 8)}`;
    return { code, id: await addCoupon(db(), { code, usage_limit: 1 }) };
  };

  test.each(["reserved", "used"])("that is %s in practice is free to be used for real, once", async (how) => {
    const { code } = await limited();
    const asks = async (mode: Mode) =>
      placeBooking(guest(mode), bookingInput(await night(), { coupon_code: code }), randomUUID());
    if (how === "used") await sold("sandbox", await night(), { coupon_code: code });
    else await booked("sandbox", await night(), { coupon_code: code });
    expect(await asks("sandbox")).toMatchObject({ reason: "coupon_used_up" });
    expect(await asks("live")).toMatchObject({ ok: true });
    expect(await asks("live")).toMatchObject({ reason: "coupon_used_up" });
  });

  test("is free again when the time of whoever holds it is over, also before its places are freed", async () => {
    const { code } = await limited();
    await booked("live", await night(), { coupon_code: code });
    const asks = async (minutes: number) =>
      placeBooking(guest("live", minutes), bookingInput(await night(), { coupon_code: code }), randomUUID());
    expect(await asks(29)).toMatchObject({ reason: "coupon_used_up" });
    expect(await asks(31)).toMatchObject({ ok: true });
  });

  test("that practice used meanwhile is still that of a booking whose time was over", async () => {
    const { code } = await limited();
    const departure = await night();
    const { id } = await booked("live", departure, { coupon_code: code });
    await freeLapsedHolds(staff("live", 40), departure);
    await sold("sandbox", await night(), { coupon_code: code });
    expect(await retakeHold(guest("live", 41), id)).toMatchObject({ ok: true });
  });

  test("that was used for real meanwhile is not", async () => {
    const { code } = await limited();
    const departure = await night();
    const { id } = await booked("live", departure, { coupon_code: code });
    await freeLapsedHolds(staff("live", 40), departure);
    await booked("live", await night(), { coupon_code: code }, 41);
    expect(await retakeHold(guest("live", 41), id)).toMatchObject({ reason: "coupon_used_up" });
  });
});

describe("an add-on", () => {
  const offer = async (stock_per_night: boolean) => {
    const id = await addAddOn(db(), { stock: 1, stock_per_night });
    forgetAddOns(database.services);
    return { id, wish: { add_ons: [{ id, quantity: 1 }] } };
  };
  const asks = async (mode: Mode, wish: Partial<CreateBooking>, departure?: string) =>
    placeBooking(guest(mode), bookingInput(departure ?? (await night()), wish), randomUUID());

  test("that practice took the last one of is there to be bought for real, once, and then for nobody", async () => {
    const { wish } = await offer(false);
    expect(await asks("sandbox", wish)).toMatchObject({ ok: true });
    expect(await asks("sandbox", wish)).toMatchObject({ reason: "add_on_sold_out" });
    expect(await asks("live", wish)).toMatchObject({ ok: true });
    expect(await asks("live", wish)).toMatchObject({ reason: "add_on_sold_out" });
  });

  test("of a night's stock goes with the night's places, which practice takes too", async () => {
    const { wish } = await offer(true);
    const departure = await night();
    expect(await asks("sandbox", wish, departure)).toMatchObject({ ok: true });
    expect(await asks("live", wish, departure)).toMatchObject({ reason: "add_on_sold_out" });
  });

  test("isn't among what was sold for real", async () => {
    const { id, wish } = await offer(false);
    const sales = async (mode: Mode) =>
      (await done(addOnsForStaff(staff(mode)))).addOns.find((one) => one.id === id)!.sold;
    await sold("sandbox", await night(), wish);
    expect([await sales("sandbox"), await sales("live")]).toEqual([1, 0]);
    await sold("live", await night(), wish);
    expect(await sales("live")).toBe(1);
  });
});

test.each(ORDERS)("credit given in %s is worth nothing in %s", async (input, other) => {
  const source = await booked(input, await night());
  const { paymentId } = await stage.goesToPay(source.id);
  const credit = { of: bookingRef(source.id), paymentId, money: { amount: 30_000, currency: "MXN" as const } };
  await db()
    .transaction()
    .execute((tx) => giveCredit(staff(input), tx, { ...credit, test: isPractice(input) }));
  const { code } = (await creditsOf(database.services, source.id))[0]!;
  const applies = async (mode: Mode) => {
    const { id } = await booked(mode, await night());
    return applyCredit(guest(mode), { booking_id: id, token: accessToken(database.services.secret, id), code });
  };
  expect(await applies(other)).toMatchObject({ reason: "credit_invalid" });
  expect(await applies(input)).toMatchObject({ ok: true });
});

describe.each(ORDERS)("a till that is opened in %s", (own, other) => {
  // the night of NOON's day runs ten hours later
  const RUNNING = 600;
  async function opened() {
    const { id: userId } = await addAccount(db(), { role: "manager" });
    const seller = (mode: Mode) =>
      inMode(stage.at(RUNNING, { kind: "user", role: "manager", userId, secondFactor: true }), mode);
    const float = { float_MXN: 200_000, float_USD: 0 };
    await done(openTill(seller(own), { intent: "open", key: randomUUID(), city_id: "mexico-city", ...float }));
    const { till } = await done(ownTill(seller(own)));
    // as somebody else sees it: its owner still has to count it
    const sums = async () => {
      const { tills } = await done(tillsPage(staff(own), { night: null, state: "open" }, null));
      return tills.find(({ id }) => id === till!.id)!.sums[0]!;
    };
    return { seller, sums };
  }
  const takes = async (seller: (mode: Mode) => ReturnType<typeof staff>, mode: Mode) => {
    const { id } = await booked(mode, await night("2026-11-21"));
    // whatever mode the server is in by then, a booking is paid with its own money
    await done(takePayment(seller(own), { of: bookingRef(id), way: "cash", expected: EIGHT_HUNDRED }, randomUUID()));
    return id;
  };
  const givesBack = async (seller: (mode: Mode) => ReturnType<typeof staff>, booking_id: string) => {
    const expected = { version: 1, refund_minor: 80_000, currency: "MXN" } as const;
    await done(cancelAsAdmin(seller(own), { booking_id, choice: "operator", expected }));
    await done(handOverCash(seller(own), { purchase_id: booking_id, note: "at the door" }));
  };

  test(`takes and gives no cash of ${other}`, async () => {
    const { seller, sums } = await opened();
    const before = await sums();
    const foreign = await takes(seller, other);
    expect(await sums()).toEqual(before);
    await givesBack(seller, foreign);
    expect(await sums()).toEqual(before);
    const ours = await takes(seller, own);
    expect(await sums()).toMatchObject({ expected: 280_000 });
    await givesBack(seller, ours);
    expect(await sums()).toMatchObject({ expected: 200_000, refunded: 80_000 });
  });

  test(`is none for a sale in ${other}`, async () => {
    const { seller } = await opened();
    const sells = async (mode: Mode) => {
      const wish = { key: randomUUID(), departure_id: await night(), people: 2, currency: "MXN", way: "cash" } as const;
      const message = { expected: null, name: "", email: "", language: "es", id_seen: true, let_in: true } as const;
      return sellAtDoor(seller(mode), { intent: "sell", ...wish, ...message });
    };
    expect(await sells(other)).toMatchObject({ reason: "till_needed" });
    expect(await sells(own)).toMatchObject({ ok: true });
  });
});

test.each(ORDERS)(
  "what a desk begins in %s and takes cash for in %s is limited by what it owes of the first",
  async (own, other) => {
    const at = await deskOfPartner();
    const begun = [deskSale(at, { way: "link" }), deskSale(at, { way: "link" })];
    for (const one of begun) await done(sellAtDesk(guest(own), at.desk, one));
    await done(sellAtDesk(guest(other), at.desk, deskSale(at)));
    const [first, second] = begun.map((one) => ({ ...one, way: "cash" as const }));
    expect(await sellAtDesk(guest(other), at.desk, first!)).toMatchObject({ ok: true });
    expect(await sellAtDesk(guest(other), at.desk, second!)).toMatchObject({ reason: "credit_limit", left: 0 });
  },
);
