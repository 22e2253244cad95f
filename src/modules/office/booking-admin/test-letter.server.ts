import { fail, ok } from "#src/kernel/result.ts";
import { lettersTo, type LetterTo, MOST_CHOSEN } from "#src/modules/office/booking-admin/queries.server.ts";
import { LANGUAGES } from "#src/modules/office/booking-admin/rules/booking-list.ts";
import type { BulkEmail } from "#src/modules/office/booking-admin/schema.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { queueTrial } from "#src/modules/mail/notifications/queue-trial.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

type Testing = { chosen: LetterTo; bulkEmail: BulkEmail; key: string };

/**
 * Sends whoever writes to guests their own email, in both languages, as the first of the chosen bookings would get it; its links open
 * nothing. Once per `key`. Refusals: forbidden {missing}, too_many {max}, nobody, no_address, too_many_attempts {retry_after}.
 */
export async function testLetter(ctx: Context, { chosen, bulkEmail, key }: Testing) {
  if (!can(ctx.actor, "bookings.change")) return fail("forbidden", { missing: "bookings.change" as const });
  const ids = await lettersTo(ctx, chosen);
  if (ids === null) return fail("too_many", { max: MOST_CHOSEN });
  const [bookingId] = ids;
  if (bookingId === undefined) return fail("nobody");
  for (const language of LANGUAGES) {
    const written = { subject: bulkEmail[`subject_${language}`], text: bulkEmail[`text_${language}`] };
    const payload = { of: "staff_letter", bookingId, texts: {}, written };
    const email = { kind: "staff_template_test" as const, payload, bookingId, language };
    const queued = await queueTrial(ctx, email, `${key}.${language}`, async (tx) => {
      if (language !== LANGUAGES[0]) return; // one act, though it is two emails
      const changes = { subject: [null, bulkEmail.subject_en] } as const;
      await audit(tx, ctx, { action: "letter.tested", subject: ["letter", key], changes });
    });
    if (!queued.ok) return queued;
  }
  return ok({});
}
