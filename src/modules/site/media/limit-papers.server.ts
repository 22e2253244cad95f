import { fail, ok } from "#src/kernel/result.ts";
import { isStaff } from "#src/modules/base/identity/rules/permissions.ts";
import type { Context } from "#src/platform/context.server.ts";
import { type Limit, mayUse, secondsLeft } from "#src/platform/rate-limit.server.ts";

/** A hostel's guests share an address, and take a file or two each. */
const FILES: Limit = { max: 120, seconds: 600 };

/**
 * Counts that a file is drawn or signed for a guest or partner, by address and by account. Staff aren't counted. Refusal:
 * too_many_attempts {retry_after}.
 */
export async function countPaper(ctx: Context) {
  const { address, userId, role } = ctx.actor;
  if (isStaff(role)) return ok({});
  const keys = [`papers:${address}`, ...(userId === null ? [] : [`papers:${userId}`])];
  if (await mayUse(ctx.pool, keys, FILES, ctx.now)) return ok({});
  return fail("too_many_attempts", { retry_after: secondsLeft(FILES, ctx.now) });
}
