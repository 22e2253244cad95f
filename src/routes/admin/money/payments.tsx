import { data, redirect } from "react-router";
import { CURRENCIES } from "#src/kernel/money.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import type { Refused } from "#src/modules/money/reconciliation/admin/money-act.tsx";
import { actOnMoney } from "#src/modules/money/reconciliation/act-on-money.server.ts";
import { listMoney, paymentsAdmin } from "#src/modules/money/reconciliation/queries.server.ts";
import { isAct, refusalText, SECTION_OF } from "#src/modules/money/reconciliation/rules/admin.ts";
import { MONEY_LIST } from "#src/modules/money/reconciliation/rules/money-list.ts";
import { MoneyAct } from "#src/modules/money/reconciliation/schema.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import Payments from "#src/modules/money/reconciliation/admin/payments-page.tsx";
import type { Route } from "./+types/payments";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const { searchParams } = new URL(request.url);
  const filter = MONEY_LIST.read(searchParams);
  if (filter.view === "all") {
    const listed = await listMoney(ctx, filter, filter);
    if (!listed.ok) throw refused({ missing: "payments.read" });
    return { all: { list: listed.list, near: listed.near, filter, currencies: CURRENCIES } };
  }
  const seen = await paymentsAdmin(ctx);
  if (!seen.ok) throw refused({ missing: "payments.read" });
  const done = searchParams.get("done");
  return { all: null, admin: seen.admin, done: isAct(done) ? done : null };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const asked = MoneyAct.safeParse(Object.fromEntries(await request.formData()));
  if (!asked.success) throw data(null, { status: 400 });
  const { act, id, note } = asked.data;
  const result = await actOnMoney(ctx, asked.data);
  if (result.ok) throw redirect(localizedPath(`/admin/payments?done=${act}#${SECTION_OF[act]}`, ctx.locale));
  const answer: Refused = { act, id, note, text: refusalText(result.reason), at: ctx.now.getTime() };
  return data(answer, { status: result.reason === "forbidden" ? 403 : 409 });
}

export default Payments;
