import { fail, ok } from "#src/kernel/result.ts";
import type { UpdateProfile } from "#src/modules/base/identity/schema.ts";
import { profileForUpdate, writeProfile } from "#src/modules/base/identity/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** Fields whose values the audit log records; for the others it records only the change, because it outlives the account. */
const TOLD: readonly string[] = ["language", "number_format", "marketing_consent"];

/** Changes the signed-in user's profile. Refuses: no_user. */
export async function updateProfile(ctx: Context, input: UpdateProfile) {
  const { userId } = ctx.actor;
  if (userId === null) return fail("no_user");
  const { number_format: format, ...rest } = input;
  const next = {
    ...rest,
    ...(format ? { number_format: format } : {}),
    marketing_consent: input.marketing_consent === "on",
  };
  return ctx.db.transaction().execute(async (tx) => {
    const before = await profileForUpdate(tx, userId);
    const changed = (Object.keys(next) as (keyof typeof next)[]).filter((field) => before[field] !== next[field]);
    if (changed.length === 0) return ok({ changed });
    await writeProfile(tx, userId, next, ctx.now);
    const changes = changed.map((field) => [field, TOLD.includes(field) ? [before[field], next[field]] : []]);
    await audit(tx, ctx, {
      action: "profile.updated",
      subject: ["user", userId],
      changes: Object.fromEntries(changes) as Record<string, [unknown, unknown]>,
    });
    return ok({ changed });
  });
}
