import { fail, ok } from "#src/kernel/result.ts";
import { mayHandOver } from "#src/modules/evening/door/limit-handover.server.ts";
import { deviceBySecret } from "#src/modules/evening/door/queries.server.ts";
import { happenedAt } from "#src/modules/evening/door/rules/entry.ts";
import { type SaleAnswer, waits } from "#src/modules/evening/till/rules/offline.ts";
import type { HandedSale, SalesInput } from "#src/modules/evening/till/schema.ts";
import { sellOffline } from "#src/modules/evening/till/sell-offline.server.ts";
import { lockSale, notClosedTill, saleById, saleTaken } from "#src/modules/evening/till/store.server.ts";
import { addRefusal, dropRefusal, refusalOf } from "#src/modules/evening/till/store/refusals.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { log } from "#src/platform/log.server.ts";
import { type Limit, mayUse, secondsLeft } from "#src/platform/rate-limit.server.ts";
import { isKnownAway, isUnreachable } from "#src/platform/transaction.server.ts";

// a night of 1000 sales is handed over within it, at ten per upload
const UPLOADS: Limit = { max: 200, seconds: 600 };

/**
 * Takes the sales that a device made offline, in its owner's name: the device's secret is all that it needs. Each gets an
 * answer: sold; waits, where the phone shall send it again (no open till); or refused for good. A refused one is kept once with its
 * money, however often it is sent, until staff have settled it (docs/decisions/110). A revoked device, and one whose owner may not
 * sell anymore, hands over too; what it may not have any more is kept only as far as `mayHandOver` says. Refusals: device_unknown, too_many_attempts {retry_after}.
 */
export async function receiveSales(ctx: Context, secret: string | null, { sales }: SalesInput) {
  const device = await deviceBySecret(ctx, secret);
  if (!device) return fail("device_unknown");
  if (!(await mayUse(ctx.pool, [`door-sales:${device.id}`], UPLOADS, ctx.now)))
    return fail("too_many_attempts", { retry_after: secondsLeft(UPLOADS, ctx.now) });
  const by = { ...ctx, actor: device.owner };
  const answers: SaleAnswer[] = [];
  // one after the other: they share the reserve and the till
  for (const sale of sales) answers.push(await received(by, device, sale));
  return ok({ answer: { answers } });
}

type Handing = { id: string; userId: string; revokedAt: Date | null };

async function received(ctx: Context, device: Handing, sale: HandedSale): Promise<SaleAnswer> {
  const { key } = sale;
  try {
    // an answer that was lost is given again, whatever its seller may do now: the cash is in a till
    const earlier = await saleTaken(ctx.db, { saleId: key, userId: device.userId });
    if (earlier) return await answerSold(ctx, key, earlier.reference);
    const before = await refusalOf(ctx.db, key);
    if (before !== undefined) return { key, result: "refused", reason: before, reference: null };
    const sold = "unreadable" in sale ? fail("unreadable") : await sellOffline(ctx, { ...sale, device_id: device.id });
    if (sold.ok) {
      const { reference = null } = (await saleById(ctx.db, sold.booking_id)) ?? {};
      return await answerSold(ctx, key, reference);
    }
    if (waits(sold.reason))
      return { key, result: "waits", reason: await whyWaits(ctx, device, sold.reason), reference: null };
    const twin = await keepRefused(ctx, device, sale, sold.reason);
    if (twin) return { key, result: "sold", reason: null, reference: twin.reference };
    return { key, result: "refused", reason: sold.reason, reference: null };
  } catch (error) {
    if (isUnreachable(error) || isKnownAway(error)) throw error;
    // a bug that one sale meets must not keep the money of the others on the phone
    log("error", "sale.failed", { sale: key, error: String((error as Error)?.stack ?? error) });
    return { key, result: "waits", reason: "server", reference: null };
  }
}

async function answerSold(ctx: Context, key: string, reference: string | null): Promise<SaleAnswer> {
  await dropRefusal(ctx.db, key);
  return { key, result: "sold", reason: null, reference };
}

/** Who has counted their till can't open another: it has to be sent back first. */
async function whyWaits({ db }: Context, { userId }: Handing, reason: string): Promise<string> {
  const isCounted = reason === "till_needed" && (await notClosedTill(db, userId))?.state === "counted";
  return isCounted ? "till_counted" : reason;
}

/**
 * Keeps a sale that can't be: the guests have paid, and somebody has to give the money back or make a booking of it. Not one that
 * an upload beside this one has taken: that is returned. Not what a revoked device may not hand over anymore.
 */
const keepRefused = (ctx: Context, device: Handing, sale: HandedSale, reason: string) =>
  ctx.db.transaction().execute(async (tx) => {
    const { key, departure_id, people, expected: amount, currency, way = "cash", reference = "" } = sale;
    await lockSale(tx, key);
    const earlier = await saleTaken(tx, { saleId: key, userId: device.userId });
    if (earlier) return earlier;
    const { id, revokedAt } = device;
    // its secret may be in the wrong hands: what it tells must not grow without end
    if (revokedAt && !(await mayHandOver(tx, { id, revokedAt }, ctx.now))) return undefined;
    const at = sale.sold_at === null ? ctx.now : new Date(sale.sold_at);
    const isNew = await addRefusal(tx, {
      sale_id: key,
      device_id: device.id,
      user_id: device.userId,
      departure_id,
      people,
      amount,
      currency,
      way,
      reference,
      sold_at: happenedAt(at, sale.ahead_ms, ctx.now),
      received_at: ctx.now,
      reason,
    });
    if (!isNew) return undefined;
    const changes = { people, amount, currency, way, reason };
    await audit(tx, ctx, {
      action: "refused_sale.kept",
      subject: ["refused_sale", key],
      changes: Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, [null, value]] as const)),
    });
    return undefined;
  });
