import type { Route } from "#routes/admin/office/+types/languages.ts";
import { useText } from "#src/locales/use-text.ts";
import { Languages } from "#src/modules/office/translations/admin/languages.tsx";
import { TextRecord } from "#src/modules/office/translations/admin/text-record.tsx";
import {
  BOARD_LIST,
  type BoardFilter,
  type BoardRecord,
  type Counts,
  SOURCE_WORDS,
  type SourceKey,
  STATE_WORDS,
  STATES,
} from "#src/modules/office/translations/rules/board.ts";
import { AdminLink } from "#src/ui/admin/button.tsx";
import { Empty } from "#src/ui/admin/empty.tsx";
import { SearchField } from "#src/ui/admin/filter-bar.tsx";
import { useList } from "#src/ui/admin/list/use-list.ts";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { Segmented } from "#src/ui/admin/segmented.tsx";
import { ViewTabs } from "#src/ui/admin/view-tabs.tsx";
import { Download } from "#src/ui/lucide/icons.ts";

export type BoardProps = {
  board: {
    languages: { en: Counts; es: Counts };
    /** of what source and search let through */
    states: Counts;
    sources: SourceKey[];
    records: BoardRecord[];
  };
  filter: BoardFilter;
};

const sum = ({ missing, older, complete }: Counts): number => missing + older + complete;

/** Every text for guests with its state per language. */
function Board({ board, filter }: BoardProps) {
  const { t } = useText();
  const { path, hrefOf, fileHref } = useList(BOARD_LIST, "/admin/languages", filter);
  const { languages, states, sources, records } = board;
  return (
    <>
      <PageHead
        title={t("translations.title")}
        tab={t("admin.tab", { page: t("translations.title"), brand: t("common.brand") })}
        meta={t("translations.meta", { count: sum(languages.en) })}
        actions={
          <>
            <AdminLink to={`${path}/import`}>{t("translations.import")}</AdminLink>
            {records.length > 0 && (
              <AdminLink to={fileHref("texts.csv")} reloadDocument download icon={<Download aria-hidden size={15} />}>
                {t(filter.state === "missing" ? "translations.export.missing" : "translations.export")}
              </AdminLink>
            )}
          </>
        }
      />
      <Languages languages={languages} />
      <ViewTabs
        label={t("translations.views")}
        views={[
          {
            label: t("translations.view.all"),
            href: hrefOf({ state: null }),
            current: filter.state === null,
            count: sum(states),
          },
          ...STATES.map((state) => ({
            label: t(STATE_WORDS[state]),
            href: hrefOf({ state }),
            current: filter.state === state,
            count: states[state],
          })),
        ]}
      />
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <div className="max-w-full overflow-x-auto [&_a]:whitespace-nowrap">
          <Segmented
            label={t("translations.sources")}
            options={[
              { label: t("translations.sources.all"), href: hrefOf({ source: null }), current: filter.source === null },
              ...sources.map((source) => ({
                label: t(SOURCE_WORDS[source]),
                href: hrefOf({ source }),
                current: filter.source === source,
              })),
            ]}
          />
        </div>
        <SearchField
          label={t("translations.search")}
          placeholder={t("translations.search.for")}
          value={filter.q}
          hiddenFields={BOARD_LIST.pairs(filter, ["q"])}
        />
      </div>
      {filter.state === "older" && <p className="mb-3 text-text-2">{t("translations.older.help")}</p>}
      {records.length === 0 ? (
        <Panel padded={false}>
          <NoTexts filter={filter} path={path} />
        </Panel>
      ) : (
        <Records records={records} isOpen={filter.state === "missing" || filter.state === "older" || filter.q !== ""} />
      )}
    </>
  );
}

/** The records by source. */
function Records({ records, isOpen }: { records: readonly BoardRecord[]; isOpen: boolean }) {
  const { t } = useText();
  return (
    <div className="grid gap-4">
      {[...Map.groupBy(records, ({ source }) => source)].map(([source, group]) => (
        <Panel
          key={source}
          padded={false}
          title={t(SOURCE_WORDS[source])}
          action={
            <span className="text-text-3">
              {t("translations.texts", { count: group.reduce((count, { texts }) => count + texts.length, 0) })}
            </span>
          }
        >
          <ul>
            {group.map((record) => (
              <TextRecord key={`${record.id} ${isOpen}`} record={record} isOpen={isOpen} />
            ))}
          </ul>
        </Panel>
      ))}
    </div>
  );
}

function NoTexts({ filter, path }: { filter: BoardFilter; path: string }) {
  const { t } = useText();
  const { state, source, q } = filter;
  if (state === null && source === null && q === "")
    return <Empty title={t("translations.empty.title")} text={t("translations.empty.text")} />;
  const isKnown = q === "" && (state === "missing" || state === "older");
  return (
    <Empty
      title={t("translations.none.title")}
      text={t(isKnown ? `translations.none.${state}` : "translations.none.found")}
      action={<AdminLink to={path}>{t("translations.none.all")}</AdminLink>}
    />
  );
}

export default function LanguagesPage({ loaderData }: Route.ComponentProps) {
  return <Board {...loaderData} />;
}
