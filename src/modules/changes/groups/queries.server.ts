import { isUuid } from "#src/kernel/codes.ts";
import { inLocale } from "#src/kernel/localized.ts";
import { fail, ok } from "#src/kernel/result.ts";
import type { RequestFilter } from "#src/modules/changes/groups/rules/request-list.ts";
import type { ListedRequest, OpenRequest } from "#src/modules/changes/groups/schema.ts";
import { countRequests, openedRequest, requestById, requestsPage } from "#src/modules/changes/groups/store.server.ts";
import { can, readable } from "#src/modules/base/identity/rules/permissions.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

/** Requests per page. */
const PAGE = 50;

/** A request, or undefined. For other modules' use cases; checks no access. */
export const requestOf = (on: Db | Tx, id: string) => requestById(on, id);
export type StoredRequest = NonNullable<Awaited<ReturnType<typeof requestById>>>;

/** A page of groups' requests with the numbers of each view. Refusal: forbidden {missing}. */
export async function listRequests(ctx: Context, filter: RequestFilter) {
  if (!can(ctx.actor, "bookings.read")) return fail("forbidden", { missing: "bookings.read" as const });
  const cities = readable(ctx.actor);
  const [rows, counted] = await Promise.all([
    requestsPage(ctx.db, { ...filter, cities }, PAGE),
    countRequests(ctx.db, { q: filter.q, cities }),
  ]);
  const count = (state: string) => counted.find((one) => one.state === state)?.n ?? 0;
  const counts = { new: count("new"), closed: count("closed"), all: count("new") + count("closed") };
  return ok({
    requests: rows.map((row) => listed(ctx, row)),
    counts,
    total: counts[filter.view],
    mayChange: can(ctx.actor, "bookings.change"),
  });
}

/** A request with all that its guest wrote. Refusals: forbidden {missing}, request_not_found. */
export async function openRequest(ctx: Context, id: string) {
  if (!can(ctx.actor, "bookings.read")) return fail("forbidden", { missing: "bookings.read" as const });
  const row = isUuid(id) ? await openedRequest(ctx.db, id, readable(ctx.actor)) : undefined;
  if (!row) return fail("request_not_found");
  const request: OpenRequest = {
    ...listed(ctx, row),
    phone: row.phone,
    language: row.language,
    words: row.words,
    closedAt: row.closed_at?.toISOString() ?? null,
    closedBy: row.closed_by,
  };
  return ok({ request });
}

const listed = ({ locale }: Context, row: Awaited<ReturnType<typeof requestsPage>>[number]): ListedRequest => ({
  id: row.id,
  state: row.state,
  name: row.name,
  email: row.email,
  people: row.people,
  city: row.city_name === null ? null : inLocale(locale, row.city_name, row.city_name_es),
  date: row.date,
  occasion: row.occasion,
  at: row.created_at.toISOString(),
});
