import { fail, ok } from "#src/kernel/result.ts";
import { keepEvent } from "#src/modules/payments/store/inbox.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** Providers' messages are small; whatever is larger is not one. */
export const MAX_EVENT_BYTES = 65_536;

/**
 * Takes in a provider's message: verified over the raw body, stored once with the job that works on it, then answered. An
 * unverifiable one changes nothing, and of one about nothing of ours only the name is kept. Refusals: provider_unknown, event_too_large, event_invalid.
 */
export async function receiveEvent(ctx: Context, input: { provider: string; rawBody: string; headers: Headers }) {
  // the name comes from the address: `constructor` must not find what every object has
  const provider = Object.hasOwn(ctx.providers, input.provider) ? ctx.providers[input.provider] : undefined;
  if (!provider) return fail("provider_unknown");
  if (Buffer.byteLength(input.rawBody) > MAX_EVENT_BYTES) return fail("event_too_large");
  const event = await provider.parseWebhook(input.rawBody, input.headers, ctx.now);
  if (!event) return fail("event_invalid");
  await keepEvent(ctx.pool, {
    provider: provider.name,
    event_id: event.eventId,
    type: event.type,
    topic: event.topic,
    mode: ctx.settings.PAYMENTS_MODE,
    payment_ref: event.refs.paymentId ?? null,
    external_id: event.refs.externalId ?? null,
    charge_ref: event.refs.chargeId ?? null,
    dispute_ref: event.refs.disputeId ?? null,
    // what is about nothing of ours may be about other people, whom nothing here would forget
    raw_body: event.topic === "other" ? null : input.rawBody,
    processed_at: event.topic === "other" ? ctx.now : null,
  });
  return ok({});
}
