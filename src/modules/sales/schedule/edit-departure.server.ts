import { fail } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { changeDepartures } from "#src/modules/sales/schedule/change-departures.server.ts";
import { changesOf } from "#src/modules/sales/schedule/rules/editing.ts";
import type { DepartureTerms } from "#src/modules/sales/schedule/schema.ts";
import { departureById, idsOfSeries, lockedDepartures } from "#src/modules/sales/schedule/store/admin.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { violated } from "#src/platform/transaction.server.ts";

export type EditInput = {
  id: string;
  /** The version the form was opened with. */
  version: number;
  terms: DepartureTerms;
  /** `following` applies the changes to the later departures of the series as well. */
  scope: "one" | "following";
  consent: string;
};

/**
 * Saves changes to a departure, optionally to those that follow it in its series: in those only the changed fields, so individual
 * settings stay. Guests keep their seats. Refusals: forbidden, departure_not_found, departure_cancelled, changed_meanwhile
 * {current}, date_of_series (only one departure can be moved), already_scheduled, and those of `changeDepartures`.
 */
export async function editDeparture(ctx: Context, { id, version, terms, scope, consent }: EditInput) {
  if (!can(ctx.actor, "schedule.change")) return fail("forbidden", { missing: "schedule.change" as const });
  const saved = ctx.db.transaction().execute(async (tx) => {
    const departure = await departureById(tx, ctx, id);
    if (!departure) return fail("departure_not_found");
    const following =
      scope === "following" && departure.series_id !== null
        ? await idsOfSeries(tx, departure.series_id, departure.date)
        : [];
    const locked = await lockedDepartures(tx, ctx, [...new Set([id, ...following])]);
    const opened = locked.find((row) => row.id === id);
    if (!opened) return fail("departure_not_found");
    if (opened.status === "cancelled") return fail("departure_cancelled");
    if (opened.version !== version) return fail("changed_meanwhile", { current: opened });
    const patch = changesOf(opened, terms);
    if (scope === "following" && patch.date !== undefined) return fail("date_of_series");
    // skip followers cancelled or over by the time the lock was acquired
    const rows = locked.filter((row) => row.id === id || (row.status === "scheduled" && row.ends_at > ctx.now));
    return changeDepartures(ctx, tx, { rows, patch, consent, ask: "for people" });
  });
  return saved.catch((error: unknown) => {
    if (violated(error) === "one_scheduled_crawl_a_date") return fail("already_scheduled");
    throw error;
  });
}
