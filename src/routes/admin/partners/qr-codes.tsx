import { listQrCodes } from "#src/modules/sales/affiliates/queries.server.ts";
import { QR_LIST } from "#src/modules/sales/affiliates/rules/qr-list.ts";
import QrCodes from "#src/modules/partners/partner-admin/admin/qr-codes-page.tsx";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/qr-codes";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const filter = QR_LIST.read(new URL(request.url).searchParams);
  const list = await listQrCodes(ctx, filter);
  if (!list.ok) throw refused(list);
  return { list, filter };
}

export default QrCodes;
