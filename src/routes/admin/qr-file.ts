import { data } from "react-router";
import { findQrCode } from "#src/modules/affiliates/queries.server.ts";
import { fileNamed } from "#src/modules/affiliates/rules/qr-file.ts";
import { writeQrFile } from "#src/modules/affiliates/write-qr-file.server.ts";
import { sentFile } from "#src/platform/stream-file.server.ts";
import { staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/qr-file";

/** A QR code as a picture, poster or table tent. */
export async function loader({ context, params: { id, file: name } }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const [code, file] = [await findQrCode(ctx, id), fileNamed(name)];
  if (!code || !file) throw data(null, { status: 404 });
  const { content, ...named } = await writeQrFile(ctx, code, file);
  return sentFile(content, named);
}
