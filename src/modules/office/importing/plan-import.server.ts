import { fail, ok } from "#src/kernel/result.ts";
import { CURRENCIES } from "#src/kernel/money.ts";
import { lapsedPlaces } from "#src/modules/sales/booking/import-bookings.server.ts";
import { currencyRates } from "#src/modules/base/settings/queries.server.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import { readTable } from "#src/modules/office/importing/read-table.server.ts";
import { cellsOf, type FileTable, type Mapping, missingColumns } from "#src/modules/office/importing/rules/mapping.ts";
import { type Plan, planBookings, type ReadyBooking } from "#src/modules/office/importing/rules/plan-bookings.ts";
import { customerKey, planCustomers, type ReadyCustomer } from "#src/modules/office/importing/rules/plan-customers.ts";
import { readDay } from "#src/modules/office/importing/rules/read-cells.ts";
import { cellsBy, readGuest } from "#src/modules/office/importing/rules/read-guest.ts";
import {
  crawlsByName,
  fileOf,
  type ImportRow,
  knownCustomers,
  knownReferences,
  nightsOn,
} from "#src/modules/office/importing/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

export type Planned =
  | { kind: "bookings"; plan: Plan<ReadyBooking>; table: FileTable; lapsed: readonly string[] }
  | { kind: "customers"; plan: Plan<ReadyCustomer>; table: FileTable };

/**
 * What importing a draft would do now. `lapsed`: nights whose places are partly those of lapsed holds, which have to be freed first.
 * `parsed`: the draft's file where it was read before, as it never changes. Checks no permission. Refusals: file_gone, columns_missing {missing}, and those of `readTable`.
 */
export async function planImport(
  ctx: Context,
  on: Db | Tx,
  row: Pick<ImportRow, "id" | "kind" | "source" | "mapping">,
  parsed?: FileTable,
) {
  const read = parsed ? ok({ table: parsed }) : await tableOf(on, row.id);
  if (!read.ok) return read;
  const { table } = read;
  const missing = missingColumns(row.kind, row.mapping);
  if (missing.length > 0) return fail("columns_missing", { missing, table });
  if (row.kind === "customers") {
    const before = await knownCustomers(on, keysIn(table, row.mapping), practises(ctx));
    const plan = planCustomers(table, row.mapping, before);
    return ok({ planned: { kind: "customers", plan, table } satisfies Planned });
  }
  const { plan, lapsed } = await bookingsPlan(ctx, on, table, row);
  return ok({ planned: { kind: "bookings", plan, table, lapsed } satisfies Planned });
}

/** A draft's file as a table. Refusals: file_gone, and those of `readTable`. */
async function tableOf(on: Db | Tx, id: string) {
  const bytes = await fileOf(on, id);
  return bytes === null ? fail("file_gone") : readTable(bytes);
}

const keysIn = (table: FileTable, mapping: Mapping): string[] => {
  const cells = cellsBy(table, mapping);
  return table.rows.map((row) => customerKey(readGuest(cells(row.cells), mapping.language).guest));
};

async function bookingsPlan(
  ctx: Context,
  on: Db | Tx,
  table: FileTable,
  { source, mapping }: Pick<ImportRow, "source" | "mapping">,
) {
  const days = cellsOf(table, mapping.columns.date).flatMap((cell) => readDay(cell, mapping.dates) ?? []);
  const references = cellsOf(table, mapping.columns.reference).map((cell) => cell.trim().toLowerCase());
  // one after the other: a transaction has one connection
  const nights = await nightsOn(on, [...new Set(days)]);
  const crawls = await crawlsByName(on);
  const before = await knownReferences(on, { source, test: practises(ctx) }, references);
  const rates = await currencyRates(ctx);
  const ids = nights.map(({ id }) => id);
  const lapsed = await lapsedPlaces(on, ids, ctx.now);
  const plan = planBookings(table, mapping, {
    now: ctx.now,
    crawls,
    nights: nights.map((night) => ({ ...night, free: night.free + (lapsed.get(night.id) ?? 0) })),
    currencies: CURRENCIES.filter((code) => code === "USD" || rates.perUsd[code] !== undefined),
    known: before,
  });
  const nightsWanted = new Set(plan.ready.map(({ night }) => night.id));
  return { plan, lapsed: [...lapsed.keys()].filter((id) => nightsWanted.has(id)) };
}
