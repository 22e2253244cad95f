import { data, Link } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { monthAndYear } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";
import { Refused } from "#src/modules/partners/commission/admin/refused.tsx";
import { StatementPanel } from "#src/modules/partners/commission/admin/statement-panel.tsx";
import { statementPage } from "#src/modules/partners/commission/queries.server.ts";
import { actOnStatement } from "#src/routes/admin/shared/statement-act.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { ADMIN_LINK } from "#src/ui/admin/button.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import type { Route } from "./+types/statement";

export async function loader({ context, params: { partnerId, month }, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const asked = { partnerId, month, lines: Number(searchParams.get("lines")), why: searchParams.get("why") };
  const page = await statementPage(await staffContext(context), asked);
  if (!page.ok) throw page.reason === "forbidden" ? refused(page) : data(null, { status: 404 });
  return page;
}

export const action = ({ context, request }: Route.ActionArgs) => actOnStatement(context, request);

/** After a refusal the page shows what has changed meanwhile. */
export const shouldRevalidate = () => true;

export default function StatementPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t, locale } = useText("commission-admin");
  useFlash(actionData);
  const { month, name } = loaderData.statement;
  const page = `${name}, ${monthAndYear(month, locale)}`;
  return (
    <div className="max-w-2xl">
      <PageHead
        title={name}
        tab={t("admin.tab", { page, brand: t("common.brand") })}
        back={
          <Link to={`${localizedPath("/admin/affiliates/statements", locale)}?month=${month}`} className={ADMIN_LINK}>
            {t("commission-admin.back")}
          </Link>
        }
      />
      <Refused answer={actionData} />
      <StatementPanel {...loaderData} />
    </div>
  );
}
