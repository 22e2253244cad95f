import { partnerOfLink } from "#src/modules/sales/affiliates/grant-link.server.ts";
import { noteTrace } from "#src/modules/sales/affiliates/note-trace.server.ts";
import { isStaff } from "#src/modules/base/identity/rules/permissions.ts";
import type { Context } from "#src/platform/context.server.ts";
import { type Act, mayDo } from "#src/platform/limit-strangers.server.ts";

const LOOKS: Act = { name: "partner-seen", limit: { max: 60, seconds: 3600 } };

/**
 * Notes from which browser and network a partner looked at their own page: what is booked there may be their own. Not where staff
 * look, whose network would be taken for the partner's.
 */
export async function notePartnerVisit(ctx: Context, token: string): Promise<void> {
  if (isStaff(ctx.actor.role)) return;
  if (!(await mayDo(ctx, LOOKS))) return;
  const link = await partnerOfLink(ctx, token);
  if (link && link.state !== "revoked") await noteTrace(ctx, link.partner.id);
}
