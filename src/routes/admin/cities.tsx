import { data } from "react-router";
import { orderCities } from "#src/modules/site/catalog/order-cities.server.ts";
import { citiesForStaff } from "#src/modules/site/catalog/queries.server.ts";
import { type CityActAnswer, didToCity, refusedCityAct } from "#src/modules/site/catalog/rules/city-answer.ts";
import { ActOnCity } from "#src/modules/site/catalog/schema.ts";
import { switchCity } from "#src/modules/site/catalog/switch-city.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { keepFormValues } from "#src/routes/admin/shared.ts";
import Cities from "#src/modules/site/catalog/admin/cities-page.tsx";
import type { Route } from "./+types/cities";

export async function loader({ context }: Route.LoaderArgs) {
  const seen = await citiesForStaff(await staffContext(context));
  if (!seen.ok) throw refused(seen);
  return { cities: seen.cities, mayChange: seen.mayChange };
}

/** Switches a city or orders all of them, from this list and from a city's page. */
export async function action({ context, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const input = ActOnCity.safeParse(Object.fromEntries(await request.formData()));
  if (!input.success) throw data(null, { status: 400 });
  const asked = input.data;
  if (asked.act === "order") {
    const result = await orderCities(ctx, asked);
    return result.ok ? answered(didToCity(asked)) : answered(refusedCityAct(result.reason), 409);
  }
  const result = await switchCity(ctx, { id: asked.id, isActive: asked.act === "activate" });
  return result.ok ? answered(didToCity(asked, result.name)) : answered(refusedCityAct(result.reason), 409);
}

const answered = (answer: CityActAnswer, status = 200) => data(answer, { status });

export const clientAction = (asked: Route.ClientActionArgs) => keepFormValues(asked, () => refusedCityAct("failed"));

export default Cities;
