import { useText } from "#src/locales/use-text.ts";
import { Books } from "#src/modules/reconciliation/desk/books.tsx";
import { ComparedDays } from "#src/modules/reconciliation/desk/compared-days.tsx";
import { Decisions } from "#src/modules/reconciliation/desk/decisions.tsx";
import { StuckMessages } from "#src/modules/reconciliation/desk/stuck-messages.tsx";
import { UndoneRefunds } from "#src/modules/reconciliation/desk/undone-refunds.tsx";
import { PageHead } from "#src/ui/desk/page-head.tsx";
import type { Route } from "../+types/payments";

/** What is to be done about money, and how the books stand. */
export default function Payments({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText();
  const { desk, done } = loaderData;
  const section = { desk, done, refused: actionData ?? null };
  return (
    <>
      <PageHead
        title={t("money.title")}
        tab={t("desk.tab", { page: t("money.title"), brand: t("common.brand") })}
        meta={t("money.todo", { count: desk.todo })}
      />
      {!desk.mayChange && <p className="mb-3 text-text-2">{t("money.readOnly")}</p>}
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
