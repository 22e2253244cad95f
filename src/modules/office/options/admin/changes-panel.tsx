import { Undo2 } from "#src/ui/lucide/icons.ts";
import { useFetcher, useLocation } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { RecordHistory } from "#src/modules/base/audit/admin/record-history.tsx";
import type { AuditLogEntry } from "#src/modules/base/audit/schema.ts";
import type { OptionsAnswer } from "#src/modules/office/options/rules/answer.ts";
import { RATES, sectionOf } from "#src/modules/office/options/rules/sections.ts";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { SidePanel } from "#src/ui/admin/side-panel.tsx";
import { useFlash } from "#src/ui/admin/use-flash.ts";

type ChangesPanelProps = { history: readonly AuditLogEntry[]; closeHref: string };

/** Who changed which options, each save with the way back. */
export function ChangesPanel({ history, closeHref }: ChangesPanelProps) {
  const { t } = useText("options");
  const { pathname, search } = useLocation();
  const act = useFetcher<OptionsAnswer>();
  useFlash(act.data);
  const takenBack = act.state === "idle" ? null : act.formData?.get("entry");
  const takeBack = (id: number) =>
    void act.submit({ intent: "take_back", entry: String(id) }, { method: "post", action: pathname + search });
  const takeBackOf = (id: number, subject: string) => (
    <div className="mt-1 flex flex-wrap items-center gap-2">
      <span className="mr-auto text-fine text-text-3">
        {t(`options.section.${subject === RATES ? "currencies" : sectionOf(subject)}`)}
      </span>
      <AdminButton
        small
        icon={<Undo2 aria-hidden size={14} />}
        busy={takenBack === String(id)}
        disabled={act.state !== "idle"}
        onClick={() => takeBack(id)}
      >
        {t("options.takeBack")}
      </AdminButton>
    </div>
  );
  return (
    <SidePanel title={t("options.changes")} meta={t("options.changes.meta")} closeHref={closeHref}>
      <div className="py-3">
        <RecordHistory entries={history} action={({ id, subject }) => takeBackOf(id, subject.id)} />
      </div>
    </SidePanel>
  );
}
