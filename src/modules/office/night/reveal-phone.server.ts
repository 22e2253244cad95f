import { isUuid } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { nightsAccepted } from "#src/modules/evening/guides/queries.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { isTimeToCall } from "#src/modules/office/night/rules/call.ts";
import { nightRow, phoneRow } from "#src/modules/office/night/store.server.ts";
import { logAccess } from "#src/platform/access-log.server.ts";
import type { Context } from "#src/platform/context.server.ts";

type PhoneRequest = {
  night: string;
  /** as the party is named on the page: by the first of its tickets */
  party: string;
};

/**
 * The phone of a confirmed party (an empty text where it left none), for a guide who has accepted the night, while it is time to
 * call (`isTimeToCall`). Each look is recorded in the access log before the number is returned. Needs `manifest.read`. Refusals:
 * forbidden {missing}, not_own (not their night, or not its time), party_not_found.
 */
export async function revealPhone(ctx: Context, { night, party }: PhoneRequest) {
  if (!can(ctx.actor, "manifest.read")) return fail("forbidden", { missing: "manifest.read" as const });
  const row = isUuid(night) ? await nightRow(ctx.db, night, ctx.now) : undefined;
  if (!row || !isTimeToCall(row, ctx.now) || !(await nightsAccepted(ctx, [row.id])).has(row.id)) return fail("not_own");
  const found = isUuid(party) ? await phoneRow(ctx.db, row.id, party) : undefined;
  if (!found) return fail("party_not_found");
  const subject = `/admin/nights/${row.id}/phones/${found.reference}`;
  await logAccess(ctx.db, ctx, { kind: "download", outcome: "done", subject });
  return ok({ phone: found.phone });
}
