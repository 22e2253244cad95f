import { data } from "react-router";
import { z } from "zod";
import { listPartnerChoices, openPartnerWidget } from "#src/modules/sales/affiliates/queries.server.ts";
import {
  affiliatesNotSent,
  type AffiliatesAnswer,
  refusedAffiliates,
} from "#src/modules/sales/affiliates/rules/admin-answer.ts";
import { readOrigins } from "#src/modules/sales/affiliates/rules/widget.ts";
import {
  ignoreWidgetOrigin,
  listWidgetOrigin,
  setWidgetOrigins,
} from "#src/modules/sales/affiliates/set-widget-origins.server.ts";
import PartnerWidget from "#src/modules/sales/affiliates/admin/partner-widget-page.tsx";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { keepFormValues } from "#src/routes/admin/shared.ts";
import type { Route } from "./+types/partner-widget";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const id = new URL(request.url).searchParams.get("partner");
  const [partners, seen] = await Promise.all([listPartnerChoices(ctx), id ? openPartnerWidget(ctx, id) : null]);
  if (!seen) return { partners, opened: null, origin: ctx.origin };
  if (!seen.ok) {
    if (seen.reason === "forbidden") throw refused(seen);
    throw data(null, { status: 404 });
  }
  const { partner, origins, reports, mayChange } = seen;
  return { partners, opened: { partner, origins, reports, mayChange }, origin: ctx.origin };
}

const Act = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("save"),
    partner: z.uuid(),
    version: z.coerce.number().int(),
    origins: z.string().max(6000),
  }),
  z.object({ intent: z.enum(["list", "ignore"]), partner: z.uuid(), origin: z.string().min(1).max(200) }),
]);

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const act = Act.safeParse(Object.fromEntries(await request.formData()));
  if (!act.success) throw data(null, { status: 400 });
  const at = ctx.now.getTime();
  const { intent, partner: partnerId } = act.data;
  if (intent !== "save") {
    const { origin } = act.data;
    const listed = intent === "list";
    const done = await (listed ? listWidgetOrigin : ignoreWidgetOrigin)(ctx, { partnerId, origin });
    const flash = listed ? "affiliates-qr.widget.flash.listed" : "affiliates-qr.widget.flash.ignored";
    return answer(done, { flash, values: { origin }, at });
  }
  const origins = readOrigins(act.data.origins);
  if (!origins) return data(WRONG_ORIGIN(at), { status: 422 });
  const { version } = act.data;
  return answer(await setWidgetOrigins(ctx, { partnerId, version, origins }), {
    flash: "affiliates-qr.widget.flash.saved",
    at,
  });
}

const WRONG_ORIGIN = (at: number): AffiliatesAnswer => ({
  fieldErrors: [{ id: "origins", message: "affiliates-qr.widget.error.origin" }],
  at,
});

type Result = { ok: true } | { ok: false; reason: string; missing?: string };

function answer(result: Result, done: AffiliatesAnswer) {
  if (result.ok) return data(done);
  if (result.reason === "forbidden") throw refused({ missing: result.missing ?? "" });
  if (result.reason === "too_many_sites") return data(WRONG_ORIGIN(done.at), { status: 422 });
  return data(refusedAffiliates(result, done.at), { status: 409 });
}

export const clientAction = (asked: Route.ClientActionArgs) => keepFormValues(asked, affiliatesNotSent);

export default PartnerWidget;
