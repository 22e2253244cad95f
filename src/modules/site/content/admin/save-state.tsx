import { CircleAlert, CloudCheck, CloudOff } from "#src/ui/lucide/icons.ts";
import { clockIn, HOME_ZONE } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";
import type { useDrafts } from "#src/modules/site/content/admin/use-drafts.ts";
import type { DraftKey } from "#src/modules/site/content/rules/home-fields.ts";
import { SECTION_WORDS } from "#src/modules/site/content/rules/home-words.ts";
import { AdminButton } from "#src/ui/admin/button.tsx";

type Edit = Pick<ReturnType<typeof useDrafts>, "hasFailed" | "isSaving" | "savedAt" | "save"> & {
  broken: readonly DraftKey[];
  dirty: readonly DraftKey[];
  met: readonly { key: DraftKey }[];
};
type SaveStateProps = {
  edit: Edit;
  /** How the draft was saved when the page was read. */
  saved: { at: string; by: string | null } | null;
  hasDraft: boolean;
  publishedOn: string | null;
};

/** Whether what is typed is stored, and what guests see meanwhile. */
export function SaveState({ edit, saved, hasDraft, publishedOn }: SaveStateProps) {
  const { t } = useText();
  const { broken, met, hasFailed, isSaving, dirty } = edit;
  const at = edit.savedAt ?? saved?.at ?? null;
  const waiting = [...new Set([...broken, ...met.map(({ key }) => key)])];
  const names = waiting.map((key) => t(SECTION_WORDS[key])).join(", ");
  const [icon, state] =
    hasFailed && !isSaving
      ? [<CloudOff key="off" aria-hidden size={16} className="text-low-text" />, t("content-admin.save.failed")]
      : waiting.length > 0
        ? [
            <CircleAlert key="wait" aria-hidden size={16} className="text-low-text" />,
            t("content-admin.save.waits", { sections: names }),
          ]
        : [
            <CloudCheck key="ok" aria-hidden size={16} className="text-agave-text" />,
            isSaving || dirty.length > 0
              ? t("content-admin.save.saving")
              : hasDraft && at
                ? t("content-admin.save.saved", { time: clockIn(new Date(at), HOME_ZONE) })
                : t("content-admin.save.nothing"),
          ];
  return (
    <>
      <p role="status" className="flex min-w-0 items-center gap-2 font-semibold">
        {icon}
        {state}
      </p>
      {hasFailed && !isSaving && (
        <AdminButton small onClick={edit.save} data-save>
          {t("content-admin.save.again")}
        </AdminButton>
      )}
      <p className="mr-auto text-text-2 max-md:hidden">
        {hasDraft &&
          (publishedOn ? t("content-admin.save.visitors", { date: publishedOn }) : t("content-admin.save.visitorsOwn"))}
      </p>
    </>
  );
}
