import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { guestOf } from "#src/modules/sales/booking/guard-unpaid.server.ts";
import { placeBooking } from "#src/modules/sales/booking/place-booking.server.ts";
import { priceDetails } from "#src/modules/sales/booking/price-details.server.ts";
import { findOffer } from "#src/modules/sales/booking/queries.server.ts";
import { freeLapsedHolds } from "#src/modules/sales/booking/release-hold.server.ts";
import { retakeHold } from "#src/modules/sales/booking/retake-hold.server.ts";
import { EMPTY_DETAILS, type PriceIntent } from "#src/modules/sales/booking/rules/details-form.ts";
import { releaseBooking } from "#src/modules/sales/booking/store/hold.server.ts";
import { checkCoupon } from "#src/modules/sales/coupons/redeem-coupon.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { addCoupon, addDeparture, bookingInput, later, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase();
let crawlId: string;
beforeAll(async () => {
  ({ crawlId } = await seedMinimal(database.services.db));
});

let code: string;
let departure: string;
beforeEach(async () => {
  code = `C${randomUUID().slice(0, 8)}`;
  departure = await addDeparture(database.services.db, crawlId, { seats: 200 });
  await addCoupon(database.services.db, { code, most_per_guest: 1 });
});

/** A browser and a network of its own. */
let networks = 0;
const at = (minutes = 0, over: Parameters<typeof database.ctx>[0] = {}) =>
  database.ctx({
    now: later(minutes),
    ...over,
    actor: { address: `2001:db8:${(++networks).toString(16)}:1::/64`, browser: randomUUID() },
  });
const books = (email: string, ctx = at(), on = departure) => {
  const customer = { ...bookingInput("").customer, email };
  return placeBooking(ctx, bookingInput(on, { customer, coupon_code: code, number_of_people: 1 }), randomUUID());
};
const idOf = (placed: Awaited<ReturnType<typeof books>>): string => {
  if (!placed.ok) throw new Error(placed.reason);
  return placed.booking.id;
};
const REFUSED = { ok: false, reason: "coupon_used_by_guest" };

