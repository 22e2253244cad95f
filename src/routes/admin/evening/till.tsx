import { openTill } from "#src/modules/evening/till/open-till.server.ts";
import { payOut } from "#src/modules/evening/till/pay-out.server.ts";
import { ownTill } from "#src/modules/evening/till/queries.server.ts";
import { refusalOf, type TillExtra } from "#src/modules/evening/till/rules/answer.ts";
import { OpenTill, PayOut, SendBack, TakeOver } from "#src/modules/evening/till/schema.ts";
import { sendBackTill } from "#src/modules/evening/till/send-back-till.server.ts";
import { takeOverTill } from "#src/modules/evening/till/take-over-till.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { act } from "#src/routes/shared/act.server.ts";
import { countAct, TILL_REFUSALS } from "#src/routes/admin/shared/till-acts.server.ts";
import type { Route } from "./+types/till";
import TillPage from "#src/modules/evening/till/admin/till-page.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const page = await ownTill(ctx);
  if (!page.ok) throw refused(page);
  return { ...page, formKey: crypto.randomUUID() };
}

export const action = (args: Route.ActionArgs) =>
  adminAct<TillExtra>(args, {
    refusals: TILL_REFUSALS,
    acts: {
      open: act({
        input: OpenTill,
        fields: Object.keys(OpenTill.shape),
        run: openTill,
        done: "till.done.open",
        refusal: refusalOf,
      }),
      pay_out: act({
        input: PayOut,
        fields: Object.keys(PayOut.shape),
        run: payOut,
        done: "till.done.pay_out",
        refusal: refusalOf,
      }),
      count: countAct,
      take_over: act({ input: TakeOver, run: takeOverTill, done: "till.done.take_over", refusal: refusalOf }),
      send_back: act({ input: SendBack, run: sendBackTill, done: "till.done.send_back", refusal: refusalOf }),
    },
  });

/** After a refusal the page shows what has changed meanwhile. */
export const shouldRevalidate = () => true;

export default TillPage;
