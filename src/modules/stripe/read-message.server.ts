import type Stripe from "stripe";
import { EventBody, eventOf } from "#src/modules/stripe/rules/event.ts";
import type { ProviderEvent } from "#src/platform/payment-provider.server.ts";

const TOLERANCE_S = 300;

/**
 * A message of Stripe's, or null when it is not to be believed: signed by one of the secrets (the current one and, while it changes,
 * the previous), over these very bytes, within five minutes of now. The SDK takes any time in the future, so that is looked at here.
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

/** Whether any time that the header names is more than five minutes ahead, or none can be read. */
function isAhead(signature: string, now: Date): boolean {
  const times = Array.from(signature.matchAll(/(?:^|,)t=([^,]*)/g), ([, time]) => Number(time));
  return times.length !== 1 || !(times[0]! <= now.getTime() / 1000 + TOLERANCE_S);
}

// it throws for a signature that is wrong or old, for a body that is no JSON, and for messages of the second kind, without a payload
function proven(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return undefined;
  }
}
