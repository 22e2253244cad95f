import { data } from "react-router";
import { readStatementFile } from "#src/modules/partners/commission/read-statement-file.server.ts";
import { signedIn } from "#src/platform/context.server.ts";
import { CSV_TYPE, sentFile, streamedFile, tooManyFiles } from "#src/platform/stream-file.server.ts";
import { csvOf } from "#src/platform/write-csv.server.ts";
import type { Route } from "./+types/partner-statement";

/** A statement of a partner as a file, by the link of their page. */
export async function loader({ context, params: { token, file } }: Route.LoaderArgs) {
  const read = await readStatementFile(await signedIn(context), token, file);
  if (!read.ok && read.reason === "too_many_attempts") return tooManyFiles(read.retry_after);
  if (!read.ok) throw data(null, { status: 404, headers: { "cache-control": "no-store" } });
  // partners have no account that could say how their spreadsheet writes numbers: as in Mexico
  if ("sheet" in read) return streamedFile(csvOf(read.sheet, "point"), { name: file, type: CSV_TYPE });
  return sentFile(new Uint8Array(read.content), { name: file, type: "application/pdf" });
}
