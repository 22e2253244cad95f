import { fail, ok } from "#src/kernel/result.ts";
import { keepEvent } from "#src/modules/money/payments/store/inbox.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** Providers' messages are small; anything larger isn't one. */
export const MAX_EVENT_BYTES = 65_536;

/**
 * Receives a provider's message: verifies it over the raw body, stores it once with its job, then answers. One that can't be
 * verified changes nothing; one that isn't about us is stored without its body. Refusals: provider_unknown, event_too_large,
 * event_invalid.
 */
export async function receiveEvent(ctx: Context, input: { provider: string; rawBody: string; headers: Headers }) {
  // the name comes from the URL: `constructor` must not match an inherited property
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
    // a message that isn't about us may be about other people, whose data nothing here would delete
    raw_body: event.topic === "other" ? null : input.rawBody,
    processed_at: event.topic === "other" ? ctx.now : null,
  });
  return ok({});
}
