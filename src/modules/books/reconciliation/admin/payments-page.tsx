import { Download } from "#src/ui/lucide/icons.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { Books } from "#src/modules/books/reconciliation/admin/books.tsx";
import { ComparedDays } from "#src/modules/books/reconciliation/admin/compared-days.tsx";
import { Decisions, type SectionProps } from "#src/modules/books/reconciliation/admin/decisions.tsx";
import { AllMoney } from "#src/modules/books/reconciliation/admin/money-list.tsx";
import { StuckMessages } from "#src/modules/books/reconciliation/admin/stuck-messages.tsx";
import { UndoneRefunds } from "#src/modules/books/reconciliation/admin/undone-refunds.tsx";
import { AdminLink } from "#src/ui/admin/button.tsx";
import { MONEY_LIST } from "#src/modules/books/reconciliation/rules/money-list.ts";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { ViewTabs } from "#src/ui/admin/view-tabs.tsx";
import type { Route } from "#routes/admin/money/+types/payments.ts";

/** Open tasks about money and the state of the ledger; in another view all payments and refunds. */
export default function Payments({ loaderData, actionData }: Route.ComponentProps) {
  const { t, locale } = useText();
  const { all } = loaderData;
  const base = localizedPath("/admin/payments", locale);
  const file = all && MONEY_LIST.href(`${base}/all.csv`, MONEY_LIST.whole({ ...all.filter, view: "todo" }));
  return (
    <>
      <PageHead
        title={t("reconciliation.title")}
        tab={t("admin.tab", { page: t("reconciliation.title"), brand: t("common.brand") })}
        meta={all ? t("reconciliation.list.title") : t("reconciliation.todo", { count: loaderData.admin.todo })}
        actions={
          file && (
            <AdminLink to={file} reloadDocument download icon={<Download aria-hidden size={15} />}>
              {t("reconciliation.list.csv")}
            </AdminLink>
          )
        }
      />
      <ViewTabs
        label={t("reconciliation.list.views")}
        views={[
          { label: t("reconciliation.list.needs"), href: base, current: !all },
          { label: t("reconciliation.list.title"), href: `${base}?view=all`, current: all !== null },
        ]}
      />
      {all ? <AllMoney {...all} /> : <OpenTasks {...loaderData} refused={actionData ?? null} />}
    </>
  );
}

function OpenTasks(section: SectionProps) {
  const { t } = useText();
  return (
    <>
      {!section.admin.mayChange && <p className="mb-3 text-text-2">{t("reconciliation.readOnly")}</p>}
      <div className="grid gap-4">
        <Decisions {...section} />
        <UndoneRefunds {...section} />
        <StuckMessages {...section} />
        <ComparedDays {...section} />
        <Books {...section} />
      </div>
    </>
  );
}
