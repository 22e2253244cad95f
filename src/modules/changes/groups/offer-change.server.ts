import { createHash } from "node:crypto";
import { dateIn } from "#src/kernel/local-time.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { can, reaches } from "#src/modules/base/identity/rules/permissions.ts";
import { groupQuoted } from "#src/modules/changes/groups/events.ts";
import { leastTotal } from "#src/modules/changes/groups/rules/quote.ts";
import type { OfferChange } from "#src/modules/changes/groups/schema.ts";
import { holdRequest } from "#src/modules/changes/groups/store.server.ts";
import { addQuote, waitingQuote } from "#src/modules/changes/groups/store/quotes.server.ts";
import { SMALLEST_CHARGE } from "#src/modules/sales/booking/rules/quote.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Offers a group other people, another total or other things in place of what it has accepted and not paid, and emails it the link. It is
 * the next version; what was accepted stays until the group accepts this one (`acceptChange`). Idempotent by the form's key. Needs
 * `bookings.change`. Refusals: forbidden {missing}, request_not_found, already_accepted (nothing of it waits to be paid), total_too_small
 * (no more than the deposit), places_too_few (the night has others, and not so many places), wrong_days {fields}.
 */
export async function offerChange(ctx: Context, { id, key, ...input }: OfferChange) {
  if (!can(ctx.actor, "bookings.change")) return fail("forbidden", { missing: "bookings.change" as const });
  return ctx.db.transaction().execute(async (tx) => {
    const request = await holdRequest(tx, id);
    if (!request) return fail("request_not_found");
    const accepted = await waitingQuote(tx, id);
    if (!accepted || request.state !== "accepted") return fail("already_accepted");
    if (!reaches(ctx.actor, accepted.city_id)) return fail("request_not_found");
    const { currency, deposit, pay_by, places } = accepted;
    if (input.total < leastTotal(deposit, SMALLEST_CHARGE[currency])) return fail("total_too_small");
    if (places !== null && places < input.people) return fail("places_too_few");
    const today = dateIn(ctx.now, accepted.time_zone);
    if (input.valid_until < today || input.valid_until > pay_by)
      return fail("wrong_days", { fields: ["valid_until" as const] });
    const hash = createHash("sha256").update(JSON.stringify(input)).digest("base64url");
    const { crawl_id, date, start_time, end_time, deposit_by } = accepted;
    const terms = { crawl_id, date, start_time, end_time, currency, deposit, deposit_by, places, pay_by };
    const added = await addQuote(tx, {
      ...terms,
      ...input,
      request_id: id,
      form_key: `${id}.${key}.${hash}`,
      created_at: ctx.now,
      created_by: ctx.actor.userId,
    });
    if (!added) return ok({});
    await audit(tx, ctx, { action: "group_request.quoted", subject: ["group_request", id], changes: {} });
    await ctx.publish(ctx, tx, groupQuoted({ quoteId: added.id }));
    return ok({});
  });
}