describe("a coupon that each guest may use once", () => {
  test("is used once by a guest, however the address is spelled, and by others too", async () => {
    idOf(await books("so.fia@gmail.test"));
    for (const again of ["so.fia@gmail.test", "SO.FIA@GMAIL.TEST", "so.fia+two@gmail.test"])
      expect(await books(again)).toMatchObject(REFUSED);
    expect(await books("lucia@guest.test")).toMatchObject({ ok: true });
  });

  test("is used as often as it says where that is more than once", async () => {
    await database.services.db.updateTable("coupons").set({ most_per_guest: 2 }).where("code", "=", code).execute();
    expect([await books("two@guest.test"), await books("two@guest.test"), await books("two@guest.test")]).toMatchObject(
      [{ ok: true }, { ok: true }, REFUSED],
    );
  });

  test("is used by one of twenty tabs of one guest", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => books("tabs@guest.test")));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.filter((one) => !one.ok && one.reason === "coupon_used_by_guest")).toHaveLength(19);
  });

  const asks = (email: string, ctx = at()) =>
    checkCoupon(ctx, {
      code,
      subtotal: { amount: 40_000, currency: "MXN" },
      rates: { MXN: 17, USD: 1 },
      ownHold: null,
      place: { city_id: "mexico-city", crawl_id: crawlId },
      guest: guestOf(ctx, email),
    });

  test("negative control: asked first, before any of them books, all twenty may use it", async () => {
    const ask = () => asks("early@guest.test");
    const before = await Promise.all(Array.from({ length: 20 }, () => ask()));
    expect(before.filter(({ ok }) => ok)).toHaveLength(20);
    idOf(await books("early@guest.test"));
    expect(await ask()).toMatchObject(REFUSED);
  });

  test("is free again once the booking is cancelled or its time is over, and a tab that edits its own keeps it", async () => {
    const first = idOf(await books("back@guest.test"));
    await releaseBooking(database.services.pool, at(), { id: first, reason: "customer", from: ["pending"] });
    idOf(await books("back@guest.test"));
    expect(await books("back@guest.test", at(29))).toMatchObject(REFUSED);
    const ctx = at(31);
    idOf(await books("back@guest.test", ctx));
    expect(await books("back@guest.test", ctx)).toMatchObject({ ok: true });
  });

  test("isn't that of a lapsed booking anymore where its guest has used it meanwhile", async () => {
    const lapsed = idOf(await books("late@guest.test"));
    await freeLapsedHolds(at(40), departure);
    const other = idOf(await books("late@guest.test", at(41)));
    expect(await retakeHold(at(42), lapsed)).toMatchObject(REFUSED);
    await releaseBooking(database.services.pool, at(42), { id: other, reason: "customer", from: ["pending"] });
    expect(await retakeHold(at(43), lapsed)).toMatchObject({ ok: true });
  });

  test("is refused in the form as soon as it says the address of who has used it, with the price without it", async () => {
    idOf(await books("form@guest.test"));
    const ctx = at();
    const found = await findOffer(ctx, departure);
    if (!found.ok) throw new Error(found.reason);
    const priced = async (email: string, intent: PriceIntent = "update") => {
      const details = { ...EMPTY_DETAILS, email, coupon_code: code, coupon_typed: code };
      const answer = await priceDetails(ctx, found.offer, details, intent);
      if (!answer.ok) throw new Error(answer.reason);
      const { quote, details: form, fieldErrors } = answer.priced;
      return { total: quote.total.amount_minor, applied: form.coupon_code, fieldErrors };
    };
    expect(await priced("")).toMatchObject({ total: 36_000, applied: code, fieldErrors: [] });
    const refused = [{ id: "coupon_typed", message: "errors.coupon_used_by_guest" }];
    expect(await priced("form@guest.test")).toMatchObject({ total: 40_000, applied: "", fieldErrors: refused });
    expect(await priced("form@guest.test", "coupon-apply")).toMatchObject({ total: 40_000, fieldErrors: refused });
    expect(await priced("nobody@guest.test")).toMatchObject({ total: 36_000, fieldErrors: [] });
  });

  test("tells no network of more than thirty addresses that they haven't used it, and then not that they have", async () => {
    const [ctx, user] = [at(), "late@asked.test"];
    idOf(await books(user));
    const askAbout = (n: number) => asks(`guest-${n}@asked.test`, ctx);
    for (let n = 0; n < 30; n++) expect(await askAbout(n)).toMatchObject({ ok: true });
    // the form asks again with every change
    expect(await askAbout(0)).toMatchObject({ ok: true });
    const over = { ok: false, reason: "too_many_attempts" };
    expect(await askAbout(30)).toMatchObject(over);
    expect(await asks(user, ctx)).toMatchObject(over);
    const neighbour = { ...ctx, actor: { ...ctx.actor, browser: randomUUID() } };
    expect(await asks("guest-31@asked.test", neighbour)).toMatchObject(over);
    expect(await asks("guest-31@asked.test")).toMatchObject({ ok: true });
    expect(await asks("", ctx)).toMatchObject({ ok: true });
  });

  test("counts an address that is asked about again once where the browser has no cookie yet", async () => {
    const first = at();
    const ctx = { ...first, actor: { ...first.actor, browser: null } };
    for (let n = 0; n < 31; n++) expect(await asks("typing@asked.test", ctx)).toMatchObject({ ok: true });
    for (let n = 1; n < 30; n++) expect(await asks(`guest-${n}@asked.test`, ctx)).toMatchObject({ ok: true });
    expect(await asks("guest-30@asked.test", ctx)).toMatchObject({ reason: "too_many_attempts" });
  });

  test("tells nobody of more than ten addresses that have used it that they have", async () => {
    idOf(await books("known@guest.test"));
    const ctx = at();
    const answers: string[] = [];
    for (let n = 0; n < 12; n++) {
      const one = await books("known@guest.test", ctx);
      answers.push(one.ok ? "booked" : one.reason);
    }
    expect(answers.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => "coupon_used_by_guest"));
    expect(answers[11]).toBe("too_many_attempts");
  });
});
