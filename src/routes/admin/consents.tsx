import { readAdEvents, readConsents } from "#src/modules/partners/measurement/queries.server.ts";
import { beyondOf, consentFilterOf, eventsAskedFor } from "#src/modules/partners/measurement/rules/consent-log.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/consents";
import ConsentsPage from "#src/modules/partners/measurement/admin/consents-page.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const { searchParams } = new URL(request.url);
  const asked = eventsAskedFor(searchParams);
  if (asked) {
    const seen = await readAdEvents(ctx, asked.state, asked.page);
    if (!seen.ok) throw refused(seen);
    return { log: null, reported: { ...seen, state: asked.state }, configured: seen.configured };
  }
  const filter = consentFilterOf(searchParams);
  const seen = await readConsents(ctx, filter, beyondOf(searchParams));
  if (!seen.ok) throw refused(seen);
  return { log: { ...seen, filter }, reported: null, configured: seen.configured };
}

export default ConsentsPage;
