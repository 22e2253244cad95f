import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { DRAFTED, SOURCE_WORDS } from "#src/modules/office/translations/rules/board.ts";
import type { ImportedRecord } from "#src/modules/office/translations/rules/import-answer.ts";
import { Badge } from "#src/ui/admin/badge.tsx";
import { AdminLink } from "#src/ui/admin/button.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";

/** What became of each record of a file. */
export function ImportDone({ records, same }: { records: readonly ImportedRecord[]; same: number }) {
  const { t, locale } = useText();
  const count = records.reduce((sum, { texts, problem }) => (problem ? sum : sum + texts), 0);
  return (
    <div role="status">
      <Panel
        padded={false}
        title={t("translations.import.done", { count })}
        action={
          <AdminLink to={localizedPath("/admin/languages", locale)} small>
            {t("translations.import.board")}
          </AdminLink>
        }
        {...(same > 0 ? { footer: t("translations.import.same", { count: same }) } : {})}
      >
        <ul>
          {records.map(({ source, id, name, texts, problem }) => (
            <li
              key={`${source} ${id}`}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-border px-3.5 py-2"
            >
              <span className="mr-auto min-w-0 font-semibold wrap-anywhere">{`${t(SOURCE_WORDS[source])} › ${name}`}</span>
              {problem && <span className="text-text-2">{t(problem.message, problem.values)}</span>}
              {problem ? (
                <Badge tone="failed">{t("translations.import.refused")}</Badge>
              ) : (
                <Badge tone="done">
                  {t(DRAFTED.includes(source) ? "translations.import.drafted" : "translations.import.saved", {
                    count: texts,
                  })}
                </Badge>
              )}
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  );
}
