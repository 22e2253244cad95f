import { data } from "react-router";
import { z } from "zod";
import { historyOf } from "#src/modules/base/audit/queries.server.ts";
import { type SwitchAnswer } from "#src/modules/office/opening/admin/open-switch.tsx";
import { confirmBrand } from "#src/modules/office/opening/confirm-brand.server.ts";
import { closeSales, openSales } from "#src/modules/office/opening/open-sales.server.ts";
import { openingOf } from "#src/modules/office/opening/queries.server.ts";
import { OPENING_INTENTS } from "#src/modules/office/opening/schema.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/opening";
import OpeningPage from "#src/modules/office/opening/admin/opening-page.tsx";

/** After a refusal the page shows what is missing; by default the router doesn't revalidate then. */
export const shouldRevalidate = () => true;

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const [seen, history] = await Promise.all([openingOf(ctx), historyOf(ctx, [["sales", "all"]])]);
  if (!seen.ok) throw refused(seen);
  return { opening: seen.opening, history };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const intent = z.enum(OPENING_INTENTS).safeParse((await request.formData()).get("intent"));
  if (!intent.success) throw data(null, { status: 400 });
  const answer = (body: Omit<SwitchAnswer, "intent">, status = 200) =>
    data<SwitchAnswer>({ ...body, intent: intent.data }, { status });
  const result = await ACTS[intent.data](ctx);
  if (result.ok) return answer({ flash: FLASHES[intent.data] });
  if (result.reason === "forbidden") throw refused(result);
  return answer({ flash: `opening.missing.${result.missing[0]!}`, bad: true }, 409);
}

const ACTS = { open: openSales, close: closeSales, confirm: confirmBrand };

const FLASHES = {
  open: "opening.flash.opened",
  close: "opening.flash.closed",
  confirm: "opening.flash.confirmed",
} as const;

export default OpeningPage;
