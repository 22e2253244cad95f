import { CircleAlert, Trash2 } from "#src/ui/lucide/icons.ts";
import { type ReactNode, useState } from "react";
import { type useFetcher, useLocation } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { RecordHistory } from "#src/modules/base/audit/admin/record-history.tsx";
import type { AuditLogEntry } from "#src/modules/base/audit/schema.ts";
import type { ItemAnswer } from "#src/modules/site/content/rules/item-answer.ts";
import { AdminButton, AdminLink } from "#src/ui/admin/button.tsx";
import { Conflict } from "#src/ui/admin/conflict.tsx";
import { AdminNotice, FieldErrorSummary } from "#src/ui/admin/field.tsx";
import { LeaveGuard } from "#src/ui/admin/leave-guard.tsx";
import { PanelPart, SidePanel } from "#src/ui/admin/side-panel.tsx";

type ItemPanelProps<Values extends Record<string, string>> = {
  title: string;
  /** "new" for one that is added. */
  id: string;
  version: number;
  deleted: boolean;
  /** Whether it has just been deleted from here. */
  isOver: boolean;
  stored: Values;
  typed: Values;
  /** The fields in page order, with their labels. */
  labels: Readonly<Record<keyof Values & string, string>>;
  history: readonly AuditLogEntry[];
  closeHref: string;
  previousHref: string | null;
  nextHref: string | null;
  save: ReturnType<typeof useFetcher<ItemAnswer<Values>>>;
  saveLabel: string;
  onTakeTheirs: (theirs: Values, version: number) => void;
  onDelete: () => void;
  onRestore: () => void;
  /** The form's fields; `errorOf` says what is wrong with one. */
  children: (errorOf: (field: keyof Values & string) => string | undefined) => ReactNode;
  /** Below the form. */
  aside?: ReactNode;
};

const FORM = "item-form";

/** The form of a post or a picture beside its list: what was typed outlives refusals, conflicts and a deletion by somebody else. */
export function ItemPanel<Values extends Record<string, string>>(props: ItemPanelProps<Values>) {
  const { title, id, version, deleted, stored, typed, labels, history, closeHref, save, saveLabel } = props;
  const { t } = useText();
  const { pathname, search } = useLocation();
  const isNew = id === "new";
  // ignore answers from before this panel was opened
  const [before] = useState(save.data);
  const saved = save.data !== before && save.data?.id === id ? save.data : null;
  const answer = saved?.done ? null : saved;
  // once the other person's version was adopted, the conflict is resolved
  const met = answer?.current && answer.version !== version ? answer : null;
  const fields = Object.keys(labels);
  const isChanged = fields.some((field) => typed[field] !== stored[field]);
  const errors = (answer?.fieldErrors ?? []).map((error) => ({ id: error.id, message: t(error.message) }));
  return (
    <SidePanel
      title={title}
      closeHref={closeHref}
      previousHref={props.previousHref}
      nextHref={props.nextHref}
      footer={
        deleted ? (
          <AdminButton kind="ink" onClick={props.onRestore}>
            {t("content-admin.restore")}
          </AdminButton>
        ) : (
          <>
            <AdminButton kind="ink" type="submit" form={FORM} busy={save.state !== "idle"} data-save>
              {saveLabel}
            </AdminButton>
            <AdminLink kind="quiet" to={closeHref} preventScrollReset>
              {t("admin.cancel")}
            </AdminLink>
            {!isNew && (
              <AdminButton
                kind="danger"
                icon={<Trash2 aria-hidden size={15} />}
                className="ml-auto"
                onClick={props.onDelete}
              >
                {t("content-admin.delete")}
              </AdminButton>
            )}
          </>
        )
      }
    >
      <save.Form id={FORM} method="post" action={pathname + search} noValidate className="grid gap-3.5 py-3">
        <input type="hidden" name="intent" value="save" />
        <input type="hidden" name="id" value={id} />
        {/* saving after seeing the conflict overwrites the other person's version */}
        <input type="hidden" name="version" value={met?.version ?? version} />
        {deleted && (
          <AdminNotice tone="judge" icon={<CircleAlert aria-hidden size={16} />}>
            {t("content-admin.deletedNotice")}
          </AdminNotice>
        )}
        <FieldErrorSummary key={answer?.at} title={t("admin.errors", { count: errors.length })} errors={errors} />
        {met?.current && (
          <Conflict
            fields={fields
              .filter((field) => met.current![field] !== typed[field])
              .map((field) => ({
                label: labels[field]!,
                theirs: met.current![field] || t("content-admin.nothing"),
                mine: typed[field] || t("content-admin.nothing"),
              }))}
            onKeepMine={() => document.querySelector<HTMLFormElement>(`#${FORM}`)?.requestSubmit()}
            onTakeTheirs={() => props.onTakeTheirs(met.current!, met.version!)}
          />
        )}
        {props.children((field) => errors.find((error) => error.id === field)?.message)}
        <LeaveGuard unsaved={isChanged && !saved?.done && !props.isOver} panel="edit" />
      </save.Form>
      {props.aside}
      {!isNew && (
        <PanelPart title={t("audit.history")}>
          <RecordHistory entries={history} />
        </PanelPart>
      )}
    </SidePanel>
  );
}
