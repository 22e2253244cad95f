import { readAuditLog } from "#src/modules/office/audit-log/queries.server.ts";
import { AUDIT_LIST } from "#src/modules/base/audit/rules/audit-log.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import Audit from "#src/modules/office/audit-log/admin/audit-page.tsx";
import type { Route } from "./+types/audit";

export async function loader({ context, request }: Route.LoaderArgs) {
  const filter = AUDIT_LIST.read(new URL(request.url).searchParams);
  const log = await readAuditLog(await staffContext(context), filter, filter);
  if (!log.ok) throw refused(log);
  return { filter, auditLog: log.auditLog, choices: log.choices };
}

export default Audit;
