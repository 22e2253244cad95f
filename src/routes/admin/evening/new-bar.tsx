import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { act } from "#src/routes/shared/act.server.ts";
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
  const page = await barToAdd(await staffContext(context));
  if (!page.ok) throw refused(page);
  return { id: page.id, cities: page.cities };
}

export const action = (args: Route.ActionArgs) =>
  adminAct(args, {
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

export const clientAction = (args: Route.ClientActionArgs) => keepFormValues(args, "stops-admin.refused.failed");

export default NewBar;
