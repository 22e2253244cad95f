import type { partnerLinkAsked } from "#src/modules/affiliates/events.ts";
import { partnerToMail } from "#src/modules/affiliates/read-link.server.ts";
import { queueEmail } from "#src/modules/notifications/queue-email.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** Listens to `partner.link_asked`: queues the email with the link of a partner's own page, in their language. */
export async function notifyPartnerLink(
  ctx: Context,
  tx: Tx,
  { partnerId, version, at }: ReturnType<typeof partnerLinkAsked>["payload"],
): Promise<void> {
  const partner = await partnerToMail({ ...ctx, db: tx }, partnerId);
  if (!partner || partner.email === "") return;
  await queueEmail(ctx, tx, {
    kind: "partner_link",
    payload: { partnerId, version },
    bookingId: null,
    dedupeKey: `partner.${partnerId}.link.${version}.${at}`,
    language: partner.language,
    recipient: partner.email,
  });
}
