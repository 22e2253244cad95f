import type { ReactNode } from "react";
import { useText } from "#src/locales/use-text.ts";
import { AdminButton } from "./button.tsx";
import { LeaveGuard } from "./leave-guard.tsx";

type SaveBarProps = {
  /** Labels of the fields that differ from the saved values; nothing is shown while there are none. */
  changed: readonly string[];
  saving: boolean;
  onDiscard: () => void;
  /** While true, leaving doesn't ask: the values have just been saved. */
  saved?: boolean;
  /** Replaces the list of field labels. */
  unsaved?: ReactNode;
  /** What would be lost, where it isn't everything. */
  leaveText?: string;
};

/** The foot of a form with unsaved changes: lists them, saves or discards, and asks before leaving. Ctrl+S saves. */
export function SaveBar({ changed, saving, onDiscard, saved = false, unsaved, leaveText }: SaveBarProps) {
  const { t } = useText();
  if (changed.length === 0) return null;
  return (
    <div className="sticky bottom-0 z-20 -mx-5 mt-4 flex flex-wrap items-center gap-2.5 border-t border-line-2 bg-surface px-5 py-2 max-md:bottom-15 max-md:-mx-3.5 max-md:px-3.5">
      <span aria-hidden className="size-2 shrink-0 rounded-full bg-marigold" />
      <p role="status" className="mr-auto min-w-0 text-text-2">
        {unsaved ?? t("admin.unsaved", { fields: [...new Set(changed)].join(", ") })}
      </p>
      <AdminButton kind="quiet" onClick={onDiscard} disabled={saving}>
        {t("admin.discard")}
      </AdminButton>
      <AdminButton kind="ink" type="submit" busy={saving} data-save>
        {t("admin.save")}
      </AdminButton>
      <LeaveGuard unsaved={!saving && !saved} text={leaveText} />
    </div>
  );
}
