import NewQrCode from "#src/modules/partners/partner-admin/admin/new-qr-code-page.tsx";
import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { act } from "#src/routes/shared/act.server.ts";
import { wrongColours, QR_REFUSALS } from "#src/modules/partners/partner-admin/rules/qr-refusals.ts";
import { redirect } from "react-router";
import { z } from "zod";
import { localizedPath } from "#src/kernel/localized.ts";
import { qrCodeToAdd } from "#src/modules/sales/affiliates/queries.server.ts";
import { DRAWN_ID } from "#src/modules/sales/affiliates/rules/qr-code.ts";
import { addQrCode } from "#src/modules/sales/affiliates/save-qr-code.server.ts";
import { QR_FIELDS, SaveQrCode } from "#src/modules/sales/affiliates/schema.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { keepFormValues } from "#src/routes/admin/shared.ts";
import type { Route } from "./+types/new-qr-code";

export async function loader({ context, request }: Route.LoaderArgs) {
  const page = await qrCodeToAdd(await staffContext(context));
  if (!page.ok) throw refused(page);
  const wished = new URL(request.url).searchParams.get("partner");
  const partner = page.partners.find(({ id }) => id === wished)?.id ?? null;
  return { id: page.id, partners: page.partners, targets: page.targets, partner };
}

export const action = (args: Route.ActionArgs) =>
  adminAct(args, {
    refusals: QR_REFUSALS,
    acts: {
      save: act({
        input: SaveQrCode.extend({ id: z.string().regex(DRAWN_ID) }),
        fields: QR_FIELDS,
        run: (ctx, { id, ...code }) => addQrCode(ctx, { id, code }),
        done: ({ id }, _, { locale }) => {
          throw redirect(localizedPath(`/admin/affiliates/qr/${id}?added=1`, locale));
        },
        refusal: wrongColours,
      }),
    },
  });

export const clientAction = (args: Route.ClientActionArgs) => keepFormValues(args, "affiliates-qr.refused.failed");

export default NewQrCode;
