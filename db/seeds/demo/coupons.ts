import type { Tx } from "#src/platform/db.server.ts";

const DAY = 24 * 60 * 60 * 1000;
type Code = Awaited<ReturnType<typeof couponsAt>>[number]["code"];
export type Coupons = Record<Code, string>;

/** One coupon of each kind and one for each message a guest can get (rule coupons-2). */
const couponsAt = (now: Date) => {
  const at = (days: number) => new Date(now.getTime() + days * DAY);
  const percentage = (value: number, currency = "USD") => ({ discount_type: "percentage", value, currency });
  const fixed = (value: number, currency: string) => ({ discount_type: "fixed_amount", value, currency });
  return [
    { code: "BIENVENIDO10", description: "10 % off", ...percentage(10) },
    { code: "NOCHE25", description: "25 % off, at most 160 MXN", ...percentage(25, "MXN"), maximum_discount: 16_000 },
    { code: "PESOS100", description: "100 MXN off", ...fixed(10_000, "MXN") },
    { code: "EURO5", description: "5 EUR off", ...fixed(500, "EUR") },
    { code: "GRUPO15", description: "15 % off from 1,600 MXN", ...percentage(15, "MXN"), minimum_purchase: 160_000 },
    { code: "VERANO20", description: "Expired", ...percentage(20), start_date: at(-120), expiry_date: at(-1) },
    { code: "PRONTO15", description: "Not yet valid", ...percentage(15), start_date: at(30), expiry_date: at(120) },
    { code: "AGOTADO10", description: "Used up", ...percentage(10), usage_limit: 1 },
    { code: "UNAVEZ15", description: "15 % off, once for each guest", ...percentage(15), most_per_guest: 1 },
    { code: "PAUSADO10", description: "Switched off", ...percentage(10), is_active: false },
    { code: "GRATIS100", description: "Free of charge", ...percentage(100) },
  ] as const;
};

/** Inserts the coupons. Returns their ids by code. */
export async function insertCoupons(tx: Tx, now: Date): Promise<Coupons> {
  const rows = await tx
    .insertInto("coupons")
    .values([...couponsAt(now)])
    .returning(["id", "code"])
    .execute();
  return Object.fromEntries(rows.map((row) => [row.code, row.id])) as Coupons;
}
