import { actOnStatement } from "#src/routes/admin/shared/statement-act.server.ts";
import { statementsPage } from "#src/modules/partners/commission/queries.server.ts";
import { monthShown } from "#src/modules/partners/commission/rules/statement.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/statements";
import StatementsPage from "#src/modules/partners/commission/admin/statements-page.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const query = new URL(request.url).searchParams;
  const month = monthShown(query.get("month"), ctx.now);
  const page = await statementsPage(ctx, { month, page: query.get("page") });
  if (!page.ok) throw refused(page);
  return page;
}

export const action = (args: Route.ActionArgs) => actOnStatement(args);

/** After a refusal the page shows what has changed meanwhile. */
export const shouldRevalidate = () => true;

export default StatementsPage;
