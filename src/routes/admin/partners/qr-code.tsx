import QrCode from "#src/modules/partners/partner-admin/admin/qr-code-page.tsx";
import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { act } from "#src/routes/shared/act.server.ts";
import { wrongColours, QR_REFUSALS } from "#src/modules/partners/partner-admin/rules/qr-refusals.ts";
import { data } from "react-router";
import { z } from "zod";
import { qrSvg } from "#src/modules/partners/partner-admin/draw-qr.server.ts";
import { openQrCode } from "#src/modules/sales/affiliates/queries.server.ts";
import { switchQrCode, updateQrCode } from "#src/modules/sales/affiliates/save-qr-code.server.ts";
import { QR_LIST } from "#src/modules/sales/affiliates/rules/qr-list.ts";
import { QR_FIELDS, SaveQrCode } from "#src/modules/sales/affiliates/schema.ts";
import { historyOf } from "#src/modules/office/audit-log/queries.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { keepFormValues } from "#src/routes/admin/shared.ts";
import type { Route } from "./+types/qr-code";

export async function loader({ context, params: { id }, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const { searchParams } = new URL(request.url);
  const { days } = QR_LIST.read(searchParams);
  const page = await openQrCode(ctx, id, days);
  if (!page.ok) {
    if (page.reason === "forbidden") throw refused(page);
    throw data(null, { status: 404 });
  }
  const { code, counted, partners, targets, mayChange } = page;
  const [svg, history] = await Promise.all([qrSvg(code), historyOf(ctx, [["qr_code", id]])]);
  return { code, counted, partners, targets, mayChange, svg, history, days, added: searchParams.has("added") };
}

export function action({ params: { id }, ...args }: Route.ActionArgs) {
  const switching = (isActive: boolean) =>
    act({
      input: z.object({}),
      run: (ctx) => switchQrCode(ctx, { id, isActive }),
      done: () => ({
        flash: isActive ? "affiliates-qr.flash.activated" : "affiliates-qr.flash.deactivated",
        undo: { intent: isActive ? "deactivate" : "activate" },
      }),
    });
  return adminAct(args, {
    refusals: QR_REFUSALS,
    acts: {
      save: act({
        input: SaveQrCode.extend({ version: z.coerce.number().int() }),
        fields: QR_FIELDS,
        run: (ctx, { version, ...code }) => updateQrCode(ctx, { id, version, code }),
        done: "affiliates-qr.flash.saved",
        refusal: wrongColours,
      }),
      activate: switching(true),
      deactivate: switching(false),
    },
  });
}

export const clientAction = (args: Route.ClientActionArgs) => keepFormValues(args, "affiliates-qr.refused.failed");

export default QrCode;
