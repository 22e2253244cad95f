import { z } from "zod";
import AddOns from "#src/modules/sales/add-ons/admin/add-ons-page.tsx";
import { addOnsForStaff } from "#src/modules/sales/add-ons/queries.server.ts";
import { ADD_ON_REFUSALS } from "#src/modules/sales/add-ons/rules/refusals.ts";
import { raiseAddOn } from "#src/modules/sales/add-ons/save-add-on.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { keepFormValues } from "#src/routes/admin/shared.ts";
import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { act } from "#src/routes/shared/act.server.ts";
import type { Route } from "./+types/add-ons";

export async function loader({ context }: Route.LoaderArgs) {
  const page = await addOnsForStaff(await staffContext(context));
  if (!page.ok) throw refused(page);
  return { addOns: page.addOns, mayChange: page.mayChange, mayExport: page.mayExport };
}

export const action = (args: Route.ActionArgs) =>
  adminAct(args, {
    refusals: ADD_ON_REFUSALS,
    acts: {
      raise: act({
        input: z.object({ id: z.uuid(), above: z.uuid() }),
        run: raiseAddOn,
        done: "add-ons-admin.flash.moved",
      }),
    },
  });

export const clientAction = (args: Route.ClientActionArgs) => keepFormValues(args, "add-ons-admin.refused.failed");

export default AddOns;
