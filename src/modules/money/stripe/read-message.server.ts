import type Stripe from "stripe";
import { EventBody, eventOf } from "#src/modules/money/stripe/rules/event.ts";
import type { ProviderEvent } from "#src/platform/payment-provider.server.ts";

const TOLERANCE_S = 300;

/**
 * Reads a Stripe message, or null if it can't be trusted: it must be signed with one of the secrets (the current one and, during
 * rotation, the previous), over the raw body, within five minutes of now. The SDK accepts any time in the future, so that is
 * checked here.
 */
export function readMessage(
  client: Stripe,
  { secrets, rawBody, signature, now }: { secrets: string[]; rawBody: string; signature: string | null; now: Date },
): ProviderEvent | null {
  if (!signature || isAhead(signature, now)) return null;
  for (const secret of secrets) {
    const event = proven(() =>
      client.webhooks.constructEvent(rawBody, signature, secret, TOLERANCE_S, undefined, now.getTime()),
    );
    const message = EventBody.safeParse(event);
    if (message.success) return eventOf(message.data);
  }
  return null;
}

/** Whether the header's time is more than five minutes ahead, or can't be read. */
function isAhead(signature: string, now: Date): boolean {
  const times = Array.from(signature.matchAll(/(?:^|,)t=([^,]*)/g), ([, time]) => Number(time));
  return times.length !== 1 || !(times[0]! <= now.getTime() / 1000 + TOLERANCE_S);
}

// it throws for a wrong or old signature, for a body that isn't JSON, and for messages of the second kind, without a payload
function proven(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return undefined;
  }
}
