import { data, isRouteErrorResponse } from "react-router";
import { z } from "zod";
import { dateIn, HOME_ZONE } from "#src/kernel/local-time.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { type PartnerAnswer, partnerNotSent, refusedPartner } from "#src/modules/sales/affiliates/rules/answer.ts";
import { switchPartner } from "#src/modules/sales/affiliates/switch-partner.server.ts";
import { decideDoubt } from "#src/modules/office/booking-admin/decide-doubt.server.ts";
import { PartnersFailure } from "#src/modules/partners/commission/admin/partners.tsx";
import { listPartners, partnerFunnel } from "#src/modules/partners/commission/list-partners.server.ts";
import { statementPage } from "#src/modules/partners/commission/queries.server.ts";
import { partnerQueryOf } from "#src/modules/partners/commission/rules/partner-list.ts";
import type { RequestContext } from "#src/platform/context.server.ts";
import { AdminFailure } from "#src/routes/admin/components/failure.tsx";
import { partnersNights } from "#src/modules/office/reports/queries.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { keepFormValues, readAfterRefusal } from "#src/routes/admin/shared.ts";
import type { Route } from "./+types/affiliates";
import AffiliatesPage from "#src/modules/partners/commission/admin/affiliates-page.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const today = dateIn(ctx.now, HOME_ZONE);
  const query = partnerQueryOf(new URL(request.url).searchParams, today);
  const list = await listPartners(ctx, query, partnersNights);
  if (!list.ok) throw refused(list);
  const chosen = query.partner ?? list.partners[0]?.id ?? null;
  const seen = chosen === null ? null : await partnerFunnel(ctx, query, chosen);
  const funnel = seen?.ok ? seen.funnel : null;
  // of days of one's own, that of the month in which they end
  const month = query.days.month ?? query.days.to.slice(0, 7);
  const page = funnel && (await statementPage(ctx, { partnerId: funnel.id, month, lines: 0, why: null }));
  return { list, query, funnel, statement: page?.ok ? page : null, today, origin: ctx.origin };
}

const Act = z.discriminatedUnion("intent", [
  z.object({ intent: z.enum(["activate", "deactivate"]), id: z.uuid() }),
  z.object({ intent: z.enum(["own", "theirs"]), id: z.uuid(), booking: z.uuid() }),
  z.object({ intent: z.literal("undecide"), id: z.uuid(), booking: z.uuid(), had: z.enum(["own", "theirs"]) }),
]);

type Act = z.infer<typeof Act>;

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const asked = Act.safeParse(Object.fromEntries(await request.formData()));
  if (!asked.success) throw data(null, { status: 400 });
  const { intent, id } = asked.data;
  const about = { intent, id, at: ctx.now.getTime() };
  const result = await done(ctx, asked.data);
  if (!result.ok && result.reason === "forbidden") throw refused(result);
  if (!result.ok) return data(refusedPartner(about, result), { status: 409 });
  const values = "name" in result ? { name: result.name } : {};
  const booking = "booking" in asked.data ? { booking: asked.data.booking } : {};
  return data<PartnerAnswer>({ ...about, ...booking, flash: FLASHES[intent], values, done: true });
}

const FLASHES: Readonly<Record<Act["intent"], MessageId>> = {
  activate: "affiliates-admin.flash.activated",
  deactivate: "affiliates-admin.flash.deactivated",
  own: "affiliates-admin.flash.own",
  theirs: "affiliates-admin.flash.theirs",
  undecide: "affiliates-admin.flash.undecide",
};

function done(ctx: RequestContext, act: Act) {
  if (!("booking" in act)) return switchPartner(ctx, { id: act.id, isActive: act.intent === "activate" });
  const [verdict, had] = act.intent === "undecide" ? [null, act.had] : [act.intent, null];
  return decideDoubt(ctx, { booking_id: act.booking, verdict, expected: { partner_id: act.id, verdict: had } });
}

export const clientAction = (asked: Route.ClientActionArgs) => keepFormValues(asked, partnerNotSent);

export const shouldRevalidate = readAfterRefusal;

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return isRouteErrorResponse(error) ? <AdminFailure error={error} /> : <PartnersFailure />;
}

export default AffiliatesPage;
