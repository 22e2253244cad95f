import { isStaff } from "#src/modules/base/identity/rules/permissions.ts";

const HERE = "http://here.invalid";

/**
 * The path on this site to go to after signing in; anything that could lead elsewhere becomes the home page. What a header can't
 * carry (anything but visible ASCII) is percent-encoded.
 */
export function sameOriginPath(next: string | null): string {
  if (!next?.startsWith("/") || /^\/[/\\]|[\\\p{Cc}]/u.test(next)) return "/";
  const { origin, pathname } = new URL(next, HERE);
  // `/.//evil.example` is on this site, but normalising it first and then following it leads elsewhere
  return origin === HERE && !pathname.startsWith("//") ? carried(next) : "/";
}

/** Where somebody goes who signs in without having been on the way to a page: staff to the admin, a guide to their nights. */
export function startOf(role: string | null): string {
  if (role === "guide") return "/admin/my-shifts";
  return isStaff(role) ? "/admin" : "/";
}

const carried = (path: string): string => path.toWellFormed().replaceAll(/[^!-~]+/g, encodeURIComponent);
