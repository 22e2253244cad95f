import { stackToast } from "../toasts.tsx";
import { useText } from "#src/locales/use-text.ts";
import { LeaveGuard } from "./leave-guard.tsx";
import type { useDraft } from "./use-draft.ts";

type DraftNoticeProps = {
  draft: ReturnType<typeof useDraft>;
  /** The query parameter that says which panel is open. */
  panel: string;
};

/** Under the field of a draft in a side panel: says that it is kept, discards it, and asks before its panel closes. */
export function DraftNotice({ draft: { text, isNew, write }, panel }: DraftNoticeProps) {
  const { t } = useText();
  const discard = () => {
    write("");
    stackToast({ title: t("admin.draft.discarded") }, { undo: { label: t("admin.undo"), act: () => write(text) } });
  };
  return (
    <>
      <LeaveGuard unsaved={isNew} panel={panel} title={t("admin.draft.title")} text={t("admin.draft.leave")} />
      {text.trim() !== "" && (
        <p className="text-fine text-text-3">
          {t("admin.draft.kept")}{" "}
          <button type="button" className="min-h-6 border-0! font-semibold underline" onClick={discard}>
            {t("admin.draft.discard")}
          </button>
        </p>
      )}
    </>
  );
}
