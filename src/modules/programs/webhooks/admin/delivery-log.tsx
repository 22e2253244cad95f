import { Form } from "react-router";
import type { ValuesOf } from "#src/kernel/list-address.ts";
import { useText } from "#src/locales/use-text.ts";
import { wordOf } from "#src/modules/programs/webhooks/admin/endpoint-form.tsx";
import { DELIVERY_LIST } from "#src/modules/programs/webhooks/rules/delivery-list.ts";
import { DELIVERY_STATES, type DeliveryState, type ListedDelivery } from "#src/modules/programs/webhooks/schema.ts";
import { Badge, type Tone } from "#src/ui/admin/badge.tsx";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { ListFilters } from "#src/ui/admin/list/list-filters.tsx";
import { ListRows } from "#src/ui/admin/list/list-page.tsx";
import { useList } from "#src/ui/admin/list/use-list.ts";
import { Moment } from "#src/ui/admin/moment.tsx";
import type { Column } from "#src/ui/admin/table.tsx";
import { Activity } from "#src/ui/lucide/icons.ts";

const TONES: Record<DeliveryState, Tone> = { queued: "waiting", delivered: "done", dead: "failed" };

export type SentLog = {
  deliveries: readonly ListedDelivery[];
  counts: readonly { state: DeliveryState; count: number }[];
  filter: ValuesOf<typeof DELIVERY_LIST>;
  size: number;
  total: number;
};

/** What was sent to an endpoint, newest first, with the last answer; each message can be sent again. */
export function DeliveryLog({ endpointId, log }: { endpointId: string; log: SentLog }) {
  const { t } = useText();
  const { deliveries, counts, filter, size, total } = log;
  const list = useList(DELIVERY_LIST, `/admin/webhooks/${endpointId}`, filter);
  const countOf = (state: DeliveryState) => counts.find((one) => one.state === state)?.count ?? 0;
  const stateOf = ({ state }: ListedDelivery) => (
    <Badge tone={TONES[state]}>{t("webhooks-admin.deliveryState", { state })}</Badge>
  );
  const type = ({ type: name }: ListedDelivery) => t("webhooks-admin.type", { type: wordOf(name) });
  const answer = ({ status, error, says, milliseconds, attempts }: ListedDelivery) => {
    if (attempts === 0) return t("webhooks-admin.notTried");
    const last =
      status === null
        ? t("webhooks-admin.noAnswer", { why: error ?? "other", says })
        : t("webhooks-admin.answered", { status: String(status), milliseconds: milliseconds ?? 0 });
    return `${t("webhooks-admin.tries", { count: attempts })}: ${last}`;
  };
  const next = ({ nextAt, attempts }: ListedDelivery) =>
    nextAt !== null &&
    attempts > 0 && (
      <span className="block text-fine text-text-3">
        {t("webhooks-admin.next")} <Moment at={nextAt} />
      </span>
    );
  const again = (delivery: ListedDelivery) => (
    <Form method="post">
      <input type="hidden" name="n" value={delivery.n} />
      <AdminButton
        small
        type="submit"
        name="intent"
        value="replay"
        aria-label={t("webhooks-admin.sendAgainNamed", { type: type(delivery), id: delivery.id })}
      >
        {t("webhooks-admin.sendAgain")}
      </AdminButton>
    </Form>
  );
  const answerCell = (delivery: ListedDelivery) => (
    <span className="block max-w-[26rem] text-text-2 whitespace-normal wrap-break-word">
      {answer(delivery)}
      {next(delivery)}
    </span>
  );
  const when = ({ at }: ListedDelivery) => <Moment at={at} />;
  const message = (delivery: ListedDelivery) => (
    <span className="block py-1.5">
      {type(delivery)}
      <span className="block font-mono text-fine text-text-3 select-all">{delivery.id}</span>
    </span>
  );
  const phoneAnswer = (delivery: ListedDelivery) => (
    <span className="block whitespace-normal">
      {when(delivery)} · {answer(delivery)}
      {next(delivery)}
    </span>
  );
  const columns: Column<ListedDelivery>[] = [
    { id: "when", head: t("webhooks-admin.when"), cell: when },
    {
      id: "type",
      head: t("webhooks-admin.message"),
      cell: message,
    },
    { id: "state", head: t("webhooks-admin.state"), cell: stateOf },
    { id: "answer", head: t("webhooks-admin.answer"), cell: answerCell },
    { id: "again", head: <span className="sr-only">{t("webhooks-admin.sendAgain")}</span>, cell: again },
  ];
  return (
    <section aria-label={t("webhooks-admin.log")} className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold">{t("webhooks-admin.log")}</h2>
        {countOf("dead") > 0 && (
          <Form method="post">
            <AdminButton type="submit" name="intent" value="replay_dead">
              {t("webhooks-admin.sendDeadAgain", { count: countOf("dead") })}
            </AdminButton>
          </Form>
        )}
      </div>
      <ListFilters
        list={list}
        words={{ clear: (label) => t("webhooks-admin.clear", { filter: label }) }}
        filters={[
          {
            name: "state",
            label: t("webhooks-admin.state"),
            icon: <Activity aria-hidden size={15} />,
            options: DELIVERY_STATES.map((state) => [
              state,
              t("webhooks-admin.deliveryState", { state }),
              countOf(state),
            ]),
          },
        ]}
      />
      <ListRows
        list={list}
        label={t("webhooks-admin.log")}
        rows={deliveries}
        columns={columns}
        phone={(delivery) => ({
          first: type(delivery),
          second: phoneAnswer(delivery),
          end: stateOf(delivery),
          endSecond: again(delivery),
        })}
        empty={
          list.isFiltered
            ? { title: t("webhooks-admin.noneInState") }
            : { title: t("webhooks-admin.noMessages"), text: t("webhooks-admin.noMessagesText") }
        }
        pages={{ size, total }}
      />
    </section>
  );
}
