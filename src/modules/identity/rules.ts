/**
 * Whether a user is an admin: an address of `ADMIN_EMAILS` (lower case there), compared without regard to case and only once it
 * is verified, or a granted role (mechanics 10).
 */
export const isAdmin = (
  user: { email: string; email_verified: boolean; role: string | null },
  adminEmails: readonly string[],
): boolean => user.role === "admin" || (user.email_verified && adminEmails.includes(user.email.toLowerCase()));

/** A place on this site to go to after signing in; anything that could lead elsewhere becomes the home page. */
export function sameOriginPath(next: string | null): string {
  if (!next?.startsWith("/") || /^\/[/\\]|[\\\p{Cc}]/u.test(next)) return "/";
  return new URL(next, "http://here.invalid").origin === "http://here.invalid" ? next : "/";
}
