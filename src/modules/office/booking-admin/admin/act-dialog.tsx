import type { ReactNode } from "react";
import { useText } from "#src/locales/use-text.ts";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { AdminDialog } from "#src/ui/admin/confirm.tsx";

type ActDialogProps = {
  title: string;
  /** Label of the confirm button, with the figures of what it does. */
  confirm: string | null;
  dangerous?: boolean;
  busy: boolean;
  disabled?: boolean;
  /** Why the action was refused. */
  refused: string | null;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog that previews an action before it runs; Ctrl+Enter confirms. Without `confirm` there is nothing to do yet. */
export function ActDialog({
  title,
  confirm,
  dangerous = false,
  busy,
  disabled = false,
  refused,
  onConfirm,
  onClose,
  children,
}: ActDialogProps) {
  const { t } = useText();
  const may = confirm !== null && !busy && !disabled;
  return (
    <AdminDialog
      open
      title={title}
      onClose={onClose}
      onQuick={() => {
        if (may) onConfirm();
      }}
      footer={
        <>
          <AdminButton kind="quiet" onClick={onClose}>
            {t("booking-admin.back2")}
          </AdminButton>
          {confirm !== null && (
            <AdminButton kind={dangerous ? "dangerFill" : "ink"} disabled={!may} busy={busy} onClick={onConfirm}>
              {confirm}
            </AdminButton>
          )}
        </>
      }
    >
      <div className="grid gap-3">
        {refused && (
          <p role="alert" className="rounded-md bg-low-tint px-2.5 py-1.5 font-medium text-low-text">
            {refused}
          </p>
        )}
        {children}
      </div>
    </AdminDialog>
  );
}
