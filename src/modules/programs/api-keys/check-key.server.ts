import { fail, ok } from "#src/kernel/result.ts";
import { permissionsOf } from "#src/modules/base/identity/rules/scopes.ts";
import { countCall } from "#src/modules/programs/api-keys/count-calls.server.ts";
import { hashOfKey, isKey } from "#src/platform/program-key.server.ts";
import { keyByHash } from "#src/modules/programs/api-keys/store.server.ts";
import type { Actor, Services } from "#src/platform/context.server.ts";

/**
 * Who a program is, by the key that it sends: the parts of its actor. Read from the database with every call, so that a key that is
 * revoked ends with it. Refusals: key_invalid (unknown, misspelt, revoked, expired, of a partner that is switched off: they are told
 * apart for nobody), key_elsewhere (limited to other sites), key_limit {retry_after, calls} (too many calls in this minute).
 */
export async function checkKey({ pool }: Services, text: string, { now, site }: { now: Date; site: string }) {
  if (!isKey(text)) return fail("key_invalid");
  const hash = hashOfKey(text);
  const row = await keyByHash(pool, hash);
  if (!row || row.revoked_at !== null || row.partner_active === false) return fail("key_invalid");
  if (row.expires_at !== null && row.expires_at <= now) return fail("key_invalid");
  if (row.sites !== null && !row.sites.includes(site)) return fail("key_elsewhere");
  const { isWithin, ...calls } = countCall({ pool }, { id: row.id, hash, limit: row.per_minute, now });
  if (!isWithin) return fail("key_limit", { retry_after: calls.seconds, calls });
  const { id, name, scopes, sites, test, cities, partner_id: partnerId } = row;
  const actor = {
    kind: "key" as const,
    key: { id, name, scopes, sites, test, partnerId, permissions: permissionsOf({ scopes, partnerId }) },
    cities,
  } satisfies Partial<Actor>;
  return ok({ actor, calls });
}
