import type { Permission } from "#src/modules/base/identity/rules/permissions.ts";

/**
 * What the key of a program may be allowed, as `resource:verb`, and the permission that it gives a key of the house's own
 * (docs/decisions/215). A partner's key has none of these permissions: it reaches what is the partner's, and nothing else.
 */
export const SCOPES = {
  "catalog:read": "crawls.read",
  "availability:read": "schedule.read",
  "bookings:read": "bookings.read",
  "bookings:write": "bookings.change",
  "tonight:read": "manifest.read",
  "money:read": "reports.read",
  "partners:read": "affiliates.read",
} as const satisfies Record<string, Permission>;
export type Scope = keyof typeof SCOPES;
export const SCOPE_NAMES = /* @__PURE__ */ Object.keys(SCOPES) as readonly Scope[];

/** What the key of a partner may be allowed: of bookings and money only its own. */
export const SCOPES_OF_PARTNERS: readonly Scope[] = [
  "catalog:read",
  "availability:read",
  "bookings:read",
  "bookings:write",
  "money:read",
];

/** The permissions of a key: what its scopes give one of the house's own, and none for a partner's. */
export const permissionsOf = ({ scopes, partnerId }: { scopes: readonly string[]; partnerId: string | null }) =>
  partnerId === null ? SCOPE_NAMES.filter((scope) => scopes.includes(scope)).map((scope) => SCOPES[scope]) : [];
