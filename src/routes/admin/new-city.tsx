import { data, redirect } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { toFieldErrors } from "#src/locales/field-errors.ts";
import { cityToAdd } from "#src/modules/site/catalog/queries.server.ts";
import { cityNotSent, cityRefusal, invalidCity } from "#src/modules/site/catalog/rules/city-answer.ts";
import { CITY_FIELDS, cityDraftOfForm, cityIdOf } from "#src/modules/site/catalog/rules/city.ts";
import { addCity } from "#src/modules/site/catalog/save-city.server.ts";
import { CityFields, CityId } from "#src/modules/site/catalog/schema.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { keepFormValues } from "#src/routes/admin/shared.ts";
import NewCity from "#src/modules/site/catalog/admin/new-city-page.tsx";
import type { Route } from "./+types/new-city";

export async function loader({ context }: Route.LoaderArgs) {
  const seen = await cityToAdd(await staffContext(context));
  if (!seen.ok) throw refused(seen);
  return { draft: seen.draft, zones: seen.zones };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const form = await request.formData();
  const at = ctx.now.getTime();
  const draft = cityDraftOfForm(form);
  const id = CityId.safeParse(form.get("id") || cityIdOf(draft.name));
  const city = CityFields.safeParse(draft);
  if (!id.success || !city.success) {
    const idErrors = id.success ? [] : toFieldErrors(["id"], [{ ...id.error.issues[0]!, path: ["id"] }]);
    const errors = city.success ? [] : toFieldErrors(CITY_FIELDS, city.error.issues);
    return data(invalidCity([...errors, ...idErrors], at), { status: 422 });
  }
  const isActive = form.has("is_active");
  const result = await addCity(ctx, { id: id.data, city: city.data, isActive });
  if (result.ok) throw redirect(localizedPath(`/admin/cities/${result.id}?added=1`, ctx.locale));
  if (result.reason === "forbidden") throw refused(result);
  return data(cityRefusal(result, at), { status: 409 });
}

export const clientAction = (asked: Route.ClientActionArgs) => keepFormValues(asked, cityNotSent);

export default NewCity;
