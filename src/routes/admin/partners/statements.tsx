import { dateIn, HOME_ZONE } from "#src/kernel/local-time.ts";
import { actOnStatement } from "#src/routes/admin/shared/statement-act.server.ts";
import { statementsPage } from "#src/modules/partners/commission/queries.server.ts";
import { STATEMENT_LIST } from "#src/modules/partners/commission/rules/statement.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/statements";
import StatementsPage from "#src/modules/partners/commission/admin/statements-page.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const { month, page: number } = STATEMENT_LIST.read(new URL(request.url).searchParams);
  const page = await statementsPage(ctx, { month: month ?? dateIn(ctx.now, HOME_ZONE).slice(0, 7), page: number });
  if (!page.ok) throw refused(page);
  return page;
}

export const action = (args: Route.ActionArgs) => actOnStatement(args);

/** After a refusal the page shows what has changed meanwhile. */
export const shouldRevalidate = () => true;

export default StatementsPage;
