import { data } from "react-router";
import { z } from "zod";
import { toFieldErrors } from "#src/locales/field-errors.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { addTerms } from "#src/modules/sales/affiliates/add-terms.server.ts";
import { openPartner } from "#src/modules/sales/affiliates/queries.server.ts";
import { partnerLink } from "#src/modules/sales/affiliates/read-link.server.ts";
import { type PartnerAnswer, partnerNotSent, refusedPartner } from "#src/modules/sales/affiliates/rules/answer.ts";
import {
  PARTNER_FIELDS,
  type PartnerFormValues,
  readPartnerForm,
} from "#src/modules/sales/affiliates/rules/partner-form.ts";
import { readTermsForm, TERMS_FIELDS } from "#src/modules/sales/affiliates/rules/terms.ts";
import { changePartner } from "#src/modules/sales/affiliates/save-partner.server.ts";
import { AddTerms, SavePartner } from "#src/modules/sales/affiliates/schema.ts";
import { switchPartner } from "#src/modules/sales/affiliates/switch-partner.server.ts";
import { historyOf } from "#src/modules/base/audit/queries.server.ts";
import type { RequestContext } from "#src/platform/context.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { keepFormValues } from "#src/routes/admin/shared.ts";
import Affiliate from "#src/modules/partners/commission/admin/affiliate-page.tsx";
import type { Route } from "./+types/affiliate";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const seen = await openPartner(ctx, params.id);
  if (!seen.ok) {
    if (seen.reason === "forbidden") throw refused(seen);
    throw data(null, { status: 404 });
  }
  const [history, own] = await Promise.all([
    historyOf(ctx, [["partner", seen.partner.id]]),
    partnerLink(ctx, seen.partner.id),
  ]);
  return { ...seen, history, link: own.ok ? own.link : null, added: new URL(request.url).searchParams.has("added") };
}

const number = z.coerce.number().int();
const Act = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("save"), version: number }),
  z.object({ intent: z.literal("terms"), seen: number }),
  z.object({ intent: z.enum(["activate", "deactivate"]) }),
]);
type Act = z.infer<typeof Act>;
type About = { intent: string; id: string; at: number };

export async function action({ context, params: { id }, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const form = await request.formData();
  const act = Act.safeParse(Object.fromEntries(form));
  if (!act.success || !z.uuid().safeParse(id).success) throw data(null, { status: 400 });
  const about = { intent: act.data.intent, id, at: ctx.now.getTime() };
  if (act.data.intent === "save") return save(ctx, about, form, act.data.version);
  if (act.data.intent === "terms") return agree(ctx, about, form, act.data.seen);
  const isActive = act.data.intent === "activate";
  const result = await switchPartner(ctx, { id, isActive });
  const flash = isActive ? "affiliates-admin.flash.activated" : "affiliates-admin.flash.deactivated";
  return answer(about, result, flash, result.ok ? { name: result.name } : {});
}

async function save(ctx: RequestContext, about: About, form: FormData, version: number) {
  const typed = readPartnerForm(form);
  const partner = SavePartner.safeParse(typed);
  if (!partner.success)
    return wrong({ ...about, typed, fieldErrors: toFieldErrors(PARTNER_FIELDS, partner.error.issues) });
  const result = await changePartner(ctx, { id: about.id, version, partner: partner.data });
  return answer({ ...about, typed }, result, "affiliates-admin.flash.saved");
}

async function agree(ctx: RequestContext, about: About, form: FormData, seen: number) {
  const typedTerms = readTermsForm(form);
  const terms = AddTerms.safeParse(typedTerms);
  if (!terms.success)
    return wrong({ ...about, typedTerms, fieldErrors: toFieldErrors(TERMS_FIELDS, terms.error.issues) });
  const result = await addTerms(ctx, { partnerId: about.id, seen, terms: terms.data });
  return answer({ ...about, typedTerms }, result, "affiliates-admin.flash.terms");
}

const wrong = (answered: PartnerAnswer) => data(answered, { status: 422 });

type Result =
  | { ok: true }
  | { ok: false; reason: string; missing?: string; current?: PartnerFormValues; version?: number };

function answer(about: About & Partial<PartnerAnswer>, result: Result, flash: MessageId, values = {}) {
  if (result.ok)
    return data<PartnerAnswer>({ intent: about.intent, id: about.id, at: about.at, flash, values, done: true });
  if (result.reason === "forbidden") throw refused({ missing: result.missing ?? "" });
  return data<PartnerAnswer>({ ...about, ...refusedPartner(about, result) }, { status: 409 });
}

export const clientAction = (asked: Route.ClientActionArgs) => keepFormValues(asked, partnerNotSent);

export default Affiliate;
