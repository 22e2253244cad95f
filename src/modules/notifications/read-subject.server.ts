import { isMailKind, type MailKind, PAYLOADS } from "#src/modules/notifications/schema.ts";
import { type EmailRow, moneyOf } from "#src/modules/notifications/store.server.ts";
import { bookedNightOf } from "#src/modules/tickets/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** What a mail is about, read when it is sent: the booking with its night and the money in question. */
export type MailSubject = { kind: MailKind; reason: string } & Awaited<ReturnType<typeof moneyOf>> & {
    booking: Awaited<ReturnType<typeof bookedNightOf>>;
  };

/** Reads what a mail is about. Throws on a row of a kind that this version doesn't know. */
export async function readSubject(ctx: Pick<Context, "db">, mail: EmailRow): Promise<MailSubject> {
  const { kind, booking_id } = mail;
  if (!isMailKind(kind)) throw new Error(`no mail of kind ${kind}`);
  const payload = PAYLOADS[kind].parse(mail.payload);
  const money = booking_id
    ? await moneyOf(ctx.db, booking_id, payload)
    : { refunds: [], payment: undefined, refund: undefined };
  const booking = booking_id ? await bookedNightOf(ctx, booking_id) : undefined;
  return { kind, booking, reason: "reason" in payload ? payload.reason : "", ...money };
}
