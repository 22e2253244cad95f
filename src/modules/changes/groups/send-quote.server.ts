import { createHash } from "node:crypto";
import { dateIn } from "#src/kernel/local-time.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { can, reaches } from "#src/modules/base/identity/rules/permissions.ts";
import { currenciesToPayIn } from "#src/modules/base/settings/queries.server.ts";
import { withdrawNight } from "#src/modules/changes/groups/cancel-night.server.ts";
import { groupQuoted } from "#src/modules/changes/groups/events.ts";
import { wrongDays } from "#src/modules/changes/groups/rules/quote.ts";
import type { SendQuote } from "#src/modules/changes/groups/schema.ts";
import { crawlsToQuote } from "#src/modules/changes/groups/queries.server.ts";
import { holdRequest, setState } from "#src/modules/changes/groups/store.server.ts";
import { addQuote } from "#src/modules/changes/groups/store/quotes.server.ts";
import { SMALLEST_CHARGE } from "#src/modules/sales/booking/rules/quote.ts";
import { isDateTaken } from "#src/modules/sales/schedule/create-private-departure.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Offers a group a night at a price, and emails it the link: the next version, which replaces those before. Idempotent by the form's
 * key. Needs `bookings.change`. Refusals: forbidden {missing}, request_not_found, crawl_not_found, currency_not_offered,
 * total_too_small, places_too_few, already_scheduled (with others, and its crawl has a night on that date), deposit_incomplete {field}, deposit_wrong (it, or what is left then, is less than a company charges), wrong_days
 * {fields}, already_accepted.
 */
export async function sendQuote(ctx: Context, { id, key, ...input }: SendQuote) {
  if (!can(ctx.actor, "bookings.change")) return fail("forbidden", { missing: "bookings.change" as const });
  const crawl = (await crawlsToQuote(ctx)).find((one) => one.id === input.crawl_id);
  if (!crawl || !reaches(ctx.actor, crawl.city_id)) return fail("crawl_not_found");
  const fields = wrongDays(input, dateIn(ctx.now, crawl.time_zone));
  if (fields.length > 0) return fail("wrong_days", { fields });
  if (!(await currenciesToPayIn(ctx)).includes(input.currency)) return fail("currency_not_offered");
  if (input.total < SMALLEST_CHARGE[input.currency]) return fail("total_too_small");
  const { deposit, deposit_by, places } = input;
  if (places !== null && places < input.people) return fail("places_too_few");
  if (places !== null && (await isDateTaken(ctx, input.crawl_id, input.date))) return fail("already_scheduled");
  if ((deposit === null) !== (deposit_by === null))
    return fail("deposit_incomplete", { field: deposit === null ? ("deposit" as const) : ("deposit_by" as const) });
  if (deposit !== null && Math.min(deposit, input.total - deposit) < SMALLEST_CHARGE[input.currency])
    return fail("deposit_wrong");
  return ctx.db.transaction().execute(async (tx) => {
    const request = await holdRequest(tx, id);
    if (!request) return fail("request_not_found");
    if (request.state === "accepted") return fail("already_accepted");
    const hash = createHash("sha256").update(JSON.stringify(input)).digest("base64url");
    const added = await addQuote(tx, {
      ...input,
      request_id: id,
      form_key: `${id}.${key}.${hash}`,
      created_at: ctx.now,
      created_by: ctx.actor.userId,
    });
    if (!added) return ok({});
    await withdrawNight(ctx, tx, { request_id: id });
    await setState(tx, id, { state: "quoted", closed_at: null, closed_by: null });
    await audit(tx, ctx, {
      action: "group_request.quoted",
      subject: ["group_request", id],
      // what was offered stands in its versions
      changes: request.state === "quoted" ? {} : { state: [request.state, "quoted"] },
    });
    await ctx.publish(ctx, tx, groupQuoted({ quoteId: added.id }));
    return ok({});
  });
}
