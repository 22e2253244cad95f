import type { Attachment } from "#src/platform/email.server.ts";

/** Puts the attached pictures into an email's HTML, for browsers. */
export function withPictures(html: string, attachments: readonly Attachment[]): string {
  const pictures = new Map(
    attachments.map((a) => [a.cid, `data:${a.contentType};base64,${a.content.toString("base64")}`]),
  );
  return html.replaceAll(/cid:([\w@-]+)/g, (whole, cid: string) => pictures.get(cid) ?? whole);
}
