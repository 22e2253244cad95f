import type { Locale } from "#src/kernel/localized.ts";
import { composePreview } from "#src/modules/mail/notifications/compose-email.server.ts";
import { SENDINGS } from "#src/modules/mail/notifications/kinds/every-kind.server.ts";
import { daysAfter, exampleBooked } from "#src/modules/mail/notifications/make-example.server.ts";
import { wordingNow } from "#src/modules/mail/notifications/publish-template.server.ts";
import type { ScheduledKind } from "#src/modules/mail/notifications/rules/scheduled.ts";
import { nextNight } from "#src/modules/mail/notifications/store/reminders.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** What an email of a kind looks like: of a guest who doesn't exist, for a night that is to come where there is one. */
export async function composeExample(ctx: Context, kind: ScheduledKind, locale: Locale) {
  const night = await nextNight(ctx.db, daysAfter(ctx.now, 1));
  const booking = { ...exampleBooked(ctx.now), ...night };
  const about = await SENDINGS[kind].shown(ctx, { booking, payload: null, at: null });
  const { wording } = await wordingNow(ctx.db, kind);
  return composePreview(ctx, about, { locale, wording });
}
