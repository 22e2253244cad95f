import { type ReactNode, useRef } from "react";
import { Form } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { CircleAlert, Info } from "../lucide/icons.ts";
import { Conflict } from "./conflict.tsx";
import { AdminNotice, FieldErrorSummary } from "./field.tsx";
import { SaveBar, type SaveBarProps } from "./save-bar.tsx";
import type { EditedForm } from "./use-edited.ts";

/** `at` is when an alert was answered, so that the same one is announced again. */
type Notice = { text: string; tone?: "judge" | "failed"; role?: "status" | "alert"; at?: number };

type EditorFormProps<Draft, Part> = {
  edit: EditedForm<Draft, Part>;
  errors: { id: string; message: string }[];
  /** What is said above the form. */
  notices?: readonly (Notice | null | false)[];
  /** A part by its name, and what a draft has there, in words. */
  name: (part: Part) => string;
  value: (part: Part, draft: Draft) => string;
  /** Replaces "Somebody else saved this" where nothing of it is to be decided. */
  apart?: string;
  saving: boolean;
  /** Whether it may be changed. */
  disabled?: boolean;
  /** In place of posting the form to its page. */
  onSave?: () => void;
  bar: Pick<SaveBarProps, "unsaved" | "leaveText" | "actions">;
  children: ReactNode;
};

/**
 * The frame of a record's editor: what is wrong in the form, what somebody else saved meanwhile, the form, and the bar that saves or
 * discards.
 */
export function EditorForm<Draft, Part>(props: EditorFormProps<Draft, Part>) {
  const { edit, errors, notices = [], name, value, apart, saving, disabled = false, onSave, bar, children } = props;
  const { t } = useText();
  const form = useRef<HTMLFormElement>(null);
  const { answer, met, draft, changed } = edit;
  const both = met?.both ?? [];
  return (
    <Form
      ref={form}
      method="post"
      noValidate
      className="min-w-0"
      onSubmit={(event) => {
        edit.send();
        if (!onSave) return;
        event.preventDefault();
        onSave();
      }}
    >
      <FieldErrorSummary key={answer?.at} title={t("admin.errors", { count: errors.length })} errors={errors} />
      {met && (
        <Conflict
          {...(both.length === 0 && apart ? { title: apart } : {})}
          fields={both.map((part) => ({
            label: name(part),
            theirs: value(part, met.theirs),
            mine: value(part, draft),
          }))}
          onTakeTheirs={edit.takeTheirs}
          onKeepMine={() => {
            edit.keepMine();
            // the form already holds the version that the other person saved
            form.current?.requestSubmit();
          }}
        />
      )}
      {notices.map(
        (notice) =>
          notice && (
            <div key={`${notice.text} ${notice.at}`} role={notice.role} className="mb-3">
              <AdminNotice
                {...(notice.tone ? { tone: notice.tone } : {})}
                icon={notice.tone === "failed" ? <CircleAlert aria-hidden size={16} /> : <Info aria-hidden size={16} />}
              >
                {notice.text}
              </AdminNotice>
            </div>
          ),
      )}
      {children}
      <SaveBar changed={disabled ? [] : changed.map(name)} saving={saving} onDiscard={edit.discard} {...bar} />
    </Form>
  );
}
