import { ListFilters } from "#src/ui/admin/list/list-filters.tsx";
import { ListRows } from "#src/ui/admin/list/list-page.tsx";
import { useList } from "#src/ui/admin/list/use-list.ts";
import type { ValuesOf } from "#src/kernel/list-address.ts";
import { Link } from "react-router";
import { clockIn, dateIn, HOME_ZONE, shortDate } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import { EVENT_LIST } from "#src/modules/partners/measurement/rules/consent-log.ts";
import { withheldIn } from "#src/modules/partners/measurement/rules/delivery.ts";
import { EVENT_STATES, type EventState, type ListedEvent } from "#src/modules/partners/measurement/schema.ts";
import { Badge, type Tone } from "#src/ui/admin/badge.tsx";
import { ADMIN_LINK } from "#src/ui/admin/button.tsx";
import type { Column } from "#src/ui/admin/table.tsx";
import { Activity } from "#src/ui/lucide/icons.ts";

export type ReportedEvents = {
  events: readonly ListedEvent[];
  counts: readonly { status: EventState; count: number }[];
  filter: ValuesOf<typeof EVENT_LIST>;
  size: number;
  total: number;
};

const TONES: Record<EventState, Tone> = { queued: "waiting", sent: "done", failed: "failed", withheld: "none" };

/** What is reported to Meta of bookings, with its state and why. */
export function AdEvents({ events, counts, filter, size, total }: ReportedEvents) {
  const { t, locale } = useText();
  const list = useList(EVENT_LIST, "/admin/consents", filter);
  const moment = (at: string) =>
    `${shortDate(dateIn(new Date(at), HOME_ZONE), locale)} ${clockIn(new Date(at), HOME_ZONE)}`;
  const stateOf = ({ status }: ListedEvent) => <Badge tone={TONES[status]}>{t(`measurement.states.${status}`)}</Badge>;
  const booking = ({ booking_id, reference }: ListedEvent) => (
    <Link to={localizedPath(`/admin/bookings/${booking_id}`, locale)} className={ADMIN_LINK}>
      {reference}
    </Link>
  );
  const value = ({ money }: ListedEvent) => (money ? formatMoney(money, locale) : "–");
  const why = ({ last_error, sent_at, attempts }: ListedEvent) => {
    const withheld = withheldIn(last_error);
    if (withheld) return t(`measurement.withheld.${withheld}`);
    if (last_error) return `${t("measurement.tries", { count: attempts })}: ${last_error}`;
    return sent_at ? moment(sent_at) : t("measurement.waits");
  };
  const reason = (event: ListedEvent) => (
    <span className="block max-w-[26rem] text-text-2 whitespace-normal wrap-break-word">{why(event)}</span>
  );
  const phoneReason = (event: ListedEvent) => <span className="whitespace-normal">{why(event)}</span>;
  const heading = (event: ListedEvent) => (
    <span className="flex items-center gap-2">
      {stateOf(event)} {booking(event)}
    </span>
  );
  const columns: Column<ListedEvent>[] = [
    { id: "when", head: t("measurement.when"), cell: ({ created_at }) => moment(created_at) },
    { id: "kind", head: t("measurement.kind"), cell: () => t("measurement.kinds.Purchase") },
    { id: "booking", head: t("measurement.booking"), cell: booking },
    {
      id: "value",
      head: t("measurement.value"),
      numeric: true,
      cell: value,
    },
    { id: "state", head: t("measurement.state"), cell: stateOf },
    {
      id: "why",
      head: t("measurement.why"),
      cell: reason,
    },
  ];
  return (
    <>
      <ListFilters
        list={list}
        words={{ clear: (label) => t("measurement.clear", { filter: label }) }}
        filters={[
          {
            name: "state",
            label: t("measurement.state"),
            icon: <Activity aria-hidden size={15} />,
            options: EVENT_STATES.map((one) => [
              one,
              t(`measurement.states.${one}`),
              counts.find(({ status }) => status === one)?.count ?? 0,
            ]),
          },
        ]}
      />
      <ListRows
        list={list}
        label={t("measurement.events")}
        rows={events}
        columns={columns}
        phone={(event) => ({
          first: heading(event),
          second: phoneReason(event),
          end: value(event),
          endSecond: shortDate(dateIn(new Date(event.created_at), HOME_ZONE), locale),
        })}
        empty={
          list.isFiltered
            ? { title: t("measurement.noneInState"), text: t("measurement.nothingFoundText") }
            : { title: t("measurement.noEvents"), text: t("measurement.noEventsText") }
        }
        pages={{ size, total }}
      />
    </>
  );
}
