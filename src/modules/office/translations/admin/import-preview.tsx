import { Form, Link, useNavigation } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { SOURCE_WORDS } from "#src/modules/office/translations/rules/board.ts";
import type { FileRow } from "#src/modules/office/translations/rules/file.ts";
import { countReady } from "#src/modules/office/translations/rules/import-answer.ts";
import {
  type ImportPlan,
  isReady,
  type PlannedRecord,
  type PlannedText,
} from "#src/modules/office/translations/rules/import-plan.ts";
import type { Sentence } from "#src/modules/office/translations/rules/source.ts";
import { Badge } from "#src/ui/admin/badge.tsx";
import { ADMIN_LINK, AdminButton } from "#src/ui/admin/button.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { CircleAlert } from "#src/ui/lucide/icons.ts";

/** Keys that no text has are listed as far as somebody reads them. */
const MOST_UNKNOWN = 20;

/** What a file would change, text by text, and the button that does it. */
export function ImportPreview({ plan, file, rows }: { plan: ImportPlan; file: string; rows: readonly FileRow[] }) {
  const { t } = useText();
  const isSaving = useNavigation().formData?.get("intent") === "apply";
  const ready = countReady(plan);
  return (
    <section aria-labelledby="plan" className="grid gap-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id="plan" className="text-lg font-semibold">
          {t("translations.import.plan", { texts: ready.texts })}
        </h2>
        <p className="min-w-0 wrap-anywhere text-text-3">{t("translations.import.of", { file })}</p>
        {ready.texts > 0 && (
          <Form method="post" className="ml-auto" encType="multipart/form-data">
            <input type="hidden" name="intent" value="apply" />
            <input type="hidden" name="rows" value={JSON.stringify(rows)} />
            <AdminButton type="submit" kind="ink" busy={isSaving}>
              {t("translations.import.apply", { count: ready.texts })}
            </AdminButton>
          </Form>
        )}
      </div>
      {plan.records.toSorted(problemsFirst).map((record) => (
        <RecordChanges key={`${record.source} ${record.id}`} record={record} />
      ))}
      {plan.same > 0 && <p className="text-text-2">{t("translations.import.same", { count: plan.same })}</p>}
      {plan.unknown.length > 0 && <UnknownKeys unknown={plan.unknown} />}
    </section>
  );
}

const problemsFirst = (a: PlannedRecord, b: PlannedRecord) => Number(isReady(a)) - Number(isReady(b));

function RecordChanges({ record }: { record: PlannedRecord }) {
  const { t } = useText();
  const { source, name, problem, texts } = record;
  return (
    <Panel
      padded={false}
      title={`${t(SOURCE_WORDS[source])} › ${name}`}
      action={!isReady(record) && <Badge tone="failed">{t("translations.import.refused")}</Badge>}
    >
      {problem && <Problem problem={problem} className="px-3.5 pb-2" />}
      {!isReady(record) && !problem && texts.length > 1 && (
        <p className="px-3.5 pb-2 text-text-2">{t("translations.import.whole")}</p>
      )}
      <ul>
        {texts.map((text) => (
          <TextChange key={text.line} text={text} />
        ))}
      </ul>
    </Panel>
  );
}

function Problem({ problem, className = "" }: { problem: Sentence; className?: string }) {
  const { t } = useText();
  return (
    <p className={`flex gap-1.5 font-medium text-low-text ${className}`}>
      <CircleAlert aria-hidden size={14} className="mt-0.5 shrink-0" />
      <span>{t(problem.message, problem.values)}</span>
    </p>
  );
}

function TextChange({ text }: { text: PlannedText }) {
  const { t, locale } = useText();
  const { line, label, href, changes, problem } = text;
  return (
    <li className="grid gap-x-4 gap-y-2 border-t border-border px-3.5 py-2.5 md:grid-cols-[minmax(9rem,1fr)_minmax(0,4fr)]">
      <div>
        <Link to={localizedPath(href, locale)} className={ADMIN_LINK}>
          {label}
        </Link>
        <p className="text-fine text-text-3">{t("translations.import.line", { line })}</p>
      </div>
      <div className="grid min-w-0 gap-2">
        {changes.map(({ language, old, now }) => (
          <div key={language} className="flex min-w-0 items-start gap-2">
            <span
              aria-hidden
              className="mt-px shrink-0 rounded-[5px] border border-line-2 px-1.5 text-fine text-text-2"
            >
              {language.toUpperCase()}
            </span>
            <div lang={language} className="grid min-w-0 gap-0.5 wrap-anywhere whitespace-pre-line">
              <p className="text-text-3">
                <span className="sr-only" lang={locale}>
                  {t("translations.import.was")}
                </span>
                {old === "" ? <span lang={locale}>{t("translations.import.none")}</span> : <del>{old}</del>}
              </p>
              <p>
                <span className="sr-only" lang={locale}>
                  {t("translations.import.now")}
                </span>
                {now}
              </p>
            </div>
          </div>
        ))}
        {problem && <Problem problem={problem} />}
      </div>
    </li>
  );
}

function UnknownKeys({ unknown }: { unknown: ImportPlan["unknown"] }) {
  const { t } = useText();
  const more = unknown.length - MOST_UNKNOWN;
  return (
    <div className="text-text-2">
      <p>{t("translations.import.unknown", { count: unknown.length })}</p>
      <ul className="mt-1 ml-4 list-disc wrap-anywhere">
        {unknown.slice(0, MOST_UNKNOWN).map(({ line, key }) => (
          <li key={line}>{t("translations.import.unknownLine", { line, key })}</li>
        ))}
        {more > 0 && <li>{t("translations.import.more", { count: more })}</li>}
      </ul>
    </div>
  );
}
