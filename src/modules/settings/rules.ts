import { z } from "zod";

const hex = (fallback: string) =>
  z
    .string()
    .regex(/^#[0-9a-f]{6}$/i)
    .catch(fallback);
const whole = (fallback: number, min: number, max: number) => z.coerce.number().int().min(min).max(max).catch(fallback);
const ids = z
  .string()
  .transform((list) => list.split(",").map((id) => id.trim()))
  .pipe(z.array(z.uuid()))
  .catch([]);

/** Keys, defaults and limits of `app_settings` (spec sections 3 and 9, mechanics.md). A bad stored value falls back silently. */
const Stored = z.object({
  primary_color: hex("#dc1846"),
  primary_color_light: hex("#ea7490"),
  primary_color_dark: hex("#840e2a"),
  button_text_color: hex("#ffffff"),
  hide_all_spots_info: z.string().optional(),
  hide_total_spots_globally: z.string().optional(),
  show_limited_availability: z.string().optional(),
  limited_availability_threshold: whole(50, 0, 100),
  calendar_crawl_ids: ids,
  default_crawl_id: z.uuid().nullable().catch(null),
  /** minutes that a pending booking keeps its places; a provider's session lives one minute less (mechanics 1) */
  hold_minutes: whole(31, 1, 60),
  /** minutes after which no hold is prolonged any more (mechanics 1) */
  hold_limit_minutes: whole(60, 31, 60),
  max_people: whole(20, 1, 100),
  /** cash at OXXO, which can't be given back by itself (payments.md, Mexico) */
  oxxo_enabled: z.string().optional(),
  /** the operator's advertising pixel; without it no visitor is asked for consent */
  fb_pixel_id: z
    .string()
    .regex(/^\d{5,20}$/)
    .nullable()
    .catch(null),
});

export type AppSettings = ReturnType<typeof parseAppSettings>;

/** Turns stored key/value rows into typed settings with every default filled in. */
export function parseAppSettings(rows: readonly { key: string; value: string }[]) {
  const stored = Stored.parse(Object.fromEntries(rows.map((row) => [row.key, row.value])));
  return {
    branding: {
      primary_color: stored.primary_color,
      primary_color_light: stored.primary_color_light,
      primary_color_dark: stored.primary_color_dark,
      button_text_color: stored.button_text_color,
    },
    availability: {
      hideAllSpots: stored.hide_all_spots_info === "true",
      hideTotalSpots: stored.hide_total_spots_globally === "true",
      showLimited: stored.show_limited_availability !== "false",
      limitedThreshold: stored.limited_availability_threshold,
    },
    calendarCrawlIds: stored.calendar_crawl_ids,
    defaultCrawlId: stored.default_crawl_id,
    holdMinutes: stored.hold_minutes,
    holdLimitMinutes: stored.hold_limit_minutes,
    maxPeople: stored.max_people,
    oxxoEnabled: stored.oxxo_enabled === "true",
    fbPixelId: stored.fb_pixel_id,
  };
}
