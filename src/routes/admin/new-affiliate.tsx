import { data, redirect } from "react-router";
import { z } from "zod";
import { localizedPath } from "#src/kernel/localized.ts";
import { toFieldErrors } from "#src/locales/field-errors.ts";
import { partnerToAdd } from "#src/modules/sales/affiliates/queries.server.ts";
import { type PartnerAnswer, partnerNotSent, refusedPartner } from "#src/modules/sales/affiliates/rules/answer.ts";
import { PARTNER_FIELDS, readPartnerForm } from "#src/modules/sales/affiliates/rules/partner-form.ts";
import { addPartner } from "#src/modules/sales/affiliates/save-partner.server.ts";
import { SavePartner } from "#src/modules/sales/affiliates/schema.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { keepFormValues } from "#src/routes/admin/shared.ts";
import NewAffiliate from "#src/modules/sales/affiliates/admin/new-affiliate-page.tsx";
import type { Route } from "./+types/new-affiliate";

export async function loader({ context }: Route.LoaderArgs) {
  const seen = await partnerToAdd(await staffContext(context));
  if (!seen.ok) throw refused(seen);
  return { id: seen.id, cities: seen.cities, mayPay: seen.mayPay };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const form = await request.formData();
  const id = z.uuid().safeParse(form.get("id"));
  if (!id.success) throw data(null, { status: 400 });
  const typed = readPartnerForm(form);
  const about = { intent: "save", id: id.data, at: ctx.now.getTime(), typed };
  const partner = SavePartner.safeParse(typed);
  if (!partner.success)
    return data<PartnerAnswer>(
      { ...about, fieldErrors: toFieldErrors(PARTNER_FIELDS, partner.error.issues) },
      { status: 422 },
    );
  const result = await addPartner(ctx, { id: id.data, partner: partner.data });
  if (result.ok) throw redirect(localizedPath(`/admin/affiliates/${result.id}?added=1`, ctx.locale));
  if (result.reason === "forbidden") throw refused(result);
  return data(refusedPartner(about, result), { status: 409 });
}

export const clientAction = (asked: Route.ClientActionArgs) => keepFormValues(asked, partnerNotSent);

export default NewAffiliate;
