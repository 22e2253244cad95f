import { can, roleOf } from "#src/modules/identity/rules/permissions.ts";

type Owner = {
  email: string;
  email_verified: boolean;
  role: string | null;
  two_factor_enabled: boolean | null;
  banned: boolean | null;
};

/** Whether a phone's owner may record check-ins now, as a session of theirs could: else it counts as revoked. */
export function isStillAllowed(
  owner: Owner,
  { ADMIN_EMAILS, RONDA_SEED }: { ADMIN_EMAILS: readonly string[]; RONDA_SEED: string },
): boolean {
  const role = owner.banned ? null : roleOf(owner, ADMIN_EMAILS);
  const secondFactor = owner.two_factor_enabled === true || RONDA_SEED === "demo";
  return can({ kind: "user", role, secondFactor }, "checkins.record");
}
