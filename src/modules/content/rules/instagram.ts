/**
 * The embed URL of an Instagram post: only for a link with a post path and an id of letters, digits, underscore or hyphen (spec
 * section 5); else null, and nothing is embedded.
 */
export function instagramEmbed(link: string): string | null {
  const [, id] = /\/p\/([A-Za-z0-9_-]+)(?=[/?#]|$)/.exec(link) ?? [];
  return id ? `https://www.instagram.com/p/${id}/embed` : null;
}
