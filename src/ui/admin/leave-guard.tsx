import { useText } from "#src/locales/use-text.ts";
import { ConfirmDialog } from "./confirm.tsx";
import { useUnsaved } from "./use-unsaved.ts";

type LeaveGuardProps = {
  unsaved: boolean;
  /** For a form in a side panel: the query parameter that says what is open in it. */
  panel?: string | undefined;
  /** What would be lost, where it isn't everything. */
  title?: string;
  text?: string | undefined;
};

/** Asks before any navigation away from unsaved work. */
export function LeaveGuard({ unsaved, panel, title, text }: LeaveGuardProps) {
  const { t } = useText();
  const { asking, stay, leave } = useUnsaved(unsaved, panel);
  return (
    <ConfirmDialog
      open={asking}
      title={title ?? t("admin.leave.title")}
      confirmLabel={t("admin.leave")}
      cancelLabel={t("admin.stay")}
      onConfirm={leave}
      onClose={stay}
    >
      <p>{text ?? t("admin.leave.text")}</p>
    </ConfirmDialog>
  );
}
