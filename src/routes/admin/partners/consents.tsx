import { readAdEvents, readConsents } from "#src/modules/partners/measurement/queries.server.ts";
import { CONSENT_LIST, EVENT_LIST } from "#src/modules/partners/measurement/rules/consent-log.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/consents";
import ConsentsPage from "#src/modules/partners/measurement/admin/consents-page.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const { searchParams } = new URL(request.url);
  const events = EVENT_LIST.read(searchParams);
  if (events.view === "events") {
    const reported = await readAdEvents(ctx, events.state, events.page);
    if (!reported.ok) throw refused(reported);
    return { log: null, reported: { ...reported, filter: events }, configured: reported.configured };
  }
  const filter = CONSENT_LIST.read(searchParams);
  const log = await readConsents(ctx, filter, filter);
  if (!log.ok) throw refused(log);
  return { log: { ...log, filter }, reported: null, configured: log.configured };
}

export default ConsentsPage;
