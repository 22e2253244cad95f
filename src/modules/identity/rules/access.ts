import { allows, type Permission } from "#src/modules/identity/rules/permissions.ts";

/**
 * Who may open a page: `public` anyone · `link` anyone, but what is private shows only to whoever the page itself knows (a link's
 * token, the browser, the owner) · `development` anyone, outside production only · `signed-in` · `admin` · whoever has a permission.
 */
export type PageAccess = "public" | "link" | "development" | "signed-in" | "admin" | Permission;

type Asker = { kind: string; role: string | null; secondFactor: boolean };

/** Where somebody is let to: in, to sign in, to set up a second factor first, or home. */
export type Gate = "open" | "sign_in" | "second_factor" | "home";

const NEEDS_NOBODY: readonly PageAccess[] = ["public", "link", "development"];

/** Whether a page can be decided without knowing who asks. */
export const needsNobody = (access: PageAccess): boolean => NEEDS_NOBODY.includes(access);

/** Decides about one page for one person (spec section 2.1). Staff need a second factor. */
export function gateOf(asker: Asker, access: PageAccess): Gate {
  if (needsNobody(access)) return "open";
  if (asker.kind !== "user") return "sign_in";
  if (access === "signed-in") return "open";
  const allowed = access === "admin" ? asker.role === "admin" : allows(asker.role, access as Permission);
  if (!allowed) return "home";
  return asker.secondFactor ? "open" : "second_factor";
}

/** Whether a path is of the kind that not everybody may open, so that the browser shows who waits that something is loading. */
export const isGuarded = (pathname: string): boolean => /^(\/es)?\/(bookings|profile|admin)(\/|$)/.test(pathname);
