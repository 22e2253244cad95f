import { createHash } from "node:crypto";
import { fail, type Failure, ok, type Ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { queueEmail } from "#src/modules/mail/notifications/queue-email.server.ts";
import {
  countOf,
  languageOf,
  lettersTo,
  type LetterTo,
  MOST_CHOSEN,
} from "#src/modules/office/booking-admin/queries.server.ts";
import type { BulkEmail, Recipients } from "#src/modules/office/booking-admin/schema.ts";
import {
  forgetBulkEmail,
  noteAnswer,
  recordBulkEmail,
  recipientsOf,
} from "#src/modules/office/booking-admin/store/bulk-emails.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

type Sending = { chosen: LetterTo; bulkEmail: BulkEmail; foreseen: number };
type Refusal =
  | (Failure<"too_many"> & { max: number })
  | (Failure<"recipients_changed"> & { recipients: Recipients })
  | Failure<"nobody" | "idempotency_conflict">
  | (Failure<"forbidden"> & { missing: "bookings.change" });

/**
 * Emails the guests of the chosen bookings, one email per booking, in its language; one to a night isn't delivered to whoever has
 * left it by then. `foreseen` is the number of recipients shown.
 * Idempotent by the email's key. Refusals: forbidden, too_many {max}, recipients_changed {recipients}, nobody,
 * idempotency_conflict (another email under the same key).
 */
export async function emailBookings(ctx: Context, sending: Sending): Promise<Ok<{ sent: number }> | Refusal> {
  if (!can(ctx.actor, "bookings.change")) return fail("forbidden", { missing: "bookings.change" as const });
  const { bulkEmail } = sending;
  const hash = createHash("sha256").update(JSON.stringify(bulkEmail)).digest("base64url");
  return ctx.db.transaction().execute(async (tx) => {
    // recorded first: a concurrent duplicate waits here and gets the first one's answer
    const before = await recordBulkEmail(tx, bulkEmail.key, hash);
    if (before) return before.hash === hash ? ok({ sent: sentOf(before.answer) }) : fail("idempotency_conflict");
    const result = await send(ctx, tx, sending);
    await (result.ok ? noteAnswer(tx, bulkEmail.key, { sent: result.sent }) : forgetBulkEmail(tx, bulkEmail.key));
    return result;
  });
}

const sentOf = (answer: unknown): number => (answer as { sent?: number }).sent ?? 0;

async function send(
  ctx: Context,
  tx: Tx,
  { chosen, bulkEmail, foreseen }: Sending,
): Promise<Ok<{ sent: number }> | Refusal> {
  const ids = await lettersTo(ctx, chosen, tx);
  if (ids === null) return fail("too_many", { max: MOST_CHOSEN });
  const found = await recipientsOf(tx, ids);
  const rows = found.filter(({ email }) => email !== "");
  if (rows.length === 0) return fail("nobody");
  if (rows.length !== foreseen) return fail("recipients_changed", { recipients: countOf(found) });
  for (const { id, email, language: of } of rows) {
    const language = languageOf(of);
    const words = { subject: bulkEmail[`subject_${language}`], text: bulkEmail[`text_${language}`] };
    const payload = "night" in chosen ? { ...words, departureId: chosen.night } : words;
    const dedupeKey = `booking.${id}.letter.${bulkEmail.key}`;
    await queueEmail(ctx, tx, { kind: "staff_letter", payload, bookingId: id, dedupeKey, language, recipient: email });
  }
  const changes = { sent: [null, rows.length] } as const;
  await audit(tx, ctx, { action: "bookings.mailed", subject: ["letter", bulkEmail.key], changes });
  return ok({ sent: rows.length });
}
