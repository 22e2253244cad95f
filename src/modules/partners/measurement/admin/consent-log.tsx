import { Link } from "react-router";
import { clockIn, dateIn, dayOf, HOME_ZONE, shortDate } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { type Decision, DECISIONS } from "#src/modules/sales/affiliates/rules/consent.ts";
import { consentAddressOf } from "#src/modules/partners/measurement/rules/consent-log.ts";
import type { ConsentFilter, ListedConsent } from "#src/modules/partners/measurement/schema.ts";
import { Badge, type Tone } from "#src/ui/admin/badge.tsx";
import { ADMIN_LINK } from "#src/ui/admin/button.tsx";
import { Empty } from "#src/ui/admin/empty.tsx";
import { FilterChip, FilterChoice } from "#src/ui/admin/filter-bar.tsx";
import { Pager } from "#src/ui/admin/pager.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { type Column, DataTable } from "#src/ui/admin/table.tsx";
import { Languages, ShieldCheck } from "#src/ui/lucide/icons.ts";

type Count = { decision: Decision; language: "en" | "es"; count: number };
export type ShownConsents = {
  consents: readonly ListedConsent[];
  newer: number | null;
  older: number | null;
  counts: readonly Count[];
  filter: ConsentFilter;
};

const TONES: Record<Decision, Tone> = { granted: "done", rejected: "none", withdrawn: "failed" };

const site = ({ site_tag }: ListedConsent) => <span className="text-text-2">{site_tag}</span>;
const visitor = (row: ListedConsent) => <span className="font-mono text-fine text-text-3">{row.visitor}</span>;

/** The log of consents with its filters; all state is in the URL. */
export function ConsentLog({ consents, newer, older, counts, filter }: ShownConsents) {
  const { t, locale } = useText();
  const isFiltered = filter.decision !== null || filter.language !== null;
  const when = ({ at }: ListedConsent) => (
    <time dateTime={at}>
      {shortDate(dateIn(new Date(at), HOME_ZONE), locale)}{" "}
      <span className="text-text-3">{clockIn(new Date(at), HOME_ZONE)}</span>
    </time>
  );
  const decided = ({ decision }: ListedConsent) => (
    <Badge tone={TONES[decision]}>{t(`measurement.decisions.${decision}`)}</Badge>
  );
  const privacy = ({ privacy_version: id, privacy_at: since }: ListedConsent) =>
    id &&
    since && (
      <a
        href={`${localizedPath("/preview/pages/privacy", locale)}?version=${id}`}
        target="_blank"
        rel="noopener"
        className={`${ADMIN_LINK} relative z-1`}
      >
        {dayOf(dateIn(new Date(since), HOME_ZONE), locale)}
      </a>
    );
  const columns: Column<ListedConsent>[] = [
    { id: "when", head: t("measurement.when"), cell: when },
    { id: "decision", head: t("measurement.decision"), cell: decided },
    {
      id: "language",
      head: t("measurement.language"),
      cell: ({ language }) => t(`measurement.languages.${language}`),
    },
    { id: "version", head: t("measurement.version"), cell: ({ text_version }) => text_version },
    { id: "privacy", head: t("measurement.privacy"), cell: privacy },
    {
      id: "site",
      head: t("measurement.site"),
      cell: site,
    },
    {
      id: "visitor",
      head: t("measurement.visitor"),
      cell: visitor,
    },
    { id: "bookings", head: t("measurement.bookings"), numeric: true, cell: ({ bookings }) => bookings },
  ];
  return (
    <>
      <Filters filter={filter} counts={counts} />
      <Panel padded={false}>
        <DataTable
          label={t("measurement.log")}
          rows={consents}
          rowId={({ n }) => String(n)}
          columns={columns}
          phone={(row) => ({
            first: decided(row),
            second: `${t(`measurement.languages.${row.language}`)} · ${row.text_version} · ${row.site_tag}`,
            end: when(row),
            endSecond: row.bookings > 0 && t("measurement.bookingsOf", { count: row.bookings }),
          })}
          empty={
            isFiltered ? (
              <Empty title={t("measurement.nothingFound")} text={t("measurement.nothingFoundText")} />
            ) : (
              <Empty title={t("measurement.none")} text={t("measurement.noneText")} />
            )
          }
        />
        {consents.length > 0 && (
          <Pager
            summary={t("measurement.shown", { count: consents.length })}
            previousHref={newer === null ? null : consentAddressOf(filter, ["newer", newer])}
            nextHref={older === null ? null : consentAddressOf(filter, ["older", older])}
            labels={{ previous: t("measurement.newer"), next: t("measurement.older") }}
          />
        )}
      </Panel>
    </>
  );
}

function Filters({ filter, counts }: Pick<ShownConsents, "filter" | "counts">) {
  const { t } = useText();
  const countOf = (over: Partial<ConsentFilter>) => {
    const { decision, language } = { ...filter, ...over };
    return counts
      .filter((one) => (!decision || one.decision === decision) && (!language || one.language === language))
      .reduce((sum, { count }) => sum + count, 0);
  };
  const without = (over: Partial<ConsentFilter>) => consentAddressOf({ ...filter, ...over });
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <FilterChip
        label={t("measurement.decision")}
        value={filter.decision && t(`measurement.decisions.${filter.decision}`)}
        clearHref={without({ decision: null })}
        clearLabel={t("measurement.clear", { filter: t("measurement.decision") })}
        icon={<ShieldCheck aria-hidden size={15} />}
      >
        {DECISIONS.map((decision) => (
          <FilterChoice key={decision} href={without({ decision })} current={decision === filter.decision}>
            <span className="mr-auto">{t(`measurement.decisions.${decision}`)}</span>
            <span className="text-text-3">{countOf({ decision })}</span>
          </FilterChoice>
        ))}
      </FilterChip>
      <FilterChip
        label={t("measurement.language")}
        value={filter.language && t(`measurement.languages.${filter.language}`)}
        clearHref={without({ language: null })}
        clearLabel={t("measurement.clear", { filter: t("measurement.language") })}
        icon={<Languages aria-hidden size={15} />}
      >
        {(["en", "es"] as const).map((language) => (
          <FilterChoice key={language} href={without({ language })} current={language === filter.language}>
            <span className="mr-auto">{t(`measurement.languages.${language}`)}</span>
            <span className="text-text-3">{countOf({ language })}</span>
          </FilterChoice>
        ))}
      </FilterChip>
      {(filter.decision || filter.language) && (
        <Link to="?" preventScrollReset className={ADMIN_LINK}>
          {t("measurement.reset")}
        </Link>
      )}
      <p className="ml-auto text-text-3 max-md:ml-0 max-md:w-full">
        {t("measurement.counts", {
          granted: countOf({ decision: "granted" }),
          rejected: countOf({ decision: "rejected" }),
          withdrawn: countOf({ decision: "withdrawn" }),
        })}
      </p>
    </div>
  );
}
