import { queueEmail } from "#src/modules/mail/notifications/queue-email.server.ts";
import { guestAddress } from "#src/modules/mail/notifications/store.server.ts";
import type { listJoined, placesOffered } from "#src/modules/sales/waiting/events.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

type Payload<F extends (...args: never) => { payload: object }> = ReturnType<F>["payload"];

/** On the list: what they wait for, and the link to leave. Once per new entry. */
export async function notifyJoined(ctx: Context, tx: Tx, joined: Payload<typeof listJoined>): Promise<void> {
  await queueEmail(ctx, tx, {
    kind: "waiting_joined",
    payload: { entryIds: [...joined.entryIds] },
    bookingId: null,
    dedupeKey: `waiting.${joined.key}`,
    language: joined.language,
    recipient: joined.email,
  });
}

/** Places are held for them: until when, and the link to pay. Once per offer. */
export async function notifyOffered(ctx: Context, tx: Tx, offer: Payload<typeof placesOffered>): Promise<void> {
  const guest = await guestAddress(tx, offer.bookingId);
  if (!guest) throw new Error(`no guest of offer ${offer.entryId}`);
  await queueEmail(ctx, tx, {
    kind: "waiting_offer",
    payload: { until: offer.until },
    bookingId: offer.bookingId,
    dedupeKey: `waiting.${offer.entryId}.offer`,
    language: guest.language === "es" ? "es" : "en",
    recipient: guest.email,
  });
}
