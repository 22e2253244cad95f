import { data, redirect } from "react-router";
import { z } from "zod";
import { localizedPath } from "#src/kernel/localized.ts";
import { historyOf } from "#src/modules/office/audit-log/queries.server.ts";
import EditAddOn from "#src/modules/sales/add-ons/admin/edit-add-on-page.tsx";
import { addOnToEdit } from "#src/modules/sales/add-ons/queries.server.ts";
import { ADD_ON_REFUSALS } from "#src/modules/sales/add-ons/rules/refusals.ts";
import { deleteAddOn, switchAddOn, updateAddOn } from "#src/modules/sales/add-ons/save-add-on.server.ts";
import { ADD_ON_FIELDS, AddOnFields } from "#src/modules/sales/add-ons/schema.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { keepFormValues } from "#src/routes/admin/shared.ts";
import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { act, withHidden } from "#src/routes/shared/act.server.ts";
import type { Route } from "./+types/edit-add-on";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const page = await addOnToEdit(ctx, params.id);
  if (!page.ok) {
    if (page.reason === "forbidden") throw refused(page);
    throw data(null, { status: 404 });
  }
  const { addOn, choices, mayChange } = page;
  const history = await historyOf(ctx, [["add_on", addOn.id]]);
  return { addOn, choices, mayChange, history, added: new URL(request.url).searchParams.has("added") };
}

const Hidden = z.object({ version: z.coerce.number().int() }).transform(({ version }) => ({ seen_version: version }));

export const action = ({ params: { id }, ...args }: Route.ActionArgs) =>
  adminAct(args, {
    refusals: ADD_ON_REFUSALS,
    acts: {
      save: act({
        input: (form) => {
          const typed = Object.fromEntries(form);
          return withHidden(AddOnFields.safeParse(typed), Hidden.safeParse(typed));
        },
        fields: ADD_ON_FIELDS,
        run: (ctx, { seen_version: version, ...addOn }) => updateAddOn(ctx, { id, version, addOn }),
        done: "add-ons-admin.flash.saved",
      }),
      activate: act({
        input: z.object({}),
        run: (ctx) => switchAddOn(ctx, { id, isActive: true }),
        done: "add-ons-admin.flash.activated",
      }),
      deactivate: act({
        input: z.object({}),
        run: (ctx) => switchAddOn(ctx, { id, isActive: false }),
        done: "add-ons-admin.flash.deactivated",
      }),
      delete: act({
        input: z.object({}),
        run: (ctx) => deleteAddOn(ctx, { id }),
        done: (_, _input, { locale }) => {
          throw redirect(localizedPath("/admin/add-ons", locale));
        },
      }),
    },
  });

export const clientAction = (args: Route.ClientActionArgs) => keepFormValues(args, "add-ons-admin.refused.failed");

export default EditAddOn;
