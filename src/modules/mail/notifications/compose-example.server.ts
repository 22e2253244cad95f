import type { Locale } from "#src/kernel/localized.ts";
import { composePreview } from "#src/modules/mail/notifications/compose-email.server.ts";
import { exampleOf } from "#src/modules/mail/notifications/make-example.server.ts";
import { wordingNow } from "#src/modules/mail/notifications/publish-template.server.ts";
import type { BookingSubject } from "#src/modules/mail/notifications/read-subject.server.ts";
import type { ScheduledKind } from "#src/modules/mail/notifications/rules/scheduled.ts";
import { nextNight } from "#src/modules/mail/notifications/store/reminders.server.ts";
import type { Context } from "#src/platform/context.server.ts";

const DAY_MS = 24 * 3_600_000;

/** What an email of a kind looks like: of a guest who doesn't exist, for a night that is to come where there is one. */
export async function composeExample(ctx: Context, kind: ScheduledKind, locale: Locale) {
  const night = await nextNight(ctx.db, new Date(ctx.now.getTime() + DAY_MS));
  const about = exampleOf(kind, null, ctx.now) as BookingSubject;
  const { wording } = await wordingNow(ctx.db, kind);
  return composePreview(ctx, { ...about, booking: { ...about.booking!, ...night } }, { locale, wording });
}
