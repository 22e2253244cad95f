import type { MessageId } from "#src/locales/i18n.ts";

/** What a refusal about bars, stops and the way is called. */
export const STOPS_REFUSALS: Readonly<Record<string, MessageId>> & { failed: MessageId } = {
  bar_not_found: "stops-admin.refused.bar_not_found",
  city_not_found: "stops-admin.refused.city_not_found",
  crawl_not_found: "stops-admin.refused.crawl_not_found",
  departure_not_found: "stops-admin.refused.departure_not_found",
  changed_meanwhile: "stops-admin.refused.changed_meanwhile",
  not_tonight: "stops-admin.refused.not_tonight",
  stop_not_found: "stops-admin.refused.changed_meanwhile",
  stop_reached: "stops-admin.refused.stop_reached",
  stop_behind: "stops-admin.refused.stop_behind",
  same_time: "stops-admin.refused.same_time",
  out_of_order: "stops-admin.refused.out_of_order",
  add_on_not_found: "stops-admin.refused.add_on_not_found",
  add_on_all_out: "stops-admin.refused.add_on_all_out",
  add_on_none_out: "stops-admin.refused.add_on_none_out",
  failed: "stops-admin.refused.failed",
};
