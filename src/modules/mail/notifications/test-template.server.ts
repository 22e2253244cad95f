import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import type { TemplateKind } from "#src/modules/mail/notifications/kinds/every-kind.ts";
import { shownWith } from "#src/modules/mail/notifications/pick-subject.server.ts";
import { queueTrial } from "#src/modules/mail/notifications/queue-trial.server.ts";
import { rondasWording } from "#src/modules/mail/notifications/read-wording.server.ts";
import {
  type Language,
  NO_WORDING,
  ownOf,
  problemsIn,
  type Wording,
} from "#src/modules/mail/notifications/rules/wording.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

type ToTest = {
  kind: TemplateKind;
  language: Language;
  texts: Wording;
  /** Of the booking to show it with; "" for the latest that fits. */
  reference: string;
  /** Whether to show it with an example, though there are bookings. */
  example: boolean;
  key: string;
};

/**
 * Sends somebody who may change emails one of a kind as it would look with these texts, published or not, to their own address and to
 * no other. `key` makes it idempotent. Refusals: forbidden {missing}, invalid {problems}, booking_not_found, no_address,
 * too_many_attempts {retry_after}.
 */
export async function testTemplate(ctx: Context, { kind, language, texts, reference, example, key }: ToTest) {
  if (!can(ctx.actor, "emails.change")) return fail("forbidden", { missing: "emails.change" as const });
  const own = ownOf(kind, { ...NO_WORDING, [language]: texts[language] }, await rondasWording(kind));
  const problems = problemsIn(kind, own);
  if (problems.length > 0) return fail("invalid", { problems });
  const preview = await shownWith(ctx, { kind, reference, example });
  if (!preview.ok) return preview;
  const { bookingId } = preview;
  const payload = { of: kind, bookingId, texts: own[language] };
  const email = { kind: "staff_template_test" as const, payload, bookingId, language };
  return queueTrial(ctx, email, key, async (tx) =>
    audit(tx, ctx, {
      action: "template.tested",
      subject: ["email_template", kind],
      changes: { language: [null, language] },
    }),
  ).then((result) => (result.ok ? ok({}) : result));
}
