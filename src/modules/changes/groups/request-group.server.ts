import { createHash } from "node:crypto";
import { dateIn, HOME_ZONE } from "#src/kernel/local-time.ts";
import { mailboxOf } from "#src/kernel/mailbox.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { groupRequested } from "#src/modules/changes/groups/events.ts";
import { earliestDate } from "#src/modules/changes/groups/rules/request-form.ts";
import type { RequestGroup } from "#src/modules/changes/groups/schema.ts";
import { addRequest } from "#src/modules/changes/groups/store.server.ts";
import { listDestinations } from "#src/modules/site/catalog/queries.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { type Act, mayDo, retryAfter } from "#src/platform/limit-strangers.server.ts";

/** Requests per hour: per address, per browser and per mailbox that gets the confirmation. */
const REQUESTING: Act = { name: "groups", limit: { max: 10, seconds: 3600 }, all: { brake: 100, most: 1000 } };

/**
 * Stores what a guest asks for their group and publishes it, in one transaction. Anyone may ask, within the limit. `key` is the
 * form's: sent twice it is one request, edited after going back another. `trap` is the honeypot field: a bot is told that all is well.
 * Refusals: too_many_attempts {retry_after}, city_unknown, date_past.
 */
export async function requestGroup(ctx: Context, input: RequestGroup, { key, trap }: { key: string; trap: string }) {
  const whose = [{ who: mailboxOf(input.email) }, { who: ctx.actor.browser }];
  if (!(await mayDo(ctx, REQUESTING, whose)))
    return fail("too_many_attempts", { retry_after: retryAfter(ctx, REQUESTING) });
  const { city, date, ...written } = input;
  if (date !== "" && date < earliestDate(dateIn(ctx.now, HOME_ZONE))) return fail("date_past");
  if (city !== "" && !(await listDestinations(ctx)).some(({ id }) => id === city)) return fail("city_unknown");
  if (trap !== "") return ok({});
  return ctx.db.transaction().execute(async (tx) => {
    const added = await addRequest(tx, {
      ...written,
      form_key: `${key}.${createHash("sha256").update(JSON.stringify(input)).digest("base64url")}`,
      city_id: city || null,
      date: date || null,
      site_tag: ctx.site,
      created_at: ctx.now,
    });
    if (!added) return ok({});
    await audit(tx, ctx, { action: "group_request.received", subject: ["group_request", added.id] });
    await ctx.publish(ctx, tx, groupRequested({ requestId: added.id }));
    return ok({});
  });
}
