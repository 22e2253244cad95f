import { randomUUID } from "node:crypto";
import { orderCities } from "#src/modules/site/catalog/order-cities.server.ts";
import { citiesForStaff } from "#src/modules/site/catalog/queries.server.ts";
import { emptyCity } from "#src/modules/site/catalog/rules/city.ts";
import { addCity, updateCity } from "#src/modules/site/catalog/save-city.server.ts";
import { CityFields } from "#src/modules/site/catalog/schema.ts";
import { switchCity } from "#src/modules/site/catalog/switch-city.server.ts";
import { does, granted, type Row, type StaffStage } from "#tests/audit-matrix/stage.ts";

const fields = (name: string) => CityFields.parse({ ...emptyCity("America/Merida"), name });

/** Acts on cities. */
export function cityRows(stage: StaffStage): Row[] {
  const needs = ["crawls.change"] as const;
  const newId = () => `city-${randomUUID().slice(0, 8)}`;
  const added = async (isActive = true) =>
    granted(await addCity(stage.as("admin"), { id: newId(), city: fields("Mérida"), isActive })).id;
  const switched = (id: string, isActive: boolean) => does((ctx) => switchCity(ctx, { id, isActive }), ["city", id]);

  return [
    {
      act: "add a city",
      of: ["site/catalog/save-city"],
      needs,
      leaves: "city.created",
      again: "done",
      prepare: async () => {
        const input = { id: newId(), city: fields("Mérida"), isActive: true };
        return does((ctx) => addCity(ctx, input), ["city", input.id]);
      },
    },
    {
      act: "change a city",
      of: ["site/catalog/save-city"],
      needs,
      leaves: "city.updated",
      again: "changed_meanwhile",
      prepare: async () => {
        const input = { id: await added(), version: 1, city: fields("Valladolid") };
        return does((ctx) => updateCity(ctx, input), ["city", input.id]);
      },
    },
    {
      act: "city: switch off",
      of: ["site/catalog/switch-city"],
      needs,
      leaves: "city.deactivated",
      again: "done",
      prepare: async () => switched(await added(), false),
    },
    {
      act: "city: switch on",
      of: ["site/catalog/switch-city"],
      needs,
      leaves: "city.activated",
      again: "done",
      prepare: async () => switched(await added(false), true),
    },
    {
      act: "order the cities",
      of: ["site/catalog/order-cities"],
      needs,
      leaves: "cities.ordered",
      again: "done",
      prepare: async () => {
        await added();
        const { cities } = granted(await citiesForStaff(stage.as("admin")));
        const was = cities.map(({ id }) => id);
        return does((ctx) => orderCities(ctx, { was, now: was.toReversed() }), ["cities", "order"]);
      },
    },
  ];
}
