import { data, redirect } from "react-router";
import { z } from "zod";
import { localizedPath } from "#src/kernel/localized.ts";
import { toFieldErrors } from "#src/locales/field-errors.ts";
import { barToAdd } from "#src/modules/evening/stops/queries.server.ts";
import { refusedStops, type StopsAnswer, stopsNotSent } from "#src/modules/evening/stops/rules/answer.ts";
import { addBar } from "#src/modules/evening/stops/save-bar.server.ts";
import { BAR_FIELDS, BarFields } from "#src/modules/evening/stops/schema.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { keepFormValues } from "#src/routes/admin/shared.ts";
import NewBar from "#src/modules/evening/stops/admin/new-bar-page.tsx";
import type { Route } from "./+types/new-bar";

export async function loader({ context }: Route.LoaderArgs) {
  const seen = await barToAdd(await staffContext(context));
  if (!seen.ok) throw refused(seen);
  return { id: seen.id, cities: seen.cities };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const form = Object.fromEntries(await request.formData());
  const id = z.uuid().safeParse(form["id"]);
  if (!id.success) throw data(null, { status: 400 });
  const at = ctx.now.getTime();
  const bar = BarFields.safeParse(form);
  if (!bar.success)
    return data<StopsAnswer>({ fieldErrors: toFieldErrors(BAR_FIELDS, bar.error.issues), at }, { status: 422 });
  const result = await addBar(ctx, { id: id.data, bar: bar.data });
  if (result.ok) throw redirect(localizedPath(`/admin/bars/${result.id}?added=1`, ctx.locale));
  if (result.reason === "forbidden") throw refused(result);
  return data(refusedStops(result.reason, at), { status: 409 });
}

export const clientAction = (asked: Route.ClientActionArgs) => keepFormValues(asked, stopsNotSent);

export default NewBar;
