import { lookAtTill } from "#src/modules/evening/till/look-at-till.server.ts";
import { tillsPage } from "#src/modules/evening/till/queries.server.ts";
import { refusalOf, type TillExtra } from "#src/modules/evening/till/rules/answer.ts";
import { TILL_LIST } from "#src/modules/evening/till/rules/till-list.ts";
import { LookAt } from "#src/modules/evening/till/schema.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { act } from "#src/routes/shared/act.server.ts";
import { countAct, TILL_REFUSALS } from "#src/routes/admin/shared/till-acts.server.ts";
import type { Route } from "./+types/tills";
import TillsPage from "#src/modules/evening/till/admin/tills-page.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const filter = TILL_LIST.read(new URL(request.url).searchParams);
  const list = await tillsPage(ctx, filter, filter.older, filter.count);
  if (!list.ok) throw refused(list);
  return { list, filter };
}

export const action = (args: Route.ActionArgs) =>
  adminAct<TillExtra>(args, {
    refusals: TILL_REFUSALS,
    acts: {
      count: countAct,
      look_at: act({ input: LookAt, run: lookAtTill, done: "till.done.look_at", refusal: refusalOf }),
    },
  });

/** After a refusal the page shows what has changed meanwhile. */
export const shouldRevalidate = () => true;

export default TillsPage;
