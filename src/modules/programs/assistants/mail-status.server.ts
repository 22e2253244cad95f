import { randomUUID } from "node:crypto";
import type { StatusRequest } from "#src/modules/programs/assistants/schema.ts";
import { bookingByReference } from "#src/modules/programs/assistants/store.server.ts";
import { requestLink } from "#src/modules/mail/notifications/request-link.server.ts";
import { type Context, unknownGuest } from "#src/platform/context.server.ts";

/**
 * Mails a booking's own address a link to it, where the reference and the address belong together. Public: nothing is told to whoever
 * asks, and the limits of `requestLink` hold, so that an assistant learns of no booking and floods no mailbox.
 */
export async function mailStatus(ctx: Context, { reference, email }: StatusRequest): Promise<void> {
  const found = await bookingByReference(ctx.db, reference);
  const isTheirs = found !== undefined && found.email !== "" && found.email.toLowerCase() === email.toLowerCase();
  const guest = { ...ctx, actor: unknownGuest(ctx.actor.address, null) };
  // a wrong guess counts as well
  await requestLink(guest, { booking_id: isTheirs ? found.id : randomUUID(), token: null });
}
