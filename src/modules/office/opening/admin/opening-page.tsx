import { useText } from "#src/locales/use-text.ts";
import { RecordHistory } from "#src/modules/base/audit/admin/record-history.tsx";
import { GuestsSee } from "#src/modules/office/opening/admin/guests-see.tsx";
import { OpeningSteps } from "#src/modules/office/opening/admin/opening-steps.tsx";
import { OpenSwitch } from "#src/modules/office/opening/admin/open-switch.tsx";
import { STEPS } from "#src/modules/office/opening/rules/opening.ts";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import type { Route } from "#routes/admin/+types/opening.ts";

/** From an empty installation to the first booking, step by step. */
export default function OpeningPage({ loaderData: { opening, history } }: Route.ComponentProps) {
  const { t } = useText();
  const done = STEPS.filter((step) => opening.states[step] === "done").length;
  return (
    <>
      <PageHead
        title={t("opening.title")}
        tab={t("admin.tab", { page: t("opening.title"), brand: t("common.brand") })}
        meta={t("opening.meta", { done, total: STEPS.length })}
      />
      <div className="grid max-w-[72rem] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="grid min-w-0 gap-3">
          <p className="max-w-[70ch] text-text-2">{t(opening.isOpen ? "opening.lead.open" : "opening.lead.closed")}</p>
          <OpeningSteps opening={opening} openAct={<OpenSwitch opening={opening} />} />
        </div>
        <div className="grid min-w-0 gap-4">
          <GuestsSee opening={opening} />
          {history.length > 0 && (
            <Panel title={t("audit.history")}>
              <RecordHistory entries={history} />
            </Panel>
          )}
        </div>
      </div>
    </>
  );
}
