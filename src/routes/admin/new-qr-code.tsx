import { data, redirect } from "react-router";
import { z } from "zod";
import { localizedPath } from "#src/kernel/localized.ts";
import { toFieldErrors } from "#src/locales/field-errors.ts";
import { qrCodeToAdd } from "#src/modules/sales/affiliates/queries.server.ts";
import {
  affiliatesNotSent,
  type AffiliatesAnswer,
  refusedAffiliates,
} from "#src/modules/sales/affiliates/rules/admin-answer.ts";
import { DRAWN_ID } from "#src/modules/sales/affiliates/rules/qr-code.ts";
import { addQrCode } from "#src/modules/sales/affiliates/save-qr-code.server.ts";
import { QR_FIELDS, SaveQrCode } from "#src/modules/sales/affiliates/schema.ts";
import NewQrCode from "#src/modules/sales/affiliates/admin/new-qr-code-page.tsx";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { keepFormValues } from "#src/routes/admin/shared.ts";
import type { Route } from "./+types/new-qr-code";

export async function loader({ context, request }: Route.LoaderArgs) {
  const seen = await qrCodeToAdd(await staffContext(context));
  if (!seen.ok) throw refused(seen);
  const wished = new URL(request.url).searchParams.get("partner");
  const partner = seen.partners.find(({ id }) => id === wished)?.id ?? null;
  return { id: seen.id, partners: seen.partners, targets: seen.targets, partner };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const form = Object.fromEntries(await request.formData());
  const id = z.string().regex(DRAWN_ID).safeParse(form["id"]);
  if (!id.success) throw data(null, { status: 400 });
  const at = ctx.now.getTime();
  const code = SaveQrCode.safeParse(form);
  if (!code.success)
    return data<AffiliatesAnswer>({ fieldErrors: toFieldErrors(QR_FIELDS, code.error.issues), at }, { status: 422 });
  const result = await addQrCode(ctx, { id: id.data, code: code.data });
  if (result.ok) throw redirect(localizedPath(`/admin/affiliates/qr/${result.id}?added=1`, ctx.locale));
  if (result.reason === "forbidden") throw refused(result);
  return data(refusedAffiliates(result, at), { status: 409 });
}

export const clientAction = (asked: Route.ClientActionArgs) => keepFormValues(asked, affiliatesNotSent);

export default NewQrCode;
