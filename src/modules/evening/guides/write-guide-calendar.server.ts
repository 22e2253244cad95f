import { textsFor } from "#src/modules/base/settings/read-texts.server.ts";
import { createHash } from "node:crypto";
import { inLocale, localizedPath } from "#src/kernel/localized.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { type Text } from "#src/locales/i18n.ts";
import { meetingPoint } from "#src/modules/site/catalog/rules/meeting-point.ts";
import { isCalendarToken, ownerIn } from "#src/modules/evening/guides/grant-answer.server.ts";
import { isLive } from "#src/modules/evening/guides/rules/shift.ts";
import { guideProfiles, type MonthRow, nightsOfGuide } from "#src/modules/evening/guides/store/months.server.ts";
import { staffWho } from "#src/modules/base/identity/queries.server.ts";
import { type CalendarEvent, writeCalendarFeed } from "#src/modules/evening/tickets/write-calendar.server.ts";
import type { Context } from "#src/platform/context.server.ts";

const KEPT_MS = 60 * 24 * 3_600_000;

/**
 * The nights of a guide for a calendar that subscribes to them, by their secret link: accepted, asked (tentative), and those that
 * they aren't needed for any more (cancelled). Nothing in it is about guests. `etag` changes with the text. Refusal:
 * calendar_not_found, also by a link that was renewed, and of whoever is no guide anymore.
 */
export async function writeGuideCalendar(ctx: Context, token: string) {
  const userId = ownerIn(token);
  const guide = (await staffWho(ctx, "checkins.record")).find(({ id }) => id === userId);
  if (!guide) return fail("calendar_not_found");
  const [profile] = await guideProfiles(ctx.db, [guide.id]);
  if (!isCalendarToken(ctx, token, guide.id, profile?.calendar_version ?? 1)) return fail("calendar_not_found");
  const { t } = await textsFor(ctx, ctx.locale);
  const rows = await nightsOfGuide(ctx.db, ctx, guide.id, new Date(ctx.now.getTime() - KEPT_MS));
  const nights = [...Map.groupBy(rows, ({ departure_id }) => departure_id).values()].flatMap(lastOf);
  const text = writeCalendarFeed(
    nights.map((night) => eventOf(ctx, night, t)),
    t("guides.calendar.name"),
  );
  const etag = `"${createHash("sha256").update(text).digest("base64url").slice(0, 27)}"`;
  return ok({ text, etag });
}

/** The current shift on a night: if somebody was taken off and assigned again, the latter; declined shifts aren't included. */
function lastOf(shifts: readonly MonthRow[]): MonthRow[] {
  const shift = shifts.find(({ state }) => isLive(state)) ?? shifts.at(-1);
  return shift && shift.state !== "declined" ? [shift] : [];
}

function eventOf(ctx: Pick<Context, "settings" | "locale">, night: MonthRow, t: Text): CalendarEvent {
  const { locale } = ctx;
  const { BASE_URL } = ctx.settings;
  const city = inLocale(locale, night.city, night.city_es);
  const title = inLocale(locale, night.title, night.title_es);
  const isOff = night.status === "cancelled" || night.state === "withdrawn";
  const status = isOff ? "cancelled" : night.state === "asked" ? "tentative" : "confirmed";
  const place = meetingPoint(night, locale)?.place ?? "";
  const stamps = [night.created_at, night.asked_at, night.answered_at].map((at) => at?.getTime() ?? 0);
  return {
    uid: `night-${night.departure_id}@${new URL(BASE_URL).hostname}`,
    stamp: new Date(Math.max(...stamps)),
    starts: night.starts_at,
    ends: night.ends_at,
    zone: night.zone,
    title: night.part === "backup" ? t("guides.calendar.backup", { title }) : title,
    place: [place, city].filter(Boolean).join(", "),
    text: [t(`guides.calendar.${status}`), night.note].filter(Boolean).join("\n"),
    url: BASE_URL + localizedPath("/admin/my-shifts", locale),
    status,
    // every request, answer and move counts up
    sequence: night.version + night.times_asked,
  };
}
