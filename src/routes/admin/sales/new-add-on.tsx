import { redirect } from "react-router";
import { z } from "zod";
import { localizedPath } from "#src/kernel/localized.ts";
import NewAddOn from "#src/modules/sales/add-ons/admin/new-add-on-page.tsx";
import { addOnToAdd } from "#src/modules/sales/add-ons/queries.server.ts";
import { ADD_ON_REFUSALS } from "#src/modules/sales/add-ons/rules/refusals.ts";
import { createAddOn } from "#src/modules/sales/add-ons/save-add-on.server.ts";
import { ADD_ON_FIELDS, AddOnFields } from "#src/modules/sales/add-ons/schema.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { keepFormValues } from "#src/routes/admin/shared.ts";
import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { act, withHidden } from "#src/routes/shared/act.server.ts";
import type { Route } from "./+types/new-add-on";

export async function loader({ context }: Route.LoaderArgs) {
  const page = await addOnToAdd(await staffContext(context));
  if (!page.ok) throw refused(page);
  return { id: page.id, choices: page.choices };
}

const Hidden = z.object({ id: z.uuid() }).transform(({ id }) => ({ new_id: id }));

export const action = (args: Route.ActionArgs) =>
  adminAct(args, {
    refusals: ADD_ON_REFUSALS,
    acts: {
      save: act({
        input: (form) => {
          const typed = Object.fromEntries(form);
          return withHidden(AddOnFields.safeParse(typed), Hidden.safeParse(typed));
        },
        fields: ADD_ON_FIELDS,
        run: (ctx, { new_id: id, ...addOn }) => createAddOn(ctx, { id, addOn }),
        done: ({ id }, _, { locale }) => {
          throw redirect(localizedPath(`/admin/add-ons/${id}?added=1`, locale));
        },
      }),
    },
  });

export const clientAction = (args: Route.ClientActionArgs) => keepFormValues(args, "add-ons-admin.refused.failed");

export default NewAddOn;
