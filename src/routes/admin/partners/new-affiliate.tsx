import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { act, withHidden } from "#src/routes/shared/act.server.ts";
import { PARTNER_REFUSALS, type PartnerExtra } from "#src/modules/partners/partner-admin/rules/refusals.ts";
import { redirect } from "react-router";
import { z } from "zod";
import { localizedPath } from "#src/kernel/localized.ts";
import { partnerToAdd } from "#src/modules/sales/affiliates/queries.server.ts";
import { PARTNER_FIELDS, readPartnerForm } from "#src/modules/sales/affiliates/rules/partner-form.ts";
import { addPartner } from "#src/modules/sales/affiliates/save-partner.server.ts";
import { SavePartner } from "#src/modules/sales/affiliates/schema.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { keepFormValues } from "#src/routes/admin/shared.ts";
import NewAffiliate from "#src/modules/partners/partner-admin/admin/new-affiliate-page.tsx";
import type { Route } from "./+types/new-affiliate";

export async function loader({ context }: Route.LoaderArgs) {
  const page = await partnerToAdd(await staffContext(context));
  if (!page.ok) throw refused(page);
  return { id: page.id, cities: page.cities, mayPay: page.mayPay };
}

export const action = (args: Route.ActionArgs) =>
  adminAct<PartnerExtra>(args, {
    refusals: PARTNER_REFUSALS,
    acts: {
      save: act({
        input: (form) =>
          withHidden(
            SavePartner.safeParse(readPartnerForm(form)),
            z.object({ id: z.uuid() }).safeParse(Object.fromEntries(form)),
          ),
        fields: PARTNER_FIELDS,
        run: (ctx, { id, ...partner }) => addPartner(ctx, { id, partner }),
        done: ({ id }, _, { locale }) => {
          throw redirect(localizedPath(`/admin/affiliates/${id}?added=1`, locale));
        },
        typed: (form) => ({ typed: readPartnerForm(form) }),
      }),
    },
  });

export const clientAction = (args: Route.ClientActionArgs) => keepFormValues(args, "affiliates-admin.refused.failed");

export default NewAffiliate;
