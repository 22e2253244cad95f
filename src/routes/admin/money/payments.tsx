import { redirect } from "react-router";
import { CURRENCIES } from "#src/kernel/money.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import type { MoneyExtra } from "#src/modules/books/reconciliation/admin/money-act.tsx";
import { actOnMoney } from "#src/modules/books/reconciliation/act-on-money.server.ts";
import { listMoney, paymentsAdmin } from "#src/modules/books/reconciliation/queries.server.ts";
import { type Act, ACTS, isAct, refusalText, SECTION_OF } from "#src/modules/books/reconciliation/rules/admin.ts";
import { MONEY_LIST } from "#src/modules/books/reconciliation/rules/money-list.ts";
import { MoneyAct } from "#src/modules/books/reconciliation/schema.ts";
import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { act } from "#src/routes/shared/act.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import Payments from "#src/modules/books/reconciliation/admin/payments-page.tsx";
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
  const page = await paymentsAdmin(ctx);
  if (!page.ok) throw refused({ missing: "payments.read" });
  const done = searchParams.get("done");
  return { all: null, admin: page.admin, done: isAct(done) ? done : null };
}

const moneyAct = (intent: Act) =>
  act<MoneyAct, Awaited<ReturnType<typeof actOnMoney>>, MoneyExtra>({
    input: MoneyAct,
    run: (ctx, input) => actOnMoney(ctx, { ...input, act: intent }),
    done: (_, _input, ctx) => {
      throw redirect(localizedPath(`/admin/payments?done=${intent}#${SECTION_OF[intent]}`, ctx.locale));
    },
    refusal: ({ reason }, { note }) => ({ note, formError: refusalText(reason) }),
  });

export const action = (args: Route.ActionArgs) =>
  adminAct(args, {
    refusals: { failed: "reconciliation.refused.changed" },
    acts: Object.fromEntries(ACTS.map((intent) => [intent, moneyAct(intent)])),
  });

export default Payments;
