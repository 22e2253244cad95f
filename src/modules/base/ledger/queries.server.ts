import type { Balance } from "#src/modules/base/ledger/rules/accounts.ts";
import { keysOf, type LedgerLine, type LedgerRecord, movementsOf } from "#src/modules/base/ledger/rules/lines-of.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { entriesOfPurchase, entriesOfPostings, sumsByAccount } from "#src/modules/base/ledger/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** The balance of every account, test money separate. The caller checks access. */
export const balances = ({ db }: Pick<Context, "db">): Promise<Balance[]> => sumsByAccount(db);

/** The movements that were posted for a record, oldest first; none where nothing was. Needs `payments.read`. Refusals: forbidden. */
export async function ledgerLinesOf({ db, actor }: Pick<Context, "db" | "actor">, record: LedgerRecord, id: string) {
  if (!can(actor, "payments.read")) return fail("forbidden", { missing: "payments.read" });
  const entries = await (record === "booking" ? entriesOfPurchase(db, id) : entriesOfPostings(db, keysOf(record, id)));
  return ok({ lines: movementsOf(entries) satisfies LedgerLine[] });
}
