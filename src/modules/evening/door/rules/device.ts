import { can, citiesOf, roleOf } from "#src/modules/base/identity/rules/permissions.ts";

type Owner = {
  email: string;
  email_verified: boolean;
  role: string | null;
  city_ids: readonly string[] | null;
  two_factor_enabled: boolean | null;
  banned: boolean | null;
};

type Site = { ADMIN_EMAILS: readonly string[]; RONDA_SEED: string };

/** Whether a phone's owner may record check-ins now, as a session of theirs could: else it counts as revoked. */
export const isStillAllowed = (owner: Owner, site: Site): boolean => can(ownerOf(owner, site), "checkins.record");

/** A phone's owner as an actor with the rights of now, as a session of theirs would have them. */
export function ownerOf(owner: Owner, { ADMIN_EMAILS, RONDA_SEED }: Site) {
  const role = owner.banned ? null : roleOf(owner, ADMIN_EMAILS);
  const cities = role && citiesOf(role, owner.city_ids);
  return {
    kind: "user" as const,
    role,
    cities,
    secondFactor: owner.two_factor_enabled === true || RONDA_SEED === "demo",
  };
}

/** How long a phone that was revoked may hand over what it did before. */
const HAND_OVER_MS = 48 * 3_600_000;

/** How much it may hand over: more than the door of 500 guests makes in a night, with proofs of age and who was turned away. */
export const MOST_HANDED_OVER = 2000;

/** Whether a phone was revoked too long ago to hand anything over. */
export const isOverdue = (revokedAt: Date, now: Date): boolean => now.getTime() - revokedAt.getTime() > HAND_OVER_MS;
