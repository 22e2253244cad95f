import { data } from "react-router";
import { readStatementFile } from "#src/modules/commission/read-statement-file.server.ts";
import { requestContext } from "#src/platform/context.server.ts";
import { sentFile, tooManyFiles } from "#src/platform/stream-file.server.ts";
import type { Route } from "./+types/partner-statement";

/** A statement of a partner as a file, by the link of their page. */
export async function loader({ context, params: { token, file } }: Route.LoaderArgs) {
  const seen = context.get(requestContext);
  const read = await readStatementFile({ ...seen, actor: await seen.user() }, token, file);
  if (!read.ok && read.reason === "too_many_attempts") return tooManyFiles(read.retry_after);
  if (!read.ok) throw data(null, { status: 404, headers: { "cache-control": "no-store" } });
  return sentFile(typeof read.body === "string" ? read.body : new Uint8Array(read.body), {
    name: file,
    type: read.type,
  });
}
