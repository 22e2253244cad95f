import { dateIn, HOME_ZONE } from "#src/kernel/local-time.ts";
import { CODE } from "#src/modules/sales/affiliates/rules/capture.ts";
import { type Around, standsAt } from "#src/modules/sales/affiliates/rules/widget.ts";
import { reportWidget, widgetPartner } from "#src/modules/sales/affiliates/store/widgets.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { type Act, CROWD, mayDo } from "#src/platform/limit-strangers.server.ts";

const OPENED: Act = { name: "widget", limit: { max: 60, seconds: 600 }, wider: CROWD, here: 30_000 };

/** Whom a widget's bookings are credited to, and the only page on which that holds. */
export type WidgetCredit = { code: string; origin: string };

/** A widget of a partner: whom its bookings are credited to, if anybody, and the city that it starts with. */
export type OpenedWidget = { credit: WidgetCredit | null; city: string | null };

/**
 * Who is credited with bookings in a widget: the partner, if it is on one of their sites; else nobody, and the site is reported
 * to staff. Anyone may call; an unknown code credits nobody. The partner's city is returned for any site.
 */
export async function openWidget(ctx: Context, code: string, around: Around): Promise<OpenedWidget> {
  const partner = CODE.test(code) ? await widgetPartner(ctx.pool, code) : null;
  if (!partner) return { credit: null, city: null };
  const { city } = partner;
  const { BASE_URL, SITE_ORIGINS } = ctx.settings;
  const place = standsAt(around, { ...partner, own: [BASE_URL, ctx.origin, ...SITE_ORIGINS] });
  if (place.state === "listed") return { credit: { code: partner.code, origin: place.origin }, city };
  if (place.state === "unlisted" && (await mayDo(ctx, OPENED))) {
    const day = dateIn(ctx.now, HOME_ZONE);
    await reportWidget(ctx.pool, { partnerId: partner.id, origin: place.origin, day });
  }
  return { credit: null, city };
}
