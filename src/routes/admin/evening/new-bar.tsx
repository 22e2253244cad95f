import { act, adminAct } from "#src/routes/admin/shared/act.server.ts";
import { STOPS_REFUSALS } from "#src/modules/evening/stops/rules/refusals.ts";
import { redirect } from "react-router";
import { z } from "zod";
import { localizedPath } from "#src/kernel/localized.ts";
import { barToAdd } from "#src/modules/evening/stops/queries.server.ts";
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

export const action = (asked: Route.ActionArgs) =>
  adminAct(asked, {
    refusals: STOPS_REFUSALS,
    acts: {
      save: act({
        input: BarFields.extend({ id: z.uuid() }),
        fields: BAR_FIELDS,
        run: (ctx, { id, ...bar }) => addBar(ctx, { id, bar }),
        done: ({ id }, _, { locale }) => {
          throw redirect(localizedPath(`/admin/bars/${id}?added=1`, locale));
        },
      }),
    },
  });

export const clientAction = (asked: Route.ClientActionArgs) => keepFormValues(asked, "stops-admin.refused.failed");

export default NewBar;
