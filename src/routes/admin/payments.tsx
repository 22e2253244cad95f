import { data, redirect } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import type { Refused } from "#src/modules/reconciliation/components/money-act.tsx";
import { actOnMoney } from "#src/modules/reconciliation/act-on-money.server.ts";
import { moneyDesk } from "#src/modules/reconciliation/queries.server.ts";
import { isAct, refusalText, SECTION_OF } from "#src/modules/reconciliation/rules/desk.ts";
import { MoneyAct } from "#src/modules/reconciliation/schema.ts";
import { requestContext, type RequestContext } from "#src/platform/context.server.ts";
import { later } from "#src/ui/later.tsx";
import type { Route } from "./+types/payments";

const PRIVATE = { "cache-control": "no-store" };
export const headers = () => PRIVATE;

const signedIn = async (ctx: RequestContext): Promise<RequestContext> => ({ ...ctx, actor: await ctx.user() });

export async function loader({ context, request }: Route.LoaderArgs) {
  const seen = await moneyDesk(await signedIn(context.get(requestContext)));
  if (!seen.ok) throw data(null, { status: 403 });
  const done = new URL(request.url).searchParams.get("done");
  return data({ desk: seen.desk, done: isAct(done) ? done : null }, { headers: PRIVATE });
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = await signedIn(context.get(requestContext));
  const asked = MoneyAct.safeParse(Object.fromEntries(await request.formData()));
  if (!asked.success) throw data(null, { status: 400 });
  const { act, id, note } = asked.data;
  const result = await actOnMoney(ctx, asked.data);
  if (result.ok)
    throw redirect(localizedPath(`/admin/payments?done=${act}#${SECTION_OF[act]}`, ctx.locale), { headers: PRIVATE });
  const refused: Refused = { act, id, note, text: refusalText(result.reason), at: ctx.now.getTime() };
  return data(refused, { status: result.reason === "forbidden" ? 403 : 409, headers: PRIVATE });
}

export default later(
  "page-money",
  async () => (await import("#src/routes/admin/views/payments.tsx")).default,
  "touched",
);
