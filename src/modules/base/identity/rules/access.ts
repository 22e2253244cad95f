import { allows, isStaff, type Permission } from "#src/modules/base/identity/rules/permissions.ts";

/**
 * Who may open a page: `public` anyone · `link` anyone, but private content only for those the page itself identifies (by a
 * link's token, the browser, the owner) · `development` anyone, outside production only · `signed-in` · `staff` anyone with a
 * staff role · a permission: whoever has it.
 */
export type PageAccess = "public" | "link" | "development" | "signed-in" | "staff" | Permission;

type Asker = { kind: string; role: string | null; secondFactor: boolean; cities?: readonly string[] | null };

/**
 * Where a visitor is sent: in, to sign in, to set up a second factor first, home, or (staff) to a page that names the missing
 * permission.
 */
export type Gate = "open" | "sign_in" | "second_factor" | "home" | "refused";

const NEEDS_NOBODY: readonly PageAccess[] = ["public", "link", "development"];

/** Whether access can be decided without knowing the visitor. */
export const needsNobody = (access: PageAccess): boolean => NEEDS_NOBODY.includes(access);

/** Decides one visitor's access to one page (spec section 2.1). Staff need a second factor. */
export function gateOf(asker: Asker, access: PageAccess): Gate {
  if (needsNobody(access)) return "open";
  if (asker.kind !== "user") return "sign_in";
  if (access === "signed-in") return "open";
  if (!isStaff(asker.role)) return "home";
  if (!asker.secondFactor) return "second_factor";
  return access === "staff" || allows(asker.role, access as Permission, asker.cities ?? null) ? "open" : "refused";
}
