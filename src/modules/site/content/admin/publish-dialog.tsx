import { CircleAlert } from "#src/ui/lucide/icons.ts";
import { type ReactNode, useState } from "react";
import { useText } from "#src/locales/use-text.ts";
import { ChangeList } from "#src/modules/site/content/admin/change-list.tsx";
import type { Change } from "#src/modules/site/content/rules/home-draft.ts";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { AdminDialog } from "#src/ui/admin/confirm.tsx";
import { AdminField, AdminInput, AdminNotice } from "#src/ui/admin/field.tsx";

type PublishDialogProps = {
  open: boolean;
  changes: readonly Change[];
  /** Whether something typed isn't stored yet. */
  waits: boolean;
  /** Whether something typed can't be stored as it is, or has to be decided. */
  blocked: boolean;
  busy: boolean;
  onPublish: (note: string) => void;
  onClose: () => void;
  /** What publishing means. */
  text: string;
  /** What is missing. */
  children?: ReactNode;
};

/** What publishing changes for guests, in words, before it happens. */
export function PublishDialog(props: PublishDialogProps) {
  const { open, changes, waits, blocked, busy, onPublish, onClose, text, children } = props;
  const { t } = useText();
  const [note, setNote] = useState("");
  const may = changes.length > 0 && !waits && !blocked && !busy;
  const publish = () => {
    if (may) onPublish(note);
  };
  return (
    <AdminDialog
      open={open}
      wide
      title={t("content-admin.publish.title", { count: changes.length })}
      onClose={onClose}
      onQuick={publish}
      footer={
        <>
          <AdminButton kind="quiet" onClick={onClose}>
            {t("admin.cancel")}
          </AdminButton>
          <AdminButton kind="brand" disabled={!may} busy={busy || (waits && !blocked)} onClick={publish}>
            {t("content-admin.publish.confirm", { count: changes.length })}
          </AdminButton>
        </>
      }
    >
      <div className="grid gap-3">
        <p className="text-text-2">{text}</p>
        {blocked && (
          <AdminNotice tone="failed" icon={<CircleAlert aria-hidden size={16} />}>
            {t("content-admin.publish.blocked")}
          </AdminNotice>
        )}
        {children}
        <ChangeList changes={changes} />
        <AdminField id="publish-note" label={t("content-admin.publish.note")} optional={t("admin.optional")}>
          {(control) => (
            <AdminInput
              {...control}
              value={note}
              maxLength={200}
              onChange={(event) => setNote(event.currentTarget.value)}
            />
          )}
        </AdminField>
      </div>
    </AdminDialog>
  );
}
