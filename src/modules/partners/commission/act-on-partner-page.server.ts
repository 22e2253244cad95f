import { fail } from "#src/kernel/result.ts";
import { partnerOfLink } from "#src/modules/sales/affiliates/grant-link.server.ts";
import { noteTrace } from "#src/modules/sales/affiliates/note-trace.server.ts";
import { agreeStatement } from "#src/modules/partners/commission/agree-statement.server.ts";
import { askLine } from "#src/modules/partners/commission/ask-line.server.ts";
import { bookingKey } from "#src/modules/partners/commission/read-partner-page.server.ts";
import type { PartnerAct } from "#src/modules/partners/commission/rules/partner-page.ts";
import { bookingsOnStatement } from "#src/modules/partners/commission/store/partner-page.server.ts";
import { isStaff } from "#src/modules/base/identity/rules/permissions.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import type { Context } from "#src/platform/context.server.ts";
import { type Limit, mayUse } from "#src/platform/rate-limit.server.ts";

const QUESTIONS: Limit = { max: 20, seconds: 3600 };

/**
 * What a partner does on their own page: agrees to a statement as they saw it, or asks about one of its bookings. Refusals:
 * link_over, staff (who agree in the admin, where it takes a permission), too_many_attempts, statement_not_found, statement_changed,
 * booking_not_found, already_asked.
 */
export async function actOnPartnerPage(ctx: Context, token: string, act: PartnerAct) {
  const link = await partnerOfLink(ctx, token);
  if (!link || link.state === "revoked") return fail("link_over");
  if (isStaff(ctx.actor.role)) return fail("staff");
  const partner_id = link.partner.id;
  await noteTrace(ctx, partner_id);
  if (act.intent === "agree")
    return agreeStatement(
      ctx,
      { partner_id, statement_id: act.statement, commission: act.commission, cash: act.cash },
      "partner",
    );
  if (!(await mayUse(ctx.pool, [`partner-question:${partner_id}`], QUESTIONS, ctx.now)))
    return fail("too_many_attempts");
  const on = await bookingsOnStatement(ctx.pool, { partnerId: partner_id, month: act.month, test: practises(ctx) });
  const booking_id = on.find((id) => bookingKey(ctx, id) === act.booking) ?? "";
  return askLine(ctx, { partner_id, statement_id: act.statement, booking_id, question: act.question });
}
