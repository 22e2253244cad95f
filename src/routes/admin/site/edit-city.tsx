import { data } from "react-router";
import { historyOf } from "#src/modules/office/audit-log/queries.server.ts";
import { cityToEdit } from "#src/modules/site/catalog/queries.server.ts";
import { CITY_REFUSALS, cityRefusal } from "#src/modules/site/catalog/rules/city-answer.ts";
import { CITY_FIELDS, type CityDraft, cityDraftOfForm } from "#src/modules/site/catalog/rules/city.ts";
import { updateCity } from "#src/modules/site/catalog/save-city.server.ts";
import { CityFields, SavedOver } from "#src/modules/site/catalog/schema.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { keepFormValues } from "#src/routes/admin/shared.ts";
import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { act, withHidden } from "#src/routes/shared/act.server.ts";
import EditCity from "#src/modules/site/catalog/admin/edit-city-page.tsx";
import type { SaveReply } from "#src/ui/form/answer.ts";
import type { Route } from "./+types/edit-city";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const page = await cityToEdit(ctx, params.id);
  if (!page.ok) {
    if (page.reason === "forbidden") throw refused(page);
    throw data(null, { status: 404 });
  }
  const { city, saved, zones, mayChange } = page;
  const history = await historyOf(ctx, [["city", city.id]]);
  return { city, saved, zones, mayChange, history, added: new URL(request.url).searchParams.has("added") };
}

export async function action({ params: { id }, ...args }: Route.ActionArgs) {
  const save = act({
    input: (form) =>
      withHidden(CityFields.safeParse(cityDraftOfForm(form)), SavedOver.safeParse(Object.fromEntries(form))),
    fields: CITY_FIELDS,
    run: (ctx, { version, ...city }) => updateCity(ctx, { id, version, city }),
    done: ({ version, draft }) => ({ saved: { version, draft }, flash: "catalog-cities-admin.flash.saved" }),
    refusal: cityRefusal,
  });
  return adminAct<SaveReply<CityDraft>>(args, { acts: { save }, refusals: CITY_REFUSALS });
}

export const clientAction = (args: Route.ClientActionArgs) => keepFormValues(args, CITY_REFUSALS.failed);

export default EditCity;
