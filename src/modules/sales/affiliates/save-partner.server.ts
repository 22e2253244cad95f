import { fail, ok } from "#src/kernel/result.ts";
import { MONEY_FIELDS, PARTNER_FIELDS, type PartnerField } from "#src/modules/sales/affiliates/rules/partner-form.ts";
import { partnerFormOf } from "#src/modules/sales/affiliates/rules/partner-values.ts";
import { lastFour } from "#src/modules/sales/affiliates/rules/payout.ts";
import type { SavePartner } from "#src/modules/sales/affiliates/schema.ts";
import {
  insertPartner,
  isCodeUsed,
  lockCode,
  lockPartner,
  partnerById,
  partnerCities,
  type PartnerRow,
  isCodeOfOther,
  writePartner,
} from "#src/modules/sales/affiliates/store/partner-admin.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/**
 * Adds a partner under the id that its form was made with: the same form sent twice adds one. Where it is paid, and the cash that
 * its desk may keep, are taken only from whoever has `payments.change`. Refusals: forbidden {missing}, code_taken, code_of_coupon, city_not_found.
 */
export async function addPartner(ctx: Context, { id, partner: typed }: { id: string; partner: SavePartner }) {
  if (!can(ctx.actor, "affiliates.change")) return fail("forbidden", { missing: "affiliates.change" });
  const partner = mayPay(ctx) ? typed : { ...typed, account_holder: "", clabe: null, rfc: null, desk_credit_limit: 0 };
  return ctx.db.transaction().execute(async (tx) => {
    await lockCode(tx, partner.code);
    if (await partnerById(tx, id)) return ok({ id });
    const refusal = await refusalOf(ctx, tx, id, partner, null);
    if (refusal) return fail(refusal);
    if (!(await insertPartner(tx, id, partner, ctx.now))) return ok({ id });
    // what a new partner hasn't got is no news
    const changes = PARTNER_FIELDS.filter((field) => partner[field]).map((field) =>
      auditChange(field, null, partner[field]),
    );
    await audit(tx, ctx, { action: "partner.created", subject: ["partner", id], changes: Object.fromEntries(changes) });
    return ok({ id });
  });
}

/**
 * Saves a partner's form unless it was saved since it was opened; where the partner is paid, and the cash that its desk may keep,
 * stay as they are for whoever lacks `payments.change`. Refusals: forbidden {missing}, partner_not_found, changed_meanwhile {current,
 * version}, code_used (its links are out there), code_taken, code_of_coupon, city_not_found.
 */
export async function changePartner(
  ctx: Context,
  { id, version, partner: typed }: { id: string; version: number; partner: SavePartner },
) {
  if (!can(ctx.actor, "affiliates.change")) return fail("forbidden", { missing: "affiliates.change" });
  return ctx.db.transaction().execute(async (tx) => {
    // before the partner, as whoever adds one or makes a coupon
    await lockCode(tx, typed.code);
    const was = await lockPartner(tx, id);
    if (!was) return fail("partner_not_found");
    const money = Object.fromEntries(MONEY_FIELDS.map((field) => [field, was[field]]));
    const partner = mayPay(ctx) ? typed : { ...typed, ...money };
    const differing = PARTNER_FIELDS.filter((field) => was[field] !== partner[field]);
    if (differing.length === 0) return ok({ version: was.version });
    if (was.version !== version) return fail("changed_meanwhile", { ...currentForm(ctx, was), version: was.version });
    const refusal = await refusalOf(ctx, tx, id, partner, was);
    if (refusal) return fail(refusal);
    await writePartner(tx, id, partner, 1);
    const changes = differing.map((field) => auditChange(field, was[field], partner[field]));
    await audit(tx, ctx, { action: "partner.updated", subject: ["partner", id], changes: Object.fromEntries(changes) });
    return ok({ version: version + 1 });
  });
}

const mayPay = (ctx: Context): boolean => can(ctx.actor, "payments.change");
const currentForm = (ctx: Context, row: PartnerRow) => ({ current: partnerFormOf(row, mayPay(ctx)) });

type Change = readonly [field: string, change: readonly [old: unknown, now: unknown]];

/** People's own: the log keeps that they changed, because it outlives them. */
const OF_PEOPLE: readonly PartnerField[] = ["account_holder", "contact_name", "email", "phone", "note"];

/** A change for the audit log, which more people read than may see where a partner is paid: of that it has the end, and of people nothing. */
function auditChange(field: PartnerField, old: unknown, now: unknown): Change {
  if (OF_PEOPLE.includes(field)) return [field, [old && "…", now && "…"]];
  if (field !== "clabe" && field !== "rfc") return [field, [old, now]];
  const end = (value: unknown) => (typeof value === "string" ? lastFour(value) : null);
  return [`${field}_end`, [end(old), end(now)]];
}

async function refusalOf(ctx: Context, tx: Tx, id: string, partner: SavePartner, was: PartnerRow | null) {
  const cities = await partnerCities(tx);
  if (partner.city_id !== null && !cities.some((city) => city.id === partner.city_id)) return "city_not_found" as const;
  if (was && was.code.toLowerCase() === partner.code.toLowerCase()) return null;
  // links and posters name it: they would credit nobody, and whichever partner gets the code later
  if (was && ((await isCodeUsed(tx, was)) || (await ctx.ask.isBooked(tx, { partner: was.id }))))
    return "code_used" as const;
  if (await isCodeOfOther(tx, partner.code, id)) return "code_taken" as const;
  return (await ctx.ask.isCodeOfCoupon(tx, partner.code)) ? ("code_of_coupon" as const) : null;
}

/** Locks a partner against other changes, for what is agreed with it besides; false without such a partner. */
export const holdPartner = async (tx: Tx, id: string): Promise<boolean> => (await lockPartner(tx, id)) !== undefined;
