import type { Route } from "#routes/admin/office/+types/import.ts";
import { useState } from "react";
import { Form, useNavigation } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import type { Text } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import { IMPORT_KINDS, type ImportKind, MOST_FILE_BYTES } from "#src/modules/office/importing/rules/fields.ts";
import { fileProblem } from "#src/modules/office/importing/rules/file-problem.ts";
import type { ImportLine, ImportState } from "#src/modules/office/importing/schema.ts";
import { Badge, type Tone } from "#src/ui/admin/badge.tsx";
import { ADMIN_LINK, AdminButton } from "#src/ui/admin/button.tsx";
import { AdminChoice } from "#src/ui/admin/choice.tsx";
import { Empty } from "#src/ui/admin/empty.tsx";
import { AdminField, AdminInput } from "#src/ui/admin/field.tsx";
import { Moment } from "#src/ui/admin/moment.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { type Column, DataTable, NameInCell, type PhoneRow } from "#src/ui/admin/table.tsx";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import { FlaskConical } from "#src/ui/lucide/icons.ts";

/** Bookings and customers of another system: a file to begin with, and what was imported so far. */
export default function ImportPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText();
  useFlash(actionData);
  const title = t("importing.title");
  return (
    <>
      <PageHead title={title} tab={t("admin.tab", { page: title, brand: t("common.brand") })} />
      <div className="grid gap-4">
        <ChooseFile answer={actionData} sources={loaderData.sources} formKey={loaderData.key} />
        <Imports imports={loaderData.imports} />
      </div>
    </>
  );
}

type ChooseProps = { answer: Route.ComponentProps["actionData"]; sources: readonly string[]; formKey: string };

function ChooseFile({ answer, sources, formKey }: ChooseProps) {
  const { t, locale } = useText("errors");
  const isReading = useNavigation().formData?.get("intent") === "upload";
  const [kind, setKind] = useState<ImportKind>("bookings");
  // larger ones need not be sent to be refused
  const [isTooLarge, setTooLarge] = useState(false);
  const errorOf = (id: string) => {
    const found = answer?.fieldErrors?.find((one) => one.id === id);
    return found ? { error: t(found.message, found.values) } : {};
  };
  const tooLarge = fileProblem("file_too_large", 0);
  return (
    <Panel title={t("importing.choose")}>
      <Form
        method="post"
        encType="multipart/form-data"
        className="grid max-w-[60ch] gap-4"
        onSubmit={(event) => isTooLarge && event.preventDefault()}
      >
        <input type="hidden" name="intent" value="upload" />
        <input type="hidden" name="key" value={formKey} />
        <p className="text-text-2">{t("importing.lead")}</p>
        <AdminChoice
          id="kind"
          name="kind"
          label={t("importing.kind")}
          value={kind}
          options={IMPORT_KINDS.map((value) => ({ value, label: t(`importing.kind.${value}`) }))}
          onChange={(value) => setKind(value === "customers" ? "customers" : "bookings")}
        />
        <AdminField id="source" label={t("importing.source")} help={t("importing.sourceHelp")} {...errorOf("source")}>
          {(control) => (
            <>
              <AdminInput
                {...control}
                name="source"
                defaultValue={sources[0] ?? ""}
                list="sources"
                maxLength={60}
                autoComplete="off"
              />
              <datalist id="sources">
                {sources.map((source) => (
                  <option key={source} value={source}>
                    {source}
                  </option>
                ))}
              </datalist>
            </>
          )}
        </AdminField>
        <AdminField
          id="file"
          label={t("importing.file")}
          help={t("importing.fileHelp")}
          {...(isTooLarge ? { error: t(tooLarge.message, tooLarge.values) } : errorOf("file"))}
        >
          {(control) => (
            <AdminInput
              {...control}
              onChange={(event) => setTooLarge((event.currentTarget.files?.[0]?.size ?? 0) > MOST_FILE_BYTES)}
              type="file"
              name="file"
              accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
              className="h-auto py-2"
            />
          )}
        </AdminField>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <AdminButton type="submit" kind="ink" busy={isReading}>
            {t("importing.read")}
          </AdminButton>
          <a
            href={localizedPath(`/admin/import/${kind}.csv`, locale)}
            download
            className={`${ADMIN_LINK} inline-flex min-h-(--ctl) items-center`}
          >
            {t("importing.template")}
          </a>
        </div>
      </Form>
    </Panel>
  );
}

const TONES: Record<ImportState, Tone> = { draft: "waiting", done: "done", undone: "none" };

const whatOf = ({ kind, count }: ImportLine, t: Text) =>
  count === null ? t(`importing.kind.${kind}`) : t(`importing.count.${kind}`, { count });

const stateOf = ({ state, isPractice }: ImportLine, t: Text) => (
  <span className="inline-flex items-center gap-1.5">
    <Badge tone={TONES[state]}>{t(`importing.state.${state}`)}</Badge>
    {isPractice && <FlaskConical size={14} role="img" aria-label={t("importing.practice")} />}
  </span>
);

const columnsOf = (t: Text): Column<ImportLine>[] => [
  { id: "file", head: t("importing.list.file"), grows: true, cell: ({ file }) => <NameInCell>{file}</NameInCell> },
  { id: "source", head: t("importing.list.source"), cell: ({ source }) => source },
  { id: "what", head: t("importing.list.what"), cell: (line) => whatOf(line, t) },
  { id: "by", head: t("importing.list.by"), cell: ({ by }) => by ?? "–" },
  { id: "at", head: t("importing.list.at"), cell: ({ madeAt }) => <Moment at={madeAt} /> },
  { id: "state", head: t("importing.list.state"), cell: (line) => stateOf(line, t) },
];

const phoneRowOf =
  (t: Text) =>
  (line: ImportLine): PhoneRow => ({
    first: line.file,
    second: `${line.source} · ${whatOf(line, t)}`,
    end: stateOf(line, t),
    endSecond: <Moment at={line.madeAt} />,
  });

function Imports({ imports }: { imports: readonly ImportLine[] }) {
  const { t, locale } = useText();
  return (
    <Panel title={t("importing.list")} padded={false}>
      <DataTable
        label={t("importing.list")}
        columns={columnsOf(t)}
        rows={imports}
        rowId={({ id }) => id}
        openHref={({ id }) => localizedPath(`/admin/import/${id}`, locale)}
        phone={phoneRowOf(t)}
        empty={<Empty title={t("importing.empty.title")} text={t("importing.empty.text")} />}
      />
    </Panel>
  );
}
