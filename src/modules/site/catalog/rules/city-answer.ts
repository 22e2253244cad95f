import type { FieldError } from "#src/locales/field-errors.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import type { Values } from "#src/locales/message.ts";
import type { CityDraft, CityField } from "#src/modules/site/catalog/rules/city.ts";
import type { Answer, Saved } from "#src/modules/site/catalog/rules/merge.ts";

export type SavedCity = Saved<CityDraft>;

/** The response to a submitted city form; the id is a field of a new one. */
export type CityAnswer = Answer<CityDraft> & {
  fieldErrors: readonly FieldError<CityField | "id">[];
  formError: { text: MessageId; values?: Values } | null;
  flash?: MessageId;
};

const nothing = { saved: null, conflict: null, fieldErrors: [], formError: null } as const;
const fieldError = (id: CityField | "id", message: MessageId) => ({ ...nothing, fieldErrors: [{ id, message }] });

export const invalidCity = (fieldErrors: CityAnswer["fieldErrors"], at: number): CityAnswer => ({
  ...nothing,
  fieldErrors,
  at,
});

export const citySaved = (saved: SavedCity, at: number): CityAnswer => ({
  ...nothing,
  saved,
  at,
  flash: "catalog-cities-admin.flash.saved",
});

/** The answer when the server couldn't be asked: what was typed stays. */
export const cityNotSent = (): CityAnswer => ({
  ...nothing,
  formError: { text: "catalog-cities-admin.refused.failed" },
  at: Date.now(),
});

type Refusal =
  | { reason: "slug_taken" | "city_not_found" | "picture_gone" }
  | { reason: "zone_in_use"; departures: number }
  | { reason: "changed_meanwhile"; current: SavedCity };

/** Why saving was refused: as a field error where it concerns a field, otherwise as the form error. */
export function cityRefusal(refused: Refusal, at: number): CityAnswer {
  switch (refused.reason) {
    case "slug_taken":
      return { ...fieldError("id", "catalog-cities-admin.error.slugTaken"), at };
    case "zone_in_use":
      return {
        ...fieldError("time_zone", "catalog-cities-admin.error.zoneInUse"),
        formError: { text: "catalog-cities-admin.refused.zone_in_use", values: { departures: refused.departures } },
        at,
      };
    case "picture_gone":
      return { ...fieldError("image", "catalog-admin.error.pictureGone"), at };
    case "changed_meanwhile":
      return { ...nothing, conflict: refused.current, at };
    case "city_not_found":
      return { ...nothing, formError: { text: "catalog-cities-admin.refused.city_not_found" }, at };
  }
}

/** What an action on the list answers, and what takes it back. */
export type CityActAnswer = {
  flash: MessageId;
  values?: Values;
  bad?: boolean;
  undo: AskedOfCity | null;
  /** The order of the cities that is stored now, after one was asked for. */
  order?: readonly string[];
};

/** An action as the list posts it: one city is switched, or all are ordered (ids, joined by commas). */
export type AskedOfCity = { act: "activate" | "deactivate"; id: string } | { act: "order"; was: string; now: string };

type Done =
  | { act: "activate" | "deactivate"; id: string }
  | { act: "order"; was: readonly string[]; now: readonly string[] };

/** The answer to an action that was done, with what takes it back. `name` is the city's that was switched. */
export function didToCity(done: Done, name = ""): CityActAnswer {
  if (done.act === "order") {
    const undo = { act: done.act, was: done.now.join(","), now: done.was.join(",") };
    return { flash: "catalog-cities-admin.flash.ordered", undo, order: done.now };
  }
  const inverse = done.act === "activate" ? "deactivate" : "activate";
  return {
    flash: done.act === "activate" ? "catalog-cities-admin.flash.activate" : "catalog-cities-admin.flash.deactivate",
    values: { name },
    undo: { act: inverse, id: done.id },
  };
}

const REFUSED_ACT = {
  forbidden: "catalog-cities-admin.refused.forbidden",
  city_not_found: "catalog-cities-admin.refused.city_not_found",
  changed_meanwhile: "catalog-cities-admin.refused.changed_meanwhile",
  not_the_cities: "catalog-cities-admin.refused.not_the_cities",
  failed: "catalog-cities-admin.refused.unreached",
} as const satisfies Record<string, MessageId>;

/** The answer to an action that was refused; `failed` if the server couldn't be asked. */
export const refusedCityAct = (reason: keyof typeof REFUSED_ACT): CityActAnswer => ({
  flash: REFUSED_ACT[reason],
  bad: true,
  undo: null,
});
