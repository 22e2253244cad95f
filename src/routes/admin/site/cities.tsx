import { orderCities } from "#src/modules/site/catalog/order-cities.server.ts";
import { citiesForStaff } from "#src/modules/site/catalog/queries.server.ts";
import { CITY_ACT_REFUSALS } from "#src/modules/site/catalog/rules/city-answer.ts";
import { CityToSwitch, OrderCities } from "#src/modules/site/catalog/schema.ts";
import { switchCity } from "#src/modules/site/catalog/switch-city.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { keepFormValues } from "#src/routes/admin/shared.ts";
import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { act } from "#src/routes/shared/act.server.ts";
import Cities from "#src/modules/site/catalog/admin/cities-page.tsx";
import type { Route } from "./+types/cities";

export async function loader({ context }: Route.LoaderArgs) {
  const page = await citiesForStaff(await staffContext(context));
  if (!page.ok) throw refused(page);
  return { cities: page.cities, mayChange: page.mayChange };
}

const switching = (intent: "activate" | "deactivate", undo: "activate" | "deactivate") =>
  act({
    input: CityToSwitch,
    run: (ctx, { id }) => switchCity(ctx, { id, isActive: intent === "activate" }),
    done: ({ name }, { id }) => ({
      flash: intent === "activate" ? "catalog-cities-admin.flash.activate" : "catalog-cities-admin.flash.deactivate",
      values: { name },
      undo: { intent: undo, id },
    }),
  });

const order = act<OrderCities, Awaited<ReturnType<typeof orderCities>>, { order: readonly string[] }>({
  input: OrderCities,
  run: orderCities,
  done: (_, { was, now }) => ({
    flash: "catalog-cities-admin.flash.ordered",
    undo: { intent: "order", was: now.join(","), now: was.join(",") },
    order: now,
  }),
});

const acts = {
  activate: switching("activate", "deactivate"),
  deactivate: switching("deactivate", "activate"),
  order,
};

/** Switches a city or orders all of them, from this list and from a city's page. */
export const action = (args: Route.ActionArgs) => adminAct(args, { acts, refusals: CITY_ACT_REFUSALS });

export const clientAction = (args: Route.ClientActionArgs) => keepFormValues(args, CITY_ACT_REFUSALS.failed);

export default Cities;
