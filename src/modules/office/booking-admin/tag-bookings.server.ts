import { fail, type Failure, ok, type Ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { type Chosen, chosenIds, MOST_CHOSEN } from "#src/modules/office/booking-admin/queries.server.ts";
import type { Tagging } from "#src/modules/office/booking-admin/schema.ts";
import { addTag, removeTags, tagFor, tagNamed } from "#src/modules/office/booking-admin/store/tags.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

type Refusal = (Failure<"too_many"> & { max: number }) | (Failure<"forbidden"> & { missing: "bookings.change" });

/**
 * Adds a tag to the chosen bookings, or takes it off them. `changed` are those that didn't have it (or had it): the others stay as
 * they are, so that repeating changes nothing, and undoing concerns those alone. Needs `bookings.change`. Refusals: forbidden
 * {missing}, too_many {max}.
 */
export async function tagBookings(
  ctx: Context,
  chosen: Chosen,
  { name, way }: Tagging,
): Promise<Ok<{ tag: string; changed: string[] }> | Refusal> {
  if (!can(ctx.actor, "bookings.change")) return fail("forbidden", { missing: "bookings.change" as const });
  const ids = await chosenIds(ctx, chosen);
  if (ids === null) return fail("too_many", { max: MOST_CHOSEN });
  return ctx.db.transaction().execute(async (tx) => {
    const tag = way === "add" ? await tagFor(tx, name) : await tagNamed(tx, name);
    if (!tag) return ok({ tag: name, changed: [] });
    const changed = await (way === "add" ? addTag(tx, ids, tag.id) : removeTags(tx, ids, tag.id));
    const audited =
      way === "add"
        ? ({ action: "booking.tagged", changes: { tag: [null, tag.id] } } as const)
        : ({ action: "booking.untagged", changes: { tag: [tag.id, null] } } as const);
    for (const id of changed) await audit(tx, ctx, { ...audited, subject: ["booking", id] });
    return ok({ tag: tag.name, changed });
  });
}
