import { redirect } from "react-router";
import { z } from "zod";
import { localizedPath } from "#src/kernel/localized.ts";
import { cityToAdd } from "#src/modules/site/catalog/queries.server.ts";
import { CITY_REFUSALS } from "#src/modules/site/catalog/rules/city-answer.ts";
import { CITY_FIELDS, cityDraftOfForm, cityIdOf } from "#src/modules/site/catalog/rules/city.ts";
import { addCity } from "#src/modules/site/catalog/save-city.server.ts";
import { CityFields, CityId } from "#src/modules/site/catalog/schema.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { keepFormValues } from "#src/routes/admin/shared.ts";
import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { act } from "#src/routes/shared/act.server.ts";
import NewCity from "#src/modules/site/catalog/admin/new-city-page.tsx";
import type { Route } from "./+types/new-city";

export async function loader({ context }: Route.LoaderArgs) {
  const page = await cityToAdd(await staffContext(context));
  if (!page.ok) throw refused(page);
  return { draft: page.draft, zones: page.zones };
}

/** The city's form, with the id that it names or that its name makes. */
function readForm(form: FormData) {
  const draft = cityDraftOfForm(form);
  const city = CityFields.safeParse(draft);
  const named = z.object({ id: CityId }).safeParse({ id: form.get("id") || cityIdOf(draft.name) });
  if (city.success && named.success) {
    const isActive = form.has("is_active");
    return { success: true as const, data: { id: named.data.id, city: city.data, isActive } };
  }
  const issues = [...(city.error?.issues ?? []), ...(named.error?.issues ?? [])];
  return { success: false as const, error: { issues } };
}

const save = act({
  input: readForm,
  fields: [...CITY_FIELDS, "id"],
  run: addCity,
  done: ({ id }, _, ctx) => {
    throw redirect(localizedPath(`/admin/cities/${id}?added=1`, ctx.locale));
  },
});

export const action = (args: Route.ActionArgs) => adminAct(args, { acts: { save }, refusals: CITY_REFUSALS });

export const clientAction = (args: Route.ClientActionArgs) => keepFormValues(args, CITY_REFUSALS.failed);

export default NewCity;
