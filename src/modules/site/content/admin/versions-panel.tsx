import { ExternalLink, RotateCcw } from "#src/ui/lucide/icons.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { ChangeList } from "#src/modules/site/content/admin/change-list.tsx";
import type { HomeVersion } from "#src/modules/site/content/rules/home-draft.ts";
import { Badge } from "#src/ui/admin/badge.tsx";
import { AdminButton, AdminLink } from "#src/ui/admin/button.tsx";
import { Empty } from "#src/ui/admin/empty.tsx";
import { Moment } from "#src/ui/admin/moment.tsx";
import { SidePanel } from "#src/ui/admin/side-panel.tsx";

/** A version with what else is said of it. */
type Version = HomeVersion & { isOwn?: boolean; facts?: string | null };
type VersionsPanelProps = {
  versions: readonly Version[];
  /** What a version is. */
  help: string;
  /** The preview's address in English. */
  preview: string;
  closeHref: string;
  busy: boolean;
  onRestore: (id: string) => void;
};

const MOST_CHANGES = 4;

/** What was published when and by whom, what it changed, and the way back to it. */
export function VersionsPanel({ versions, help, preview, closeHref, busy, onRestore }: VersionsPanelProps) {
  const { t, locale } = useText();
  return (
    <SidePanel title={t("content-admin.versions")} meta={help} closeHref={closeHref}>
      {versions.length === 0 ? (
        <Empty title={t("content-admin.versions.none")} />
      ) : (
        <ol>
          {versions.map(({ id, at, by, note, changes, isOwn, facts }, index) => (
            <li key={id} className="grid gap-2 border-b border-border py-3 last:border-b-0">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <strong className="font-semibold">
                  <Moment at={at} />
                </strong>
                <span className="text-text-2">
                  {by ?? t(isOwn ? "content-admin.versions.own" : "content-admin.versions.before")}
                </span>
                {isOwn && by && <Badge tone="none">{t("content-admin.versions.own")}</Badge>}
                {index === 0 && <Badge tone="done">{t("content-admin.versions.current")}</Badge>}
              </p>
              {facts && <p className="text-text-2">{facts}</p>}
              {note && <p className="break-words italic">{note}</p>}
              {changes === null ? (
                <p className="text-text-3">{t("content-admin.versions.first")}</p>
              ) : (
                <ChangeList changes={changes} most={MOST_CHANGES} />
              )}
              <p className="flex flex-wrap gap-2">
                <AdminLink
                  small
                  to={`${localizedPath(preview, locale)}?version=${id}`}
                  target="_blank"
                  icon={<ExternalLink aria-hidden size={14} />}
                >
                  {t("content-admin.versions.view")}
                </AdminLink>
                <AdminButton small busy={busy} icon={<RotateCcw aria-hidden size={14} />} onClick={() => onRestore(id)}>
                  {t("content-admin.versions.restore")}
                </AdminButton>
              </p>
            </li>
          ))}
        </ol>
      )}
    </SidePanel>
  );
}
