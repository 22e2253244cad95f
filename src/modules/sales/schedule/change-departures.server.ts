import { createHash } from "node:crypto";
import type { Currency } from "#src/kernel/money.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { departureMoved } from "#src/modules/sales/schedule/events.ts";
import { changesOf, effectOf, isMove, type Patch, type PreviewRow } from "#src/modules/sales/schedule/rules/editing.ts";
import { timesOf } from "#src/modules/sales/schedule/rules/series.ts";
import { setTotalSeats } from "#src/modules/sales/schedule/store.server.ts";
import { type LockedRow, rewriteDeparture } from "#src/modules/sales/schedule/store/admin.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { statementsOf } from "#src/platform/transaction.server.ts";

type Target = { row: LockedRow; patch: Patch };

/**
 * Applies one change to departures that the caller has locked. Its effect on guests must be confirmed first: `consent` is the
 * token from the answer, invalidated by any booking or edit since. `ask: "always"` requires confirmation of any effect. The
 * caller checks permissions. Refusals: departure_over, impossible_time, in_the_past (each {date}), needs_consent {effect,
 * consent}. Moving a departure to a date its crawl already has throws `one_scheduled_crawl_a_date`.
 */
export async function changeDepartures(
  ctx: Context,
  tx: Tx,
  { rows, patch, consent, ask }: { rows: LockedRow[]; patch: Patch; consent: string; ask: "always" | "for people" },
) {
  const targets = rows.map((row) => ({ row, patch: changesOf(row, patch) }));
  const over = rows.find(({ ends_at }) => ends_at <= ctx.now);
  if (over) return fail("departure_over", { date: over.date });
  const planned = targets.map((target) => ({ ...target, times: isMove(target.patch) ? newTimes(target) : undefined }));
  const swallowed = planned.find(({ times }) => times === null);
  if (swallowed) return fail("impossible_time", { date: swallowed.row.date });
  const late = planned.find(({ times }) => times && times.starts_at <= ctx.now);
  if (late) return fail("in_the_past", { date: late.row.date });
  const effect = effectOf(
    targets.map(({ row, patch: own }) => ({ row: { ...row, guests: row.confirmed }, patch: own })),
  );
  const concerns = effect.overbooked.length > 0 || effect.moved.bookings > 0;
  const hash = hashOf([patch, effect, rows.map(({ id, version }) => [id, version])]);
  if ((concerns || ask === "always") && consent !== hash)
    return fail("needs_consent", { effect, consent: hash, rows: targets.map(asShown) });
  for (const { row, patch: own, times } of planned)
    if (Object.keys(own).length > 0) await change(ctx, tx, row, own, times ?? {});
  return ok({ changed: effect.departures });
}

async function change(ctx: Context, tx: Tx, row: LockedRow, patch: Patch, times: object): Promise<void> {
  if (patch.total_spots !== undefined) await setTotalSeats(statementsOf(tx), row.id, patch.total_spots);
  await rewriteDeparture(tx, row.id, { ...patch, ...times });
  const fields = Object.keys(patch) as (keyof Patch)[];
  await audit(tx, ctx, {
    action: "departure.updated",
    subject: ["departure", row.id],
    changes: Object.fromEntries(fields.map((field) => [field, [row[field], patch[field]]])),
  });
  const { date, start_time, end_time } = row;
  if (isMove(patch))
    await ctx.publish(
      ctx,
      tx,
      departureMoved({ departureId: row.id, version: row.version + 1, was: { date, start_time, end_time } }),
    );
}

const newTimes = ({ row, patch }: Target) =>
  timesOf(patch.date ?? row.date, { ...row, ...patch, time_zone: row.time_zone }, row.sales_cutoff_minutes);

const asShown = ({ row, patch }: Target): PreviewRow => ({
  id: row.id,
  crawl_id: row.crawl_id,
  date: row.date,
  currency: row.crawl_currency as Currency,
  was: { price: row.price, sale_price: row.sale_price, total_spots: row.total_spots },
  patch,
});

const hashOf = (what: unknown) => createHash("sha256").update(JSON.stringify(what)).digest("base64url").slice(0, 22);
