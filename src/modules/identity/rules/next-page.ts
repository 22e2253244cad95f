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

const carried = (path: string): string => path.toWellFormed().replaceAll(/[^!-~]+/g, encodeURIComponent);
