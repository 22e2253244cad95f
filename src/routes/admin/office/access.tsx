import { readAccessLog } from "#src/modules/office/audit-log/queries.server.ts";
import { ACCESS_LIST } from "#src/modules/base/audit/rules/access-log.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import Access from "#src/modules/office/audit-log/admin/access-page.tsx";
import type { Route } from "./+types/access";

export async function loader({ context, request }: Route.LoaderArgs) {
  const filter = ACCESS_LIST.read(new URL(request.url).searchParams);
  const log = await readAccessLog(await staffContext(context), filter, filter);
  if (!log.ok) throw refused(log);
  return { filter, accessLog: log.accessLog, days: log.days };
}

export default Access;
