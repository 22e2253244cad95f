import { readEmail } from "#src/modules/mail/notifications/queries.server.ts";
import { requestContext } from "#src/platform/context.server.ts";
import type { Route } from "./+types/dev-email-file";

/** An attachment of an email by its name, or the whole email as `message.eml`; 404 in production. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const found = await readEmail(context.get(requestContext), params.id);
  const whole = found?.raw && { filename: "message.eml", contentType: "message/rfc822", content: found.raw };
  const file = [...(found?.files ?? []), ...(whole ? [whole] : [])].find(({ filename }) => filename === params.file);
  if (!file) throw new Response(null, { status: 404 });
  return new Response(new Uint8Array(file.content), {
    headers: {
      "content-type": file.contentType,
      "content-disposition": `attachment; filename="${file.filename}"`,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
  });
}
