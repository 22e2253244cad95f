import { useText } from "#src/locales/use-text.ts";
import { PageHead } from "#src/modules/content/components/page-head.tsx";
import { Books } from "#src/modules/reconciliation/components/books.tsx";
import { ComparedDays } from "#src/modules/reconciliation/components/compared-days.tsx";
import { Decisions } from "#src/modules/reconciliation/components/decisions.tsx";
import { StuckMessages } from "#src/modules/reconciliation/components/stuck-messages.tsx";
import { UndoneRefunds } from "#src/modules/reconciliation/components/undone-refunds.tsx";
import type { Route } from "../+types/payments";

/** What is to be done about money, and how the books stand. */
export default function Payments({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText();
  const { desk, done } = loaderData;
  const section = { desk, done, refused: actionData ?? null };
  return (
    <main id="main" tabIndex={-1} className="bg-surface-3">
      <PageHead title={t("money.pageTitle")} description={t("money.description")} index={false} />
      <div className="wrap grid gap-6 pt-10 pb-16 md:pt-14 md:pb-24">
        <header>
          <h1 className="text-h1">{t("money.title")}</h1>
          <p className="mt-2 text-lead text-text-2">{t("money.todo", { count: desk.todo })}</p>
          {!desk.mayChange && <p className="mt-1 text-text-2">{t("money.readOnly")}</p>}
        </header>
        <Decisions {...section} />
        <UndoneRefunds {...section} />
        <StuckMessages {...section} />
        <ComparedDays {...section} />
        <Books {...section} />
      </div>
    </main>
  );
}
