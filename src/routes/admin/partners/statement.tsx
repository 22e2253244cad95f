import { data } from "react-router";
import { statementPage } from "#src/modules/partners/commission/queries.server.ts";
import { actOnStatement } from "#src/routes/admin/shared/statement-act.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/statement";
import StatementPage from "#src/modules/partners/commission/admin/statement-page.tsx";

export async function loader({ context, params: { partnerId, month }, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const wish = { partnerId, month, lines: Number(searchParams.get("lines")), why: searchParams.get("why") };
  const page = await statementPage(await staffContext(context), wish);
  if (!page.ok) throw page.reason === "forbidden" ? refused(page) : data(null, { status: 404 });
  return page;
}

export const action = (args: Route.ActionArgs) => actOnStatement(args);

/** After a refusal the page shows what has changed meanwhile. */
export const shouldRevalidate = () => true;

export default StatementPage;
