/**
 * The embed URL of an Instagram post: only for a link with a post path and an id of letters, digits, underscore or hyphen (spec
 * section 5); else null, and nothing is embedded.
 */
export function instagramEmbed(link: string): string | null {
  const [, id] = /\/p\/([A-Za-z0-9_-]+)(?=[/?#]|$)/.exec(link) ?? [];
  return id ? `https://www.instagram.com/p/${id}/embed` : null;
}

const HOSTS = ["instagram.com", "www.instagram.com", "m.instagram.com"];
/** A post's path, also as its author's page and the app write it. What the app shares as `/share/…` names no post. */
const POST_PATH = /^\/(?:(?!share\/)[\w.]+\/)?(?:p|reels?|tv)\/([A-Za-z0-9_-]{1,64})\/?$/;

/**
 * The plain address of an Instagram post that somebody pasted, without what tells who shared it; null for anything but a link to
 * one post, of which nothing could be embedded (`instagramEmbed`).
 */
export function postLink(pasted: string): string | null {
  const address = /^https?:\/\//i.test(pasted) ? pasted : `https://${pasted}`;
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !HOSTS.includes(url.hostname) || url.port !== "") return null;
  const [, id] = POST_PATH.exec(url.pathname) ?? [];
  return id ? `https://www.instagram.com/p/${id}/` : null;
}
