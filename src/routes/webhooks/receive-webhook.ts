import type { Services } from "#src/platform/context.server.ts";
import { MAX_EVENT_BYTES, receiveEvent } from "#src/modules/money/payments/receive-event.server.ts";
import { contextOfCall } from "#src/api/caller.ts";
import { problem } from "#src/api/problem.ts";
import { languageOf, readText } from "#src/api/read-request.ts";
import { type ApiContext, thrown } from "#src/api/serve-endpoint.ts";

/** Receives a provider's webhook: 200 once it is stored (or known already), so that the provider stops resending it. */
export async function receiveWebhook(services: Services, c: ApiContext): Promise<Response> {
  const request = c.req.raw;
  const locale = languageOf(request.headers, {});
  if (services.pool.takesNoWrites) return problem("busy", locale);
  try {
    const rawBody = await readText(request, MAX_EVENT_BYTES);
    if (rawBody === null) return await problem("event_too_large", locale);
    const { headers } = request;
    const ctx = contextOfCall(services, { headers, bindings: c.env, origin: "none", locale });
    const result = await receiveEvent(ctx, { provider: c.req.param("provider") ?? "", rawBody, headers });
    return result.ok ? new Response(null, { status: 200 }) : await problem(result.reason, locale);
  } catch (error) {
    return thrown(error, locale, "/webhooks/{provider}");
  }
}
