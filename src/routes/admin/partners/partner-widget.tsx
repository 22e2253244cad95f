import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { act } from "#src/routes/shared/act.server.ts";
import { QR_REFUSALS } from "#src/modules/partners/partner-admin/rules/qr-refusals.ts";
import { data } from "react-router";
import { z } from "zod";
import { listPartnerChoices, openPartnerWidget } from "#src/modules/sales/affiliates/queries.server.ts";
import { readOrigins } from "#src/modules/sales/affiliates/rules/widget.ts";
import {
  ignoreWidgetOrigin,
  listWidgetOrigin,
  setWidgetOrigins,
} from "#src/modules/sales/affiliates/set-widget-origins.server.ts";
import PartnerWidget from "#src/modules/partners/partner-admin/admin/partner-widget-page.tsx";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { keepFormValues } from "#src/routes/admin/shared.ts";
import type { Route } from "./+types/partner-widget";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const id = new URL(request.url).searchParams.get("partner");
  const [partners, page] = await Promise.all([listPartnerChoices(ctx), id ? openPartnerWidget(ctx, id) : null]);
  if (!page) return { partners, opened: null, origin: ctx.origin };
  if (!page.ok) {
    if (page.reason === "forbidden") throw refused(page);
    throw data(null, { status: 404 });
  }
  const { partner, origins, reports, mayChange } = page;
  return { partners, opened: { partner, origins, reports, mayChange }, origin: ctx.origin };
}

const partner = z.uuid();
const origin = z.string().min(1).max(200);
const origins = z
  .string()
  .max(6000, "affiliates-qr.widget.error.origin")
  .transform((typed, refinement) => {
    const read = readOrigins(typed);
    if (read) return read;
    refinement.addIssue({ code: "custom", message: "affiliates-qr.widget.error.origin" });
    return z.NEVER;
  });

export const action = (args: Route.ActionArgs) =>
  adminAct(args, {
    refusals: QR_REFUSALS,
    acts: {
      save: act({
        input: z.object({ partner, version: z.coerce.number().int(), origins }),
        fields: ["origins"],
        run: (ctx, { partner: partnerId, ...sites }) => setWidgetOrigins(ctx, { partnerId, ...sites }),
        done: "affiliates-qr.widget.flash.saved",
      }),
      list: act({
        input: z.object({ partner, origin }),
        run: (ctx, { partner: partnerId, ...site }) => listWidgetOrigin(ctx, { partnerId, ...site }),
        done: (_, { origin: site }) => ({ flash: "affiliates-qr.widget.flash.listed", values: { origin: site } }),
      }),
      ignore: act({
        input: z.object({ partner, origin }),
        run: (ctx, { partner: partnerId, ...site }) => ignoreWidgetOrigin(ctx, { partnerId, ...site }),
        done: (_, { origin: site }) => ({ flash: "affiliates-qr.widget.flash.ignored", values: { origin: site } }),
      }),
    },
  });

export const clientAction = (args: Route.ClientActionArgs) => keepFormValues(args, "affiliates-qr.refused.failed");

export default PartnerWidget;
