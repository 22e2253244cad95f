/** What RFC 9116 advises: less than a year ahead. Counted from today, so that it is never over. */
const DAYS = 180;

type About = { origin: string; email: string; now: Date };

/**
 * The text that tells where to report a weakness (RFC 9116): the operator's `email`, if any, and the page to write to us on, at
 * `origin`, whose text this is.
 */
export function securityTxt({ origin, email, now }: About): string {
  const expires = new Date(now.getTime() + DAYS * 86_400_000).toISOString().slice(0, 10);
  const lines = [
    ...(email ? [`Contact: mailto:${encodeURI(email)}`] : []),
    `Contact: ${origin}/contact`,
    `Expires: ${expires}T00:00:00Z`,
    "Preferred-Languages: es, en",
    `Canonical: ${origin}/.well-known/security.txt`,
  ];
  return `${lines.join("\n")}\n`;
}
