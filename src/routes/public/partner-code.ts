import { data } from "react-router";
import { readCodeFile } from "#src/modules/partners/commission/read-code-file.server.ts";
import { requestContext } from "#src/platform/context.server.ts";
import { sentFile, tooManyFiles } from "#src/platform/stream-file.server.ts";
import type { Route } from "./+types/partner-code";

/** A partner's QR code as a picture, poster or table tent, by the link of their page. */
export async function loader({ context, params: { token, code, file } }: Route.LoaderArgs) {
  const read = await readCodeFile(context.get(requestContext), token, { code, file });
  if (!read.ok && read.reason === "too_many_attempts") return tooManyFiles(read.retry_after);
  if (!read.ok) throw data(null, { status: 404, headers: { "cache-control": "no-store" } });
  const { content, ...named } = read.file;
  return sentFile(content, named);
}
