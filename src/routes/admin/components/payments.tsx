import { useText } from "#src/locales/use-text.ts";
import { Books } from "#src/modules/reconciliation/admin/books.tsx";
import { ComparedDays } from "#src/modules/reconciliation/admin/compared-days.tsx";
import { Decisions } from "#src/modules/reconciliation/admin/decisions.tsx";
import { StuckMessages } from "#src/modules/reconciliation/admin/stuck-messages.tsx";
import { UndoneRefunds } from "#src/modules/reconciliation/admin/undone-refunds.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import type { Route } from "../+types/payments";

/** Open tasks about money, and the state of the ledger. */
export default function Payments({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText();
  const { admin, done } = loaderData;
  const section = { admin, done, refused: actionData ?? null };
  return (
    <>
      <PageHead
        title={t("reconciliation.title")}
        tab={t("admin.tab", { page: t("reconciliation.title"), brand: t("common.brand") })}
        meta={t("reconciliation.todo", { count: admin.todo })}
      />
      {!admin.mayChange && <p className="mb-3 text-text-2">{t("reconciliation.readOnly")}</p>}
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
