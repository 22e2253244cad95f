import type { FileTable, Mapping } from "#src/modules/office/importing/rules/mapping.ts";
import type { Plan } from "#src/modules/office/importing/rules/plan-bookings.ts";
import { readTags } from "#src/modules/office/importing/rules/read-cells.ts";
import { cellsBy, type ReadGuest, readGuest } from "#src/modules/office/importing/rules/read-guest.ts";

export type ReadyCustomer = ReadGuest & { line: number; tags: string[] };

/** What tells customers apart: their address or, without one, their number. */
export const customerKey = ({ email, phone }: { email: string; phone: string }): string =>
  email === "" ? `tel:${phone.replaceAll(/\D/g, "")}` : email.toLowerCase();

/** What importing a file's customers would do, as `planBookings`. `before`: the keys of customers that were imported before. */
export function planCustomers(table: FileTable, mapping: Mapping, before: ReadonlySet<string>): Plan<ReadyCustomer> {
  const plan: Plan<ReadyCustomer> = { ready: [], errors: [], leftOut: [] };
  const cellsOf = cellsBy(table, mapping);
  const lines = new Map<string, number>();
  for (const { line, cells } of table.rows) {
    const cell = cellsOf(cells);
    const { guest, problems } = readGuest(cell, mapping.language);
    const key = customerKey(guest);
    const isReachable = guest.email !== "" || guest.phone !== "";
    if (isReachable && before.has(key) && mapping.leftOut.includes("known")) {
      plan.leftOut.push({ line, why: "known" });
      continue;
    }
    const errors = problems.map((problem) => ({ line, ...problem }));
    const field = guest.email === "" ? ("phone" as const) : ("email" as const);
    const earlier = lines.get(key);
    if (isReachable && earlier !== undefined)
      errors.push({ line, field, problem: "repeated", values: { line: earlier } });
    else if (isReachable) lines.set(key, line);
    if (isReachable && before.has(key)) errors.push({ line, field, problem: "known", values: { reference: "" } });
    if (errors.length > 0) plan.errors.push(...errors);
    else plan.ready.push({ ...guest, line, tags: readTags(cell("tags")) });
  }
  return plan;
}
