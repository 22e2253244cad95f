import { useState } from "react";
import { useText } from "#src/locales/use-text.ts";
import { useAct } from "#src/modules/office/booking-admin/admin/use-act.ts";
import { useWriting } from "#src/modules/office/booking-admin/admin/use-writing.ts";
import type { Panel } from "#src/modules/office/booking-admin/rules/panel.ts";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { DraftNotice } from "#src/ui/admin/draft-notice.tsx";
import { AdminField, AdminTextArea } from "#src/ui/admin/field.tsx";
import { useDraft } from "#src/ui/admin/use-draft.ts";

/** The staff's notes, and a form for a new one. Give it a new `key` with every note, to reset the form. */
export function NoteList({ panel }: { panel: Panel }) {
  const { t } = useText();
  const { moment } = useWriting(panel);
  const draft = useDraft(`note:${panel.id}`);
  const { post, busy, refused, errorOf } = useAct(panel.id, { onDone: () => draft.write("") });
  // the note's idempotency key
  const [key] = useState(() => crypto.randomUUID());
  const problem = refused ? { error: refused } : errorOf("text");
  return (
    <div className="grid gap-2">
      {panel.notes.length === 0 && <p className="text-text-3">{t("booking-admin.noNotes")}</p>}
      <ul className="grid gap-2">
        {panel.notes.map(({ id, at, author, text: flash }) => (
          <li key={id} className="rounded-md bg-surface-2 px-2.5 py-1.5">
            <p className="whitespace-pre-wrap wrap-anywhere">{flash}</p>
            <p className="text-fine text-text-2">
              {author ?? t("booking-admin.somebody")}, {moment(at)}
            </p>
          </li>
        ))}
      </ul>
      {panel.may.change && (
        <form
          className="grid justify-items-start gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            post({ act: "note", key, text: draft.text });
          }}
        >
          <AdminField
            id="note-text"
            label={t("booking-admin.note")}
            help={t("booking-admin.noteHelp")}
            className="w-full"
            {...problem}
          >
            {(control) => (
              <AdminTextArea
                {...control}
                rows={2}
                maxLength={2000}
                value={draft.text}
                onChange={(event) => draft.write(event.target.value)}
              />
            )}
          </AdminField>
          <DraftNotice draft={draft} panel="open" />
          <AdminButton type="submit" busy={busy}>
            {t("booking-admin.addNote")}
          </AdminButton>
        </form>
      )}
    </div>
  );
}
