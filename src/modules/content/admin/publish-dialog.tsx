import { CircleAlert, Languages, TriangleAlert } from "#src/ui/lucide/icons.ts";
import { useState } from "react";
import { useText } from "#src/locales/use-text.ts";
import { ChangeList } from "#src/modules/content/admin/change-list.tsx";
import { type Change, countUntranslated, type HomeDraft, unseenItems } from "#src/modules/content/rules/home-draft.ts";
import { SECTION_KEYS } from "#src/modules/content/rules/home-fields.ts";
import { SECTION_WORDS } from "#src/modules/content/rules/home-words.ts";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { AdminDialog } from "#src/ui/admin/confirm.tsx";
import { AdminField, AdminInput, AdminNotice } from "#src/ui/admin/field.tsx";

type PublishDialogProps = {
  open: boolean;
  draft: HomeDraft;
  changes: readonly Change[];
  /** Whether something typed isn't stored yet. */
  waits: boolean;
  /** Whether something typed can't be stored as it is, or has to be decided. */
  blocked: boolean;
  busy: boolean;
  onPublish: (note: string) => void;
  onClose: () => void;
};

/** What publishing changes for guests, in words, before it happens. */
export function PublishDialog(props: PublishDialogProps) {
  const { open, draft, changes, waits, blocked, busy, onPublish, onClose } = props;
  const { t } = useText();
  const [note, setNote] = useState("");
  const untranslated = SECTION_KEYS.reduce((sum, key) => sum + countUntranslated(key, draft[key]), 0);
  const unseen = SECTION_KEYS.filter((key) => unseenItems(key, draft[key]).length > 0);
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
        <p className="text-text-2">{t("content-admin.publish.text")}</p>
        {blocked && (
          <AdminNotice tone="failed" icon={<CircleAlert aria-hidden size={16} />}>
            {t("content-admin.publish.blocked")}
          </AdminNotice>
        )}
        {unseen.length > 0 && (
          <AdminNotice icon={<TriangleAlert aria-hidden size={16} />}>
            {t("content-admin.publish.unseen", { sections: unseen.map((key) => t(SECTION_WORDS[key])).join(", ") })}
          </AdminNotice>
        )}
        {untranslated > 0 && (
          <AdminNotice icon={<Languages aria-hidden size={16} />}>
            {t("content-admin.publish.untranslated", { count: untranslated })}
          </AdminNotice>
        )}
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
