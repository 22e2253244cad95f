import type { FieldError } from "#src/locales/field-errors.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import type { Values } from "#src/locales/message.ts";

/** The answer to a form about bars or stops: what is said in a toast (`bad` after a failure), or what is wrong in which field. */
export type StopsAnswer = {
  flash?: MessageId;
  values?: Values;
  bad?: boolean;
  fieldErrors?: FieldError[];
  at: number;
};

/** What a refusal is called. */
const REFUSALS: Readonly<Record<string, MessageId>> = {
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
  failed: "stops-admin.refused.failed",
};

/** What is said after something was done. */
export const didStops = (flash: MessageId, at: number, values?: Values): StopsAnswer => ({
  flash,
  at,
  ...(values ? { values } : {}),
});

/** Why it wasn't done; at the time `at` its form is told anew. */
export const refusedStops = (reason: string, at: number): StopsAnswer => ({
  flash: REFUSALS[reason] ?? "stops-admin.refused.failed",
  bad: true,
  at,
});

/** The answer to a form that didn't reach the server. */
export const stopsNotSent = (): StopsAnswer => refusedStops("failed", 0);
