import type { CityDraft } from "#src/modules/site/catalog/rules/city.ts";
import type { FormAnswer, Refusals, Reply, SaveAnswer, SaveReply } from "#src/ui/form/answer.ts";
import type { Saved } from "#src/kernel/edited.ts";

/** The answer to a city's form. */
export type CityAnswer = SaveAnswer<CityDraft>;

/** Why a city isn't saved; the id is a field of a new one. */
export const CITY_REFUSALS = {
  slug_taken: { id: "id", message: "catalog-cities-admin.error.slugTaken" },
  picture_gone: { id: "image", message: "catalog-admin.error.pictureGone" },
  city_not_found: "catalog-cities-admin.refused.city_not_found",
  failed: "catalog-cities-admin.refused.failed",
} as const satisfies Refusals;

type WithFigures = { reason: string; departures?: number; current?: Saved<CityDraft> };

/** The reply to a refused save that says more than its reason. */
export function cityRefusal({ departures, current }: WithFigures): Reply<SaveReply<CityDraft>> | undefined {
  if (current) return { theirs: current };
  if (departures === undefined) return undefined;
  const flash = "catalog-cities-admin.refused.zone_in_use";
  const fieldErrors = [{ id: "time_zone", message: "catalog-cities-admin.error.zoneInUse" as const }];
  return { flash, values: { departures }, bad: true, fieldErrors };
}

/** The answer to an action on the list: after one that orders the cities, with the order that is stored now. */
export type CityActAnswer = FormAnswer<{ order: readonly string[] }>;

/** Why an action on the list is refused. */
export const CITY_ACT_REFUSALS = {
  city_not_found: "catalog-cities-admin.refused.city_not_found",
  changed_meanwhile: "catalog-cities-admin.refused.changed_meanwhile",
  not_the_cities: "catalog-cities-admin.refused.not_the_cities",
  failed: "catalog-cities-admin.refused.unreached",
} as const satisfies Refusals;
