import { expect, test } from "vitest";
import { checkCoupon } from "#src/modules/sales/coupons/redeem-coupon.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { addCoupon, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase();
const message = {
  subtotal: { amount: 1000, currency: "USD" },
  rates: { USD: 1 },
  ownHold: null,
  place: { city_id: "mexico-city", crawl_id: "any" },
  guest: null,
} as const;

let networks = 0;
/** Enters a code from a /48 that nobody else is in. */
const enter = (code: string, actor: { userId?: string; emailVerified?: boolean } = {}) => {
  const address = `2001:db8:${(++networks).toString(16)}:1::/64`;
  return checkCoupon(database.ctx({ actor: { address, browser: `browser-${networks}`, ...actor } }), {
    code,
    ...message,
  });
};

test("wrong guesses have an end in all networks together, beyond which a confirmed address is asked for", async () => {
  await seedMinimal(database.services.db);
  await addCoupon(database.services.db, { code: "RIGHT" });
  for (let n = 0; n < 200; n++) await enter("NONE");
  // with the brake on whoever enters the right code the first time notices nothing
  expect(await enter("RIGHT")).toMatchObject({ ok: true });
  const at = { address: "192.0.2.1", browser: "a browser" };
  const again = (code: string) => checkCoupon(database.ctx({ actor: at }), { code, ...message });
  expect([await again("NONE"), await again("NOTHING")]).toMatchObject([
    { reason: "coupon_invalid" },
    { reason: "too_many_attempts" },
  ]);
  for (let n = 0; n < 900; n++) await enter("NONE");
  expect(await enter("RIGHT")).toMatchObject({ reason: "too_many_attempts" });
  expect(await enter("RIGHT", { userId: "11111111-1111-4111-8111-111111111111", emailVerified: true })).toMatchObject({
    ok: true,
  });
});

test("a wrong code that is entered again in the same browser is no further guess", async () => {
  await database.services.pool.query("delete from rate_counters");
  const enters = (code: string, browser: string) => {
    const actor = { address: "192.0.2.9", browser };
    return checkCoupon(database.ctx({ actor }), { code, ...message });
  };
  for (let n = 0; n < 12; n++)
    expect(await enters(n % 2 ? "wrong" : " WRONG", "mine")).toMatchObject({ reason: "coupon_invalid" });
  const counted = "select max(count)::int as count from rate_counters where key like 'coupon:%'";
  expect((await database.services.pool.query(counted)).rows).toEqual([{ count: 1 }]);
  // created meanwhile
  await addCoupon(database.services.db, { code: "WRONG" });
  expect(await enters("WRONG", "mine")).toMatchObject({ ok: true });
  // other codes, and others, are counted
  for (let n = 0; n < 9; n++) await enters(`GUESS${n}`, "another");
  expect(await enters("RIGHT", "mine")).toMatchObject({ reason: "too_many_attempts" });
});
