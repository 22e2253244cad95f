import { fail, ok } from "#src/kernel/result.ts";
import { byHandUntil } from "#src/modules/money/payments/rules/by-hand.ts";
import { recordPaidBefore } from "#src/modules/money/payments/record-paid-before.server.ts";
import { importBookings, lockNights } from "#src/modules/sales/booking/import-bookings.server.ts";
import { freeLapsedHolds } from "#src/modules/sales/booking/release-hold.server.ts";
import { issueImported } from "#src/modules/evening/tickets/issue-imported.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import { planImport, type Planned } from "#src/modules/office/importing/plan-import.server.ts";
import { type ReadyBooking, sumsOf } from "#src/modules/office/importing/rules/plan-bookings.ts";
import { seenOf } from "#src/modules/office/importing/rules/seen.ts";
import type { ImportOutcome } from "#src/modules/office/importing/schema.ts";
import {
  importById,
  importForUpdate,
  type ImportRow,
  insertCustomers,
  insertReferences,
  markDone,
} from "#src/modules/office/importing/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { portionsOf } from "#src/platform/in-portions.server.ts";
import { isBusy, violated } from "#src/platform/transaction.server.ts";

const ROWS = 500;
/** What another import brought meanwhile. */
const BROUGHT = ["imported_bookings_once", "imported_customers_by_email", "imported_customers_by_phone"];

/**
 * Imports a draft as it was shown (`seen`), all of it or nothing: bookings take their places under the locks of every booking and
 * have tickets; who paid elsewhere has a payment whose money is there, the others pay when they come. Nobody is written to. Pressed
 * again it changes nothing. Needs `imports.change`. Refusals: forbidden {missing}, import_not_found, has_errors, stale (it would
 * import something else now), nothing_to_import, sold_out, busy, and those of `planImport`.
 */
export async function makeImport(ctx: Context, id: string, press: { seen: string }) {
  if (!can(ctx.actor, "imports.change")) return fail("forbidden", { missing: "imports.change" as const });
  const draft = await importById(ctx.db, id);
  if (!draft) return fail("import_not_found");
  if (draft.state !== "draft") return ok({});
  const first = await planImport(ctx, ctx.db, draft);
  if (!first.ok) return first;
  // asks providers, so not in the transaction
  if (first.planned.kind === "bookings") for (const night of first.planned.lapsed) await freeLapsedHolds(ctx, night);
  const refused = new Refused();
  try {
    return await ctx.db.transaction().execute(async (tx) => {
      const row = await importForUpdate(tx, id);
      if (!row) return fail("import_not_found");
      if (row.state !== "draft") return ok({});
      const nights = nightsOf(first.planned);
      await lockNights(tx, nights);
      // nobody waits for a night while the file is read again
      const result = await planImport(ctx, tx, row, first.planned.table);
      if (!result.ok) return result;
      const { planned } = result;
      if (planned.plan.errors.length > 0) return fail("has_errors");
      if (planned.plan.ready.length === 0) return fail("nothing_to_import");
      if (seenOf(planned.plan, practises(ctx)) !== press.seen) return fail("stale");
      // one that nobody holds may be moved before its places are taken
      if (nightsOf(planned).some((night) => !nights.includes(night))) return fail("stale");
      const outcome = await bring(ctx, tx, row, planned);
      if (outcome === null) throw refused;
      await markDone(tx, id, ctx.now, outcome, practises(ctx));
      const { count = 0, leftOut = 0 } = outcome;
      await audit(tx, ctx, {
        action: "import.made",
        subject: ["import", id],
        changes: { status: ["draft", "done"], [row.kind]: [null, count], left_out: [null, leftOut] },
      });
      return ok({});
    });
  } catch (error) {
    if (error === refused) return fail("sold_out");
    if (BROUGHT.includes(violated(error) ?? "")) return fail("stale");
    if (isBusy(error)) return fail("busy");
    throw error;
  }
}

/** The nights that a plan brings bookings to. */
const nightsOf = (planned: Planned): string[] =>
  planned.kind === "bookings" ? [...new Set(planned.plan.ready.map(({ night }) => night.id))] : [];

/** Takes back what was written before places turned out to be gone. */
class Refused extends Error {}

/** Null where places are gone. */
async function bring(ctx: Context, tx: Tx, row: ImportRow, planned: Planned): Promise<ImportOutcome | null> {
  const leftOut = planned.plan.leftOut.length;
  const about = { import_id: row.id, source: row.source, test: practises(ctx) };
  if (planned.kind === "customers") {
    for (const portion of portionsOf(planned.plan.ready, ROWS)) await insertCustomers(tx, about, ctx.now, portion);
    return { count: planned.plan.ready.length, leftOut };
  }
  const { ready } = planned.plan;
  const brought = await importBookings(ctx, tx, ready.map(foreignOf(ctx.now)));
  if (!brought.ok) return null;
  const { bookings } = brought;
  const confirmed = bookings.filter(({ status }) => status === "confirmed");
  await recordPaidBefore(ctx, tx, confirmed);
  await issueImported(tx, confirmed);
  const references = ready.map(({ line, reference }, at) => ({
    booking_id: bookings[at]!.id,
    line,
    external_reference: reference,
  }));
  for (const portion of portionsOf(references, ROWS)) await insertReferences(tx, about, portion);
  const people = ready.reduce((sum, one) => sum + one.people, 0);
  return { count: ready.length, people, sums: sumsOf(ready), leftOut };
}

const foreignOf =
  (now: Date) =>
  ({ night, paid, ...booking }: ReadyBooking) => ({
    ...booking,
    departureId: night.id,
    crawlId: night.crawlId,
    crawlCurrency: night.crawlCurrency,
    // what is free of charge is confirmed, like any booking
    keptUntil: paid || booking.total === 0 ? null : byHandUntil(now, night.startsAt, { door: true, hours: 0 }),
  });
