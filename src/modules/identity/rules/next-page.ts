const HERE = "http://here.invalid";

/** A place on this site to go to after signing in; anything that could lead elsewhere becomes the home page. */
export function sameOriginPath(next: string | null): string {
  if (!next?.startsWith("/") || /^\/[/\\]|[\\\p{Cc}]/u.test(next)) return "/";
  const { origin, pathname } = new URL(next, HERE);
  // `/.//evil.example` is here, but whoever tidies it and then follows it is elsewhere
  return origin === HERE && !pathname.startsWith("//") ? next : "/";
}
