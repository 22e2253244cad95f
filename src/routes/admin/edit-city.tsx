import { data } from "react-router";
import { z } from "zod";
import { toFieldErrors } from "#src/locales/field-errors.ts";
import { historyOf } from "#src/modules/base/audit/queries.server.ts";
import { cityToEdit } from "#src/modules/site/catalog/queries.server.ts";
import { cityNotSent, cityRefusal, citySaved, invalidCity } from "#src/modules/site/catalog/rules/city-answer.ts";
import { CITY_FIELDS, cityDraftOf, cityDraftOfForm } from "#src/modules/site/catalog/rules/city.ts";
import { updateCity } from "#src/modules/site/catalog/save-city.server.ts";
import { CityFields } from "#src/modules/site/catalog/schema.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { keepFormValues } from "#src/routes/admin/shared.ts";
import EditCity from "#src/modules/site/catalog/admin/edit-city-page.tsx";
import type { Route } from "./+types/edit-city";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const seen = await cityToEdit(ctx, params.id);
  if (!seen.ok) {
    if (seen.reason === "forbidden") throw refused(seen);
    throw data(null, { status: 404 });
  }
  const { city, saved, zones, mayChange } = seen;
  const history = await historyOf(ctx, [["city", city.id]]);
  return { city, saved, zones, mayChange, history, added: new URL(request.url).searchParams.has("added") };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const form = await request.formData();
  const at = ctx.now.getTime();
  const version = z.coerce.number().int().safeParse(form.get("version"));
  if (!version.success) throw data(null, { status: 400 });
  const city = CityFields.safeParse(cityDraftOfForm(form));
  if (!city.success) return data(invalidCity(toFieldErrors(CITY_FIELDS, city.error.issues), at), { status: 422 });
  const result = await updateCity(ctx, { id: params.id, version: version.data, city: city.data });
  if (result.ok) return data(citySaved({ version: result.version, draft: cityDraftOf(city.data) }, at));
  if (result.reason === "forbidden") throw refused(result);
  return data(cityRefusal(result, at), { status: 409 });
}

export const clientAction = (asked: Route.ClientActionArgs) => keepFormValues(asked, cityNotSent);

export default EditCity;
