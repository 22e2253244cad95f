import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import type { TemplateKind } from "#src/modules/mail/notifications/kinds/every-kind.ts";
import type { Case } from "#src/modules/mail/notifications/kinds/kind.ts";
import { composePreview } from "#src/modules/mail/notifications/compose-email.server.ts";
import { pickSubject, shownWith } from "#src/modules/mail/notifications/pick-subject.server.ts";
import { rondasWording } from "#src/modules/mail/notifications/read-wording.server.ts";
import { type Language, ownOf, problemsIn, type Wording } from "#src/modules/mail/notifications/rules/wording.ts";
import { withPictures } from "#src/modules/mail/notifications/show-pictures.server.ts";
import type { Context } from "#src/platform/context.server.ts";

type ToShow = {
  kind: TemplateKind;
  language: Language;
  texts: Wording;
  at: Case | null;
  /** Of the booking to show it with; "" for the latest that fits. */
  reference: string;
  /** Whether to show it with an example, though there are bookings. */
  example: boolean;
};

/**
 * An email of a kind as it would look with these texts; a text that can't be used is shown as Ronda's. `reference` is of the booking
 * that it is shown with, null for an example. Its links and codes open nothing. Requires permission to change emails, and to read
 * bookings for a real one. Refusals: forbidden {missing}, booking_not_found.
 */
export async function previewTemplate(ctx: Context, request: ToShow) {
  const { kind, language, texts, at } = request;
  if (!can(ctx.actor, "emails.change")) return fail("forbidden", { missing: "emails.change" as const });
  const preview = await shownWith(ctx, request);
  if (!preview.ok) return preview;
  const { about, reference } = await pickSubject(ctx, kind, { bookingId: preview.bookingId, at });
  const wording = ownOf(kind, texts, await rondasWording(kind));
  const { subject, html, attachments } = await composePreview(ctx, about, { locale: language, wording });
  return ok({ subject, html: withPictures(html, attachments), reference, problems: problemsIn(kind, wording) });
}
