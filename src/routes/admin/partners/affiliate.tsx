import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { type Act, act, withHidden } from "#src/routes/shared/act.server.ts";
import { PARTNER_REFUSALS, type PartnerExtra } from "#src/modules/partners/partner-admin/rules/refusals.ts";
import { conflict } from "#src/ui/form/answer.ts";
import { isUuid } from "#src/kernel/codes.ts";
import { data } from "react-router";
import { z } from "zod";
import { addTerms } from "#src/modules/partners/commission/add-terms.server.ts";
import { openPartner } from "#src/modules/sales/affiliates/queries.server.ts";
import { partnerLink } from "#src/modules/sales/affiliates/read-link.server.ts";
import { PARTNER_FIELDS, readPartnerForm } from "#src/modules/sales/affiliates/rules/partner-form.ts";
import { readTermsForm, TERMS_FIELDS, type TermsExtra } from "#src/modules/partners/commission/rules/terms.ts";
import { changePartner } from "#src/modules/sales/affiliates/save-partner.server.ts";
import { openTerms } from "#src/modules/partners/commission/queries.server.ts";
import { AddTerms } from "#src/modules/partners/commission/schema.ts";
import { SavePartner } from "#src/modules/sales/affiliates/schema.ts";
import { switchPartner } from "#src/modules/sales/affiliates/switch-partner.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { historyOf } from "#src/modules/office/audit-log/queries.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { keepFormValues } from "#src/routes/admin/shared.ts";
import Affiliate from "#src/modules/partners/commission/admin/affiliate-page.tsx";
import type { Route } from "./+types/affiliate";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const page = await openPartner(ctx, params.id);
  if (!page.ok) {
    if (page.reason === "forbidden") throw refused(page);
    throw data(null, { status: 404 });
  }
  const [agreed, history, own] = await Promise.all([
    openTerms(ctx, page.partner.id),
    historyOf(ctx, [["partner", page.partner.id]]),
    partnerLink(ctx, page.partner.id),
  ]);
  if (!agreed.ok) throw refused(agreed);
  return {
    ...page,
    ...agreed,
    history,
    link: own.ok ? own.link : null,
    mayKeys: can(ctx.actor, "programs.change"),
    added: new URL(request.url).searchParams.has("added"),
  };
}

const number = z.coerce.number().int();

export function action({ params: { id }, ...args }: Route.ActionArgs) {
  if (!isUuid(id)) throw data(null, { status: 400 });
  const switching = (isActive: boolean): Act =>
    act({
      input: z.object({}),
      run: (ctx) => switchPartner(ctx, { id, isActive }),
      done: ({ name }) => ({
        flash: isActive ? "affiliates-admin.flash.activated" : "affiliates-admin.flash.deactivated",
        values: { name },
      }),
    });
  return adminAct<PartnerExtra & TermsExtra>(args, {
    refusals: PARTNER_REFUSALS,
    acts: {
      save: act({
        input: (form) =>
          withHidden(
            SavePartner.safeParse(readPartnerForm(form)),
            z.object({ version: number }).safeParse(Object.fromEntries(form)),
          ),
        fields: PARTNER_FIELDS,
        run: (ctx, { version, ...partner }) => changePartner(ctx, { id, version, partner }),
        done: "affiliates-admin.flash.saved",
        typed: (form) => ({ typed: readPartnerForm(form) }),
        refusal: (refusal) => ("current" in refusal ? conflict(refusal) : undefined),
      }),
      terms: act({
        input: (form) =>
          withHidden(
            AddTerms.safeParse(readTermsForm(form)),
            z.object({ seen: number }).safeParse(Object.fromEntries(form)),
          ),
        fields: TERMS_FIELDS,
        run: (ctx, { seen: version, ...terms }) => addTerms(ctx, { partnerId: id, seen: version, terms }),
        done: "affiliates-admin.flash.terms",
        typed: (form) => ({ typedTerms: readTermsForm(form) }),
      }),
      activate: switching(true),
      deactivate: switching(false),
    },
  });
}

export const clientAction = (args: Route.ClientActionArgs) => keepFormValues(args, "affiliates-admin.refused.failed");

export default Affiliate;
