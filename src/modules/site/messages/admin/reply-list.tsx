import { useState } from "react";
import { Form, useNavigation, useSubmit } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import type { SavedReply } from "#src/modules/site/messages/schema.ts";
import { AdminButton, AdminLink } from "#src/ui/admin/button.tsx";
import { ConfirmDialog } from "#src/ui/admin/confirm.tsx";
import { Empty } from "#src/ui/admin/empty.tsx";
import { AdminField, AdminInput, AdminNotice, AdminTextArea, FieldErrorSummary } from "#src/ui/admin/field.tsx";
import { LeaveGuard } from "#src/ui/admin/leave-guard.tsx";
import type { FormAnswer } from "#src/ui/form/answer.ts";
import { useFieldErrors } from "#src/ui/use-field-errors.ts";
import { Panel } from "#src/ui/admin/panel.tsx";
import { SidePanel } from "#src/ui/admin/side-panel.tsx";
import { type Column, DataTable } from "#src/ui/admin/table.tsx";

/** What the answer may have besides: what was typed. */
export type ReplyExtra = { formValues: SavedReply };

const FIELDS = ["text_es", "text_en"] as const;

type ReplyListProps = { replies: readonly SavedReply[]; opened: string | null; mayChange: boolean };

/** The saved replies, each with the languages that it has. */
export function ReplyList({ replies, opened, mayChange }: ReplyListProps) {
  const { t } = useText();
  const languages = ({ text_en, text_es }: SavedReply) =>
    [text_es && t("messages-replies.es"), text_en && t("messages-replies.en")].filter(Boolean).join(", ");
  const columns: Column<SavedReply>[] = [
    { id: "name", head: t("messages-replies.name"), cell: ({ name }) => name, grows: true },
    { id: "languages", head: t("messages-replies.languages"), cell: languages },
  ];
  return (
    <Panel padded={false}>
      <DataTable
        label={t("messages-replies.title")}
        columns={columns}
        rows={replies}
        rowId={({ id }) => id}
        opened={opened}
        openHref={({ id }) => `?open=${id}`}
        phone={(reply) => ({ first: reply.name, second: languages(reply) })}
        empty={
          <Empty
            title={t("messages-replies.empty")}
            text={t("messages-replies.emptyText")}
            {...(mayChange ? { action: <AdminLink to="?new=1">{t("messages-replies.new")}</AdminLink> } : {})}
          />
        }
      />
    </Panel>
  );
}

type ReplyPanelProps = {
  reply: SavedReply;
  isNew: boolean;
  mayChange: boolean;
  refused: FormAnswer<ReplyExtra> | null;
};

/** One saved reply: its name and its text in each language. */
export function ReplyPanel({ reply, isNew, mayChange, refused }: ReplyPanelProps) {
  const { t } = useText("errors");
  const submit = useSubmit();
  const busy = useNavigation().formMethod === "POST";
  const [isDirty, setDirty] = useState(false);
  const [asksDelete, askDelete] = useState(false);
  const view = refused?.formValues ?? reply;
  const { errors, errorOf } = useFieldErrors(refused?.fieldErrors);
  return (
    <SidePanel title={isNew ? t("messages-replies.new") : reply.name} closeHref="?">
      <Form
        method="post"
        action={`?open=${reply.id}`}
        noValidate
        className="grid gap-3 pt-3.5"
        onChange={() => setDirty(true)}
        onSubmit={() => setDirty(false)}
      >
        <FieldErrorSummary key={refused?.at} title={t("admin.errors", { count: errors.length })} errors={errors} />
        {refused?.formError && <AdminNotice tone="failed">{t(refused.formError, refused.values)}</AdminNotice>}
        <input type="hidden" name="intent" value="save" />
        <input type="hidden" name="id" value={reply.id} />
        <AdminField
          id="name"
          label={t("messages-replies.name")}
          help={t("messages-replies.nameHelp")}
          {...errorOf("name")}
        >
          {(control) => (
            <AdminInput {...control} name="name" maxLength={80} defaultValue={view.name} readOnly={!mayChange} />
          )}
        </AdminField>
        {FIELDS.map((field) => (
          <AdminField key={field} id={field} label={t(`messages-replies.${field}`)} {...errorOf(field)}>
            {(control) => (
              <AdminTextArea
                {...control}
                name={field}
                lang={field === "text_es" ? "es" : "en"}
                rows={6}
                className="min-h-32"
                maxLength={4000}
                defaultValue={view[field]}
                readOnly={!mayChange}
              />
            )}
          </AdminField>
        ))}
        <p className="text-fine text-text-3">{t("messages-replies.help")}</p>
        {mayChange && (
          <div className="flex flex-wrap gap-2">
            <AdminButton kind="ink" type="submit" busy={busy}>
              {t("messages-replies.save")}
            </AdminButton>
            {!isNew && (
              <AdminButton kind="danger" className="ml-auto" onClick={() => askDelete(true)}>
                {t("messages-replies.delete")}
              </AdminButton>
            )}
          </div>
        )}
        <LeaveGuard unsaved={isDirty} />
      </Form>
      <ConfirmDialog
        open={asksDelete}
        title={t("messages-replies.deleteTitle", { name: reply.name })}
        confirmLabel={t("messages-replies.delete")}
        cancelLabel={t("messages-replies.keep")}
        dangerous
        busy={busy}
        onClose={() => askDelete(false)}
        onConfirm={() => {
          setDirty(false);
          void submit({ intent: "delete", id: reply.id }, { method: "post", action: "?" });
        }}
      >
        <p>{t("messages-replies.deleteText")}</p>
      </ConfirmDialog>
    </SidePanel>
  );
}
