import { useFetcher } from "react-router";
import { shortDate } from "#src/kernel/local-time.ts";
import type { I18n } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import { GroupPanel } from "#src/modules/changes/groups/admin/group-panel.tsx";
import { REQUEST_LIST, REQUEST_VIEWS } from "#src/modules/changes/groups/rules/request-list.ts";
import type { ListedRequest, RequestState } from "#src/modules/changes/groups/schema.ts";
import { Badge, type Tone } from "#src/ui/admin/badge.tsx";
import { AdminLink } from "#src/ui/admin/button.tsx";
import { ListPage } from "#src/ui/admin/list/list-page.tsx";
import { useList } from "#src/ui/admin/list/use-list.ts";
import { Moment } from "#src/ui/admin/moment.tsx";
import type { Column, PhoneRow } from "#src/ui/admin/table.tsx";
import { useUndo } from "#src/ui/admin/use-undo.ts";
import type { FormAnswer } from "#src/ui/form/answer.ts";
import type { Route } from "#routes/admin/sales/+types/groups.ts";

const PAGE = 50;

/** What guests ask for their groups, with the open request beside. */
export default function GroupsPage({ loaderData }: Route.ComponentProps) {
  const { list: found, filter, open, choices } = loaderData;
  const i18n = useText();
  const { t } = i18n;
  const list = useList(REQUEST_LIST, "/admin/groups", filter);
  const act = useFetcher<FormAnswer>();
  useUndo(act);
  const { requests, counts, total, mayChange } = found;
  const text = filter.q !== "" || filter.view !== "new" ? "none" : "empty";
  return (
    <ListPage
      list={list}
      title={t("groups-admin.title")}
      meta={t("groups-admin.meta", { count: counts.new })}
      file={{ name: "requests.csv", label: t("groups-admin.export") }}
      views={{
        label: t("groups-admin.views"),
        views: REQUEST_VIEWS.map((one) => [one, t(`groups-admin.view.${one}`), counts[one]]),
      }}
      search={{ label: t("groups-admin.search") }}
      columns={columnsOf(i18n)}
      rows={requests}
      phone={(request) => phoneRow(request, i18n)}
      opens="open"
      opened={open?.id ?? null}
      empty={{
        title: t(`groups-admin.${text}.title`),
        text: t(`groups-admin.${text}.text`),
        action: <AdminLink to={list.hrefOf({ view: "all", q: "" })}>{t("groups-admin.all")}</AdminLink>,
      }}
      pages={{ size: PAGE, total }}
      panel={
        open && (
          <GroupPanel
            key={open.id}
            request={open}
            mayChange={mayChange}
            choices={choices}
            {...list.panelLinks("open", requests, open.id)}
            act={act}
          />
        )
      }
    />
  );
}

const columnsOf = ({ t, locale }: I18n): Column<ListedRequest>[] => [
  {
    id: "from",
    head: t("groups-admin.from"),
    cell: ({ name, email }) => (
      <span className="grid max-w-52 py-1.5">
        <span className="truncate">{name}</span>
        <span className="truncate text-fine font-normal text-text-3">{email}</span>
      </span>
    ),
  },
  { id: "people", head: t("groups-admin.people"), numeric: true, cell: ({ people }) => people },
  { id: "occasion", head: t("groups-admin.occasion"), cell: ({ occasion }) => t(`groups.occasion.${occasion}`) },
  { id: "city", head: t("groups-admin.city"), cell: ({ city }) => city ?? t("groups.city.other") },
  {
    id: "date",
    head: t("groups-admin.date"),
    cell: ({ date }) => (date === null ? t("groups-admin.open") : shortDate(date, locale)),
  },
  { id: "state", head: t("groups-admin.state"), cell: (request) => <State request={request} /> },
  { id: "when", head: t("groups-admin.when"), numeric: true, cell: ({ at }) => <Moment at={at} /> },
];

const phoneRow = (request: ListedRequest, { t, locale }: I18n): PhoneRow => ({
  first: request.name,
  second: [
    t("groups-admin.peopleCount", { count: request.people }),
    request.date === null ? t("groups-admin.open") : shortDate(request.date, locale),
    request.city ?? t("groups.city.other"),
  ].join(" · "),
  end: <State request={request} />,
  endSecond: (
    <span className="text-fine text-text-3">
      <Moment at={request.at} />
    </span>
  ),
});

const TONES: Readonly<Record<RequestState, Tone>> = {
  new: "waiting",
  quoted: "judge",
  accepted: "done",
  declined: "failed",
  closed: "none",
};

function State({ request: { state } }: { request: ListedRequest }) {
  const { t } = useText();
  return <Badge tone={TONES[state]}>{t(`groups-admin.state.${state}`)}</Badge>;
}
