/** A place on this site to go to after signing in; anything that could lead elsewhere becomes the home page. */
export function sameOriginPath(next: string | null): string {
  if (!next?.startsWith("/") || /^\/[/\\]|[\\\p{Cc}]/u.test(next)) return "/";
  return new URL(next, "http://here.invalid").origin === "http://here.invalid" ? next : "/";
}
