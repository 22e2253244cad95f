import { ListFilters } from "#src/ui/admin/list/list-filters.tsx";
import { ListRows } from "#src/ui/admin/list/list-page.tsx";
import { useList } from "#src/ui/admin/list/use-list.ts";
import type { ValuesOf } from "#src/kernel/list-address.ts";
import { clockIn, dateIn, dayOf, HOME_ZONE, shortDate } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { type Decision, DECISIONS } from "#src/modules/sales/affiliates/rules/consent.ts";
import { CONSENT_LANGUAGES, CONSENT_LIST } from "#src/modules/partners/measurement/rules/consent-log.ts";
import type { ListedConsent } from "#src/modules/partners/measurement/schema.ts";
import { Badge, type Tone } from "#src/ui/admin/badge.tsx";
import { ADMIN_LINK } from "#src/ui/admin/button.tsx";
import type { Column } from "#src/ui/admin/table.tsx";
import { Languages, ShieldCheck } from "#src/ui/lucide/icons.ts";

type Count = { decision: Decision; language: "en" | "es"; count: number };
export type ShownConsents = {
  consents: readonly ListedConsent[];
  newer: number | null;
  older: number | null;
  counts: readonly Count[];
  filter: ValuesOf<typeof CONSENT_LIST>;
};

const TONES: Record<Decision, Tone> = { granted: "done", rejected: "none", withdrawn: "failed" };

const site = ({ site_tag }: ListedConsent) => <span className="text-text-2">{site_tag}</span>;
const visitor = (row: ListedConsent) => <span className="font-mono text-fine text-text-3">{row.visitor}</span>;

/** The log of consents with its filters; all state is in the URL. */
export function ConsentLog({ consents, newer, older, counts, filter }: ShownConsents) {
  const { t, locale } = useText();
  const list = useList(CONSENT_LIST, "/admin/consents", filter);
  const countOf = (over: Partial<typeof filter>) => {
    const { decision, language } = { ...filter, ...over };
    return counts
      .filter((one) => (!decision || one.decision === decision) && (!language || one.language === language))
      .reduce((sum, { count }) => sum + count, 0);
  };
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
      <ListFilters
        list={list}
        words={{ clear: (label) => t("measurement.clear", { filter: label }), reset: t("measurement.reset") }}
        filters={[
          {
            name: "decision",
            label: t("measurement.decision"),
            icon: <ShieldCheck aria-hidden size={15} />,
            options: DECISIONS.map((decision) => [
              decision,
              t(`measurement.decisions.${decision}`),
              countOf({ decision }),
            ]),
          },
          {
            name: "language",
            label: t("measurement.language"),
            icon: <Languages aria-hidden size={15} />,
            options: CONSENT_LANGUAGES.map((language) => [
              language,
              t(`measurement.languages.${language}`),
              countOf({ language }),
            ]),
          },
        ]}
      >
        <p className="ml-auto text-text-3 max-md:ml-0 max-md:w-full">
          {t("measurement.counts", {
            granted: countOf({ decision: "granted" }),
            rejected: countOf({ decision: "rejected" }),
            withdrawn: countOf({ decision: "withdrawn" }),
          })}
        </p>
      </ListFilters>
      <ListRows
        list={list}
        label={t("measurement.log")}
        rows={consents.map((consent) => ({ id: String(consent.n), ...consent }))}
        columns={columns}
        phone={(row) => ({
          first: decided(row),
          second: `${t(`measurement.languages.${row.language}`)} · ${row.text_version} · ${row.site_tag}`,
          end: when(row),
          endSecond: row.bookings > 0 && t("measurement.bookingsOf", { count: row.bookings }),
        })}
        empty={
          list.isFiltered
            ? { title: t("measurement.nothingFound"), text: t("measurement.nothingFoundText") }
            : { title: t("measurement.none"), text: t("measurement.noneText") }
        }
        {...(consents.length > 0 && {
          pages: {
            summary: t("measurement.shown", { count: consents.length }),
            newer,
            older,
            labels: { previous: t("measurement.newer"), next: t("measurement.older") },
          },
        })}
      />
    </>
  );
}
