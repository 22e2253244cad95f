import type { KeyGrant } from "#src/platform/context.server.ts";
import type { Statements } from "#src/platform/db.server.ts";

/** A key as a call needs it. `expires_at`: of the key or of this secret, whichever is earlier; null where neither ends. */
export type KeyRow = {
  id: string;
  name: string;
  scopes: string[];
  partner_id: string | null;
  partner_active: boolean | null;
  sites: KeyGrant["sites"];
  cities: string[] | null;
  test: boolean;
  per_minute: number;
  expires_at: Date | null;
  revoked_at: Date | null;
};

const BY_HASH = `select k.id, k.name, k.scopes, k.partner_id, p.is_active as partner_active, k.sites, k.cities, k.test, k.per_minute,
    least(k.expires_at, s.expires_at) as expires_at, k.revoked_at
  from api_key_secrets s join api_keys k on k.id = s.key_id left join partners p on p.id = k.partner_id
  where s.hash = $1`;

/** The key that a secret's hash belongs to, also one that has ended. */
export async function keyByHash(on: Statements, hash: string): Promise<KeyRow | null> {
  const { rows } = await on.query<KeyRow>({ name: "key-by-hash", text: BY_HASH, values: [hash] });
  return rows[0] ?? null;
}
