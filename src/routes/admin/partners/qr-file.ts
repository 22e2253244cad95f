import { data } from "react-router";
import { staffQrFile } from "#src/modules/partners/partner-admin/write-qr-file.server.ts";
import { sentFile } from "#src/platform/stream-file.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/qr-file";

/** A QR code as a picture, poster or table tent. */
export async function loader({ context, params: { id, file: name } }: Route.LoaderArgs) {
  const read = await staffQrFile(await staffContext(context), { id, name });
  if (!read.ok) throw read.reason === "forbidden" ? refused(read) : data(null, { status: 404 });
  const { content, ...named } = read.file;
  return sentFile(content, named);
}
