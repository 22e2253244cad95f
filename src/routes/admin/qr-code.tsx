import { data } from "react-router";
import { z } from "zod";
import { toFieldErrors } from "#src/locales/field-errors.ts";
import { qrSvg } from "#src/modules/sales/affiliates/draw-qr.server.ts";
import { openQrCode } from "#src/modules/sales/affiliates/queries.server.ts";
import {
  affiliatesNotSent,
  type AffiliatesAnswer,
  refusedAffiliates,
} from "#src/modules/sales/affiliates/rules/admin-answer.ts";
import { switchQrCode, updateQrCode } from "#src/modules/sales/affiliates/save-qr-code.server.ts";
import { QR_FIELDS, QrFilter, SaveQrCode } from "#src/modules/sales/affiliates/schema.ts";
import { historyOf } from "#src/modules/base/audit/queries.server.ts";
import QrCode from "#src/modules/sales/affiliates/admin/qr-code-page.tsx";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { keepFormValues } from "#src/routes/admin/shared.ts";
import type { Route } from "./+types/qr-code";

export async function loader({ context, params: { id }, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const asked = Object.fromEntries(new URL(request.url).searchParams);
  const { days } = QrFilter.parse(asked);
  const seen = await openQrCode(ctx, id, days);
  if (!seen.ok) {
    if (seen.reason === "forbidden") throw refused(seen);
    throw data(null, { status: 404 });
  }
  const { code, counted, partners, targets, mayChange } = seen;
  const [svg, history] = await Promise.all([qrSvg(code), historyOf(ctx, [["qr_code", id]])]);
  return { code, counted, partners, targets, mayChange, svg, history, days, added: "added" in asked };
}

const Act = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("save"), version: z.coerce.number().int() }),
  z.object({ intent: z.enum(["activate", "deactivate"]) }),
]);

export async function action({ context, params: { id }, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const form = Object.fromEntries(await request.formData());
  const act = Act.safeParse(form);
  if (!act.success) throw data(null, { status: 400 });
  const at = ctx.now.getTime();
  if (act.data.intent !== "save") {
    const active = act.data.intent === "activate";
    const flash = active ? "affiliates-qr.flash.activated" : "affiliates-qr.flash.deactivated";
    return answer(await switchQrCode(ctx, { id, isActive: active }), { flash, active, at });
  }
  const code = SaveQrCode.safeParse(form);
  if (!code.success)
    return data<AffiliatesAnswer>({ fieldErrors: toFieldErrors(QR_FIELDS, code.error.issues), at }, { status: 422 });
  const saved = await updateQrCode(ctx, { id, version: act.data.version, code: code.data });
  return answer(saved, { flash: "affiliates-qr.flash.saved", at });
}

type Result = { ok: true } | { ok: false; reason: string; missing?: string; fault?: string };

function answer(result: Result, done: AffiliatesAnswer) {
  if (result.ok) return data(done);
  if (result.reason === "forbidden") throw refused({ missing: result.missing ?? "" });
  return data(refusedAffiliates(result, done.at), { status: 409 });
}

export const clientAction = (asked: Route.ClientActionArgs) => keepFormValues(asked, affiliatesNotSent);

export default QrCode;
