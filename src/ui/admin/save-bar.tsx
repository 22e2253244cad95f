import { type ReactNode, useEffect, useRef } from "react";
import { useText } from "#src/locales/use-text.ts";
import { stackToast } from "../toasts.tsx";
import { AdminButton } from "./button.tsx";
import { LeaveGuard } from "./leave-guard.tsx";

export type SaveBarProps = {
  /** Labels of the fields that differ from the saved values; nothing is shown while there are none. */
  changed: readonly string[];
  saving: boolean;
  /** Puts the saved values back; returns what brings back the typed ones. */
  onDiscard: () => () => void;
  /** While true, leaving doesn't ask: the values have just been saved. */
  saved?: boolean;
  /** Replaces the list of field labels. */
  unsaved?: ReactNode;
  /** What would be lost, where it isn't everything. */
  leaveText?: string;
  /** The query parameter that says which part of the page the form is: leaving the part asks as well. */
  panel?: string;
  /** In place of the button that saves. */
  actions?: ReactNode;
};

/**
 * The foot of a form with unsaved changes: lists them, saves or discards (which can be undone), and asks before leaving. Ctrl+S
 * saves.
 */
export function SaveBar(props: SaveBarProps) {
  const { changed, saving, onDiscard, saved = false, unsaved, leaveText, panel, actions } = props;
  const { t } = useText();
  const untell = useRef(() => {});
  // without its form there is nothing to bring back to
  useEffect(() => () => untell.current(), []);
  const discard = () => {
    const restore = onDiscard();
    untell.current = stackToast({ title: t("admin.discarded") }, { undo: { label: t("admin.undo"), act: restore } });
  };
  if (changed.length === 0) return null;
  return (
    <div className="sticky bottom-0 z-20 -mx-5 mt-4 flex flex-wrap items-center gap-2.5 border-t border-line-2 bg-surface px-5 py-2 max-md:bottom-15 max-md:-mx-3.5 max-md:px-3.5">
      <span aria-hidden className="size-2 shrink-0 rounded-full bg-marigold" />
      <p role="status" className="mr-auto min-w-0 flex-[1_1_15rem] text-text-2">
        {unsaved ?? t("admin.unsaved", { fields: [...new Set(changed)].join(", ") })}
      </p>
      <AdminButton kind="quiet" onClick={discard} disabled={saving}>
        {t("admin.discard")}
      </AdminButton>
      {actions ?? (
        <AdminButton kind="ink" type="submit" busy={saving} data-save>
          {t("admin.save")}
        </AdminButton>
      )}
      <LeaveGuard unsaved={!saving && !saved} text={leaveText} panel={panel} />
    </div>
  );
}
