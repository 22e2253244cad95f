import { Link } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { monthAndYear } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";
import { FormRefusal } from "#src/ui/admin/form-refusal.tsx";
import { StatementPanel } from "#src/modules/partners/commission/admin/statement-panel.tsx";
import { ADMIN_LINK } from "#src/ui/admin/button.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import type { Route } from "#routes/admin/partners/+types/statement.ts";

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
      <FormRefusal className="mb-3" answer={actionData} />
      <StatementPanel {...loaderData} />
    </div>
  );
}
