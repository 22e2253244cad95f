import { RotateCcw } from "#src/ui/lucide/icons.ts";
import { useText } from "#src/locales/use-text.ts";
import type { TemplateVersion } from "#src/modules/mail/notifications/rules/template-answer.ts";
import { Badge } from "#src/ui/admin/badge.tsx";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { Empty } from "#src/ui/admin/empty.tsx";
import { Moment } from "#src/ui/admin/moment.tsx";
import { SidePanel } from "#src/ui/admin/side-panel.tsx";

type TemplateVersionsProps = {
  versions: readonly TemplateVersion[];
  labels: ReadonlyMap<string, string>;
  closeHref: string;
  busy: boolean;
  onRestore: (version: number) => void;
};

const MOST_CHANGES = 4;

/** What was published of a kind when and by whom, and the way back to it. */
export function TemplateVersions({ versions, labels, closeHref, busy, onRestore }: TemplateVersionsProps) {
  const { t } = useText();
  return (
    <SidePanel
      title={t("notifications-templates.versions")}
      meta={t("notifications-templates.versions.help")}
      closeHref={closeHref}
    >
      {versions.length === 0 ? (
        <Empty
          title={t("notifications-templates.versions.none")}
          text={t("notifications-templates.versions.noneText")}
        />
      ) : (
        <ol>
          {versions.map(({ version, at, by, restored, changes }, index) => (
            <li key={version} className="grid gap-2 border-b border-border py-3 last:border-b-0">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <strong className="font-semibold">
                  <Moment at={at} />
                </strong>
                <span className="text-text-2">{by ?? t("notifications-templates.versions.by")}</span>
                {index === 0 && <Badge tone="done">{t("notifications-templates.versions.current")}</Badge>}
              </p>
              {restored !== null && (
                <p className="text-text-2">
                  {t(`notifications-templates.versions.${restored === 1 ? "reset" : "restored"}`)}
                </p>
              )}
              <ul className="grid gap-2">
                {changes.slice(0, MOST_CHANGES).map(({ language, id, old, now }) => (
                  <li key={`${language} ${id}`} className="min-w-0">
                    <p className="font-medium">
                      {labels.get(id)} · {language.toUpperCase()}
                    </p>
                    <p className="break-words whitespace-pre-line text-text-2">
                      <del className="text-text-3">{old || t("notifications-templates.versions.ronda")}</del>{" "}
                      <span aria-hidden>→</span>{" "}
                      <ins className="no-underline">{now || t("notifications-templates.versions.ronda")}</ins>
                    </p>
                  </li>
                ))}
                {changes.length > MOST_CHANGES && (
                  <li className="text-text-3">
                    {t("notifications-templates.versions.more", { count: changes.length - MOST_CHANGES })}
                  </li>
                )}
              </ul>
              {index > 0 && (
                <p>
                  <AdminButton
                    small
                    busy={busy}
                    icon={<RotateCcw aria-hidden size={14} />}
                    onClick={() => onRestore(version)}
                  >
                    {t("notifications-templates.versions.restore")}
                  </AdminButton>
                </p>
              )}
            </li>
          ))}
        </ol>
      )}
    </SidePanel>
  );
}
