import { readAccessLog } from "#src/modules/base/audit/queries.server.ts";
import { accessFilterOf } from "#src/modules/base/audit/rules/access-log.ts";
import { entryId } from "#src/modules/base/audit/rules/audit-log.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import Access from "#src/modules/base/audit/admin/access-page.tsx";
import type { Route } from "./+types/access";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const filter = accessFilterOf(searchParams);
  const beyond = { older: entryId(searchParams.get("older")), newer: entryId(searchParams.get("newer")) };
  const seen = await readAccessLog(await staffContext(context), filter, beyond);
  if (!seen.ok) throw refused(seen);
  return { filter, accessLog: seen.accessLog, days: seen.days };
}

export default Access;
