import { readAuditLog } from "#src/modules/base/audit/queries.server.ts";
import { entryId, filterOf } from "#src/modules/base/audit/rules/audit-log.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import Audit from "#src/modules/base/audit/admin/audit-page.tsx";
import type { Route } from "./+types/audit";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const filter = filterOf(searchParams);
  const beyond = { older: entryId(searchParams.get("older")), newer: entryId(searchParams.get("newer")) };
  const seen = await readAuditLog(await staffContext(context), filter, beyond);
  if (!seen.ok) throw refused(seen);
  return { filter, auditLog: seen.auditLog, choices: seen.choices };
}

export default Audit;
