import type { ReactNode, Ref, SubmitEvent } from "react";
import { type FetcherWithComponents, useLocation } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { CircleAlert } from "../../lucide/icons.ts";
import { AdminButton, AdminLink } from "../button.tsx";
import { AdminNotice } from "../field.tsx";
import { LeaveGuard } from "../leave-guard.tsx";
import { SidePanel } from "../side-panel.tsx";

type RecordPanelProps = {
  title: string;
  links: { closeHref: string; previousHref: string | null; nextHref: string | null };
  /** the record, or "new", and whether it has what isn't saved (`usePanelForm`) */
  id: string;
  isUnsaved: boolean;
  /** why it wasn't saved, where that is no field's fault */
  failure: string | null;
  /** the words of the button that saves; null: it may not be changed */
  saveLabel: string | null;
  save: Pick<FetcherWithComponents<unknown>, "Form" | "state">;
  form?: Ref<HTMLFormElement>;
  onSubmit?: (event: SubmitEvent<HTMLFormElement>) => void;
  /** beside the button that saves */
  beside: ReactNode;
  /** below the form */
  below: ReactNode;
  /** the form's fields */
  children: ReactNode;
};

const FORM = "record-form";

/** A list's panel with the form of a record: it posts `intent` save and `id`. */
export function RecordPanel(props: RecordPanelProps) {
  const { title, links, id, isUnsaved, failure, saveLabel, save, form, onSubmit, beside, below, children } = props;
  const { t } = useText();
  const { pathname } = useLocation();
  return (
    <SidePanel
      title={title}
      {...links}
      footer={
        saveLabel !== null && (
          <>
            <AdminButton kind="ink" type="submit" form={FORM} busy={save.state !== "idle"} data-save>
              {saveLabel}
            </AdminButton>
            <AdminLink kind="quiet" to={links.closeHref} preventScrollReset>
              {t("admin.cancel")}
            </AdminLink>
            {beside}
          </>
        )
      }
    >
      <save.Form ref={form} id={FORM} method="post" action={pathname} noValidate onSubmit={onSubmit} className="py-3">
        <input type="hidden" name="intent" value="save" />
        <input type="hidden" name="id" value={id} />
        {failure !== null && (
          <div className="mb-3">
            <AdminNotice tone="failed" icon={<CircleAlert aria-hidden size={16} />}>
              {failure}
            </AdminNotice>
          </div>
        )}
        {children}
        <LeaveGuard unsaved={isUnsaved} panel="edit" />
      </save.Form>
      {below}
    </SidePanel>
  );
}
