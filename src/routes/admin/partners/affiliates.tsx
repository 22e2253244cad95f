import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { type Act, act } from "#src/routes/shared/act.server.ts";
import { PARTNER_REFUSALS, type PartnerExtra } from "#src/modules/partners/partner-admin/rules/refusals.ts";
import { isRouteErrorResponse } from "react-router";
import { z } from "zod";
import { dateIn, HOME_ZONE } from "#src/kernel/local-time.ts";
import { switchPartner } from "#src/modules/sales/affiliates/switch-partner.server.ts";
import { decideDoubt } from "#src/modules/office/booking-admin/decide-doubt.server.ts";
import { PartnersFailure } from "#src/modules/partners/commission/admin/partners.tsx";
import { listPartners, partnerFunnel } from "#src/modules/partners/commission/list-partners.server.ts";
import { statementPage } from "#src/modules/partners/commission/queries.server.ts";
import { partnerQueryOf } from "#src/modules/partners/commission/rules/partner-list.ts";
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
  const snapshot = chosen === null ? null : await partnerFunnel(ctx, query, chosen);
  const funnel = snapshot?.ok ? snapshot.funnel : null;
  // of days of one's own, that of the month in which they end
  const month = query.days.month ?? query.days.to.slice(0, 7);
  const page = funnel && (await statementPage(ctx, { partnerId: funnel.id, month, lines: 0, why: null }));
  return { list, query, funnel, statement: page?.ok ? page : null, today, origin: ctx.origin };
}

const id = z.uuid();
const booking = z.uuid();
const verdict = z.enum(["own", "theirs"]);

const switching = (isActive: boolean): Act<PartnerExtra> =>
  act({
    input: z.object({ id }),
    run: (ctx, partner) => switchPartner(ctx, { ...partner, isActive }),
    done: ({ name }, partner) => ({
      flash: isActive ? "affiliates-admin.flash.activated" : "affiliates-admin.flash.deactivated",
      values: { name },
      undo: { intent: isActive ? "deactivate" : "activate", ...partner },
    }),
  });

const deciding = (decided: "own" | "theirs"): Act<PartnerExtra> =>
  act({
    input: z.object({ id, booking }),
    run: (ctx, request) =>
      decideDoubt(ctx, {
        booking_id: request.booking,
        verdict: decided,
        expected: { partner_id: request.id, verdict: null },
      }),
    done: (_, request) => ({
      flash: decided === "own" ? "affiliates-admin.flash.own" : "affiliates-admin.flash.theirs",
      undo: { intent: "undecide", ...request, had: decided },
    }),
  });

export const action = (args: Route.ActionArgs) =>
  adminAct(args, {
    refusals: PARTNER_REFUSALS,
    acts: {
      activate: switching(true),
      deactivate: switching(false),
      own: deciding("own"),
      theirs: deciding("theirs"),
      undecide: act({
        input: z.object({ id, booking, had: verdict }),
        run: (ctx, { had, ...doubt }) =>
          decideDoubt(ctx, {
            booking_id: doubt.booking,
            verdict: null,
            expected: { partner_id: doubt.id, verdict: had },
          }),
        done: "affiliates-admin.flash.undecide",
      }),
    },
  });

export const clientAction = (args: Route.ClientActionArgs) => keepFormValues(args, "affiliates-admin.refused.failed");

export const shouldRevalidate = readAfterRefusal;

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return isRouteErrorResponse(error) ? <AdminFailure error={error} /> : <PartnersFailure />;
}

export default AffiliatesPage;
