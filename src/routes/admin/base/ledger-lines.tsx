import { data } from "react-router";
import { isUuid } from "#src/kernel/codes.ts";
import LedgerLinesPage from "#src/modules/base/ledger/admin/ledger-lines-page.tsx";
import { ledgerLinesOf } from "#src/modules/base/ledger/queries.server.ts";
import { isLedgerRecord, recordPath } from "#src/modules/base/ledger/rules/lines-of.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/ledger-lines";

/** Also what a "why?" shows below its steps. */
export async function loader({ context, params: { record, id } }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  if (!isLedgerRecord(record) || !isUuid(id)) throw data(null, { status: 404 });
  const found = await ledgerLinesOf(ctx, record, id);
  if (!found.ok) throw refused(found);
  return { record, path: recordPath(record, id), lines: found.lines };
}

export default LedgerLinesPage;
