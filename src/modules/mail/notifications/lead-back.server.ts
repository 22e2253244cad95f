import { localizedPath, type Locale } from "#src/kernel/localized.ts";
import { SITES } from "#src/kernel/site.ts";
import { broughtBy, findOffer } from "#src/modules/sales/booking/queries.server.ts";
import { whyNotLedBack } from "#src/modules/mail/notifications/rules/unfinished.ts";
import { bookedOtherwise } from "#src/modules/mail/notifications/store/unfinished.server.ts";
import { storedSettings } from "#src/modules/base/settings/queries.server.ts";
import type { BookedDeparture } from "#src/modules/evening/tickets/queries.server.ts";
import { type Context, unknownGuest } from "#src/platform/context.server.ts";
import { resolveSite } from "#src/platform/site.server.ts";

/** Where a site is served: one of our origins that shows it, else the main one. */
function placeOf({ settings }: Pick<Context, "settings">, tag: string) {
  const site = SITES.find((one) => one === tag);
  const places = [settings.BASE_URL, ...settings.SITE_ORIGINS].map((origin) => ({
    origin,
    site: resolveSite(settings, { host: new URL(origin).host }).site,
  }));
  return places.find((place) => place.site === site) ?? places[0]!;
}

/**
 * The checkout of a booking's night, for as many people, by the link that brought the guest: the email may be opened in another
 * browser than the one that remembers it.
 */
export async function checkoutLink(
  ctx: Pick<Context, "settings" | "db">,
  booking: BookedDeparture,
  locale: Locale,
): Promise<string> {
  const { departure_id: id, number_of_people: people } = booking;
  const { referral } = await broughtBy(ctx, booking.id);
  const path = `/checkout?departure=${id}&people=${people}${referral && `&via=${encodeURIComponent(referral)}`}`;
  return placeOf(ctx, booking.site_tag).origin + localizedPath(path, locale);
}

/** Why a guest isn't to be led back to an unfinished booking, as things are now; null while they may book it as anybody could. */
export async function whyNotBack(ctx: Context, booking: BookedDeparture): Promise<string | null> {
  const guest = { ...ctx, ...placeOf(ctx, booking.site_tag), actor: unknownGuest("", null) };
  const [offer, otherwise, { scheduled }] = await Promise.all([
    findOffer(guest, booking.departure_id),
    bookedOtherwise(ctx.db, booking.id, ctx.now),
    storedSettings(ctx),
  ]);
  const left = offer.ok ? offer.offer.left : offer.reason === "sold_out" ? 0 : null;
  return whyNotLedBack({ ...otherwise, left, people: booking.number_of_people, isOn: scheduled.unfinished.on });
}
