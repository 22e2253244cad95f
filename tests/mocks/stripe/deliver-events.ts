import { randomBytes } from "node:crypto";
import Stripe from "stripe";
import { API_VERSION } from "#tests/mocks/stripe/objects.ts";

export type Sent = { id: string; type: string; object: "event"; data: { object: unknown } } & Record<string, unknown>;
/** How messages are delivered: copies of each, order, delay, and whether they are held back. */
export type Travel = { copies: number; shuffled: boolean; delayMs: number; held: boolean };

// far shorter than Stripe's, whose first retry is after minutes
const WAITS_MS = [200, 1000, 3000];

/** The messages of an account, signed as by Stripe, and their delivery to the merchant. */
export function openMessages({ clock, secret, random }: { clock: () => Date; secret: string; random: () => number }) {
  const events: Sent[] = [];
  const waiting: Sent[] = [];
  const travel: Travel = { copies: 1, shuffled: false, delayMs: 0, held: false };
  const going = new Set<Promise<void>>();
  let address: string | null = null;
  let isOver = false;

  /** A message as sent: body and headers, optionally with another time or secret. */
  function signed(event: object, over: { at?: Date; secret?: string } = {}): { rawBody: string; headers: Headers } {
    const rawBody = JSON.stringify(event, null, 2);
    const timestamp = Math.floor((over.at ?? clock()).getTime() / 1000);
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload: rawBody,
      secret: over.secret ?? secret,
      timestamp,
    });
    return { rawBody, headers: new Headers({ "content-type": "application/json", "stripe-signature": signature }) };
  }

  async function deliver(event: Sent): Promise<void> {
    for (const wait of [travel.delayMs, ...WAITS_MS]) {
      await new Promise((resolve) => setTimeout(resolve, wait));
      if (isOver || !address) return;
      const { rawBody, headers } = signed(event);
      const answer = await fetch(address, { method: "POST", body: rawBody, headers }).catch(() => null);
      await answer?.body?.cancel();
      if (answer?.ok) return;
    }
  }

  function send(list: readonly Sent[]): void {
    if (!address) return;
    const copies = list.flatMap((event) => Array.from({ length: travel.copies }, () => event));
    const order = travel.shuffled ? copies.toSorted(() => random() - 0.5) : copies;
    for (const event of order) {
      const way: Promise<void> = deliver(event).finally(() => going.delete(way));
      going.add(way);
    }
  }

  return {
    events,
    travel,
    signed,
    /** Sets the URL for messages; null keeps them. */
    sendTo: (url: string | null) => void (address = url),
    /** Snapshots the object: later changes have their own messages. */
    happened: (type: string, about: object) => {
      const event: Sent = {
        id: `evt_${randomBytes(12).toString("hex")}`,
        object: "event",
        api_version: API_VERSION,
        created: Math.floor(clock().getTime() / 1000),
        type,
        data: { object: structuredClone(about) },
        livemode: false,
        pending_webhooks: 1,
        request: { id: null, idempotency_key: null },
      };
      events.push(event);
      if (travel.held) waiting.push(event);
      else send([event]);
    },
    /** Sends the messages held back. */
    release: () => {
      travel.held = false;
      send(waiting.splice(0));
    },
    /** Resends messages. */
    sendAgain: (...list: Sent[]) => send(list),
    arrived: async () => void (await Promise.all(going)),
    stop: () => void (isOver = true),
  };
}
