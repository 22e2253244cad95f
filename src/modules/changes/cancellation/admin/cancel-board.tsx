import { BookingReference } from "#src/modules/sales/booking/admin/booking-reference.tsx";
import { byLetters } from "#src/kernel/letters.ts";
import { CalendarClock, Info, Radio, RotateCcw } from "#src/ui/lucide/icons.ts";
import { useFetcher, useSearchParams } from "react-router";
import { clockIn, dateIn, shortDate } from "#src/kernel/local-time.ts";
import { inLocale, localizedPath } from "#src/kernel/localized.ts";
import { formatMoney } from "#src/kernel/money.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import { BackToSchedule } from "#src/modules/changes/cancellation/admin/cancel-preview.tsx";
import {
  moneyOfRow,
  type EmailStep,
  isByHand,
  type Progress,
  type ProgressRow,
  type RefundStep,
  stateOfEmail,
  stateOfRefund,
  stateOfStep,
  type StepState,
  type Tally,
} from "#src/modules/changes/cancellation/rules/cancel-progress.ts";
import type { CancelledDeparture } from "#src/modules/changes/cancellation/schema.ts";
import { Badge, type Tone } from "#src/ui/admin/badge.tsx";
import { AdminButton, AdminLink } from "#src/ui/admin/button.tsx";
import { Empty } from "#src/ui/admin/empty.tsx";
import { AdminNotice } from "#src/ui/admin/field.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { SeatStrip } from "#src/ui/admin/seat-strip.tsx";
import { Segmented } from "#src/ui/admin/segmented.tsx";
import { type Column, DataTable } from "#src/ui/admin/table.tsx";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import { useLookAgain } from "#src/ui/admin/use-look-again.ts";

type Board = Progress & {
  asked: string | null;
  by: string | null;
  choose_until: string | null;
  rebooked: number;
};

/** The progress of a cancelled departure: problems first, with what can be done about them. */
export function CancelBoard({ departure, board }: { departure: CancelledDeparture; board: Board }) {
  const { t, locale } = useText();
  useLookAgain(board.live);
  const crawl = inLocale(locale, departure.title, departure.title_es);
  const date = `${shortDate(departure.date, locale, board.asked?.slice(0, 10))}, ${departure.start_time}`;
  const { problems, live, rows } = board;
  const isChosen = rows.every(({ refunds }) => refunds.every(({ waits }) => waits !== "choice"));
  const over = t(isChosen ? "payments-cancel.board.done" : "payments-cancel.board.doneChoosing");
  const how = live ? t("payments-cancel.board.live") : over;
  const title = problems > 0 ? t("payments-cancel.board.problems", { problems }) : how;
  return (
    <>
      <PageHead
        title={title}
        tab={t("admin.tab", { page: `${title} · ${crawl}`, brand: t("common.brand") })}
        back={
          <div className="flex flex-wrap items-center gap-x-2">
            <BackToSchedule />
            <span>
              {crawl}, {date}
            </span>
          </div>
        }
        meta={<Started departure={departure} board={board} />}
      />
      <div className="grid gap-3">
        <AdminNotice tone="done" icon={<Info aria-hidden size={16} />}>
          {t("payments-cancel.board.leave")}
        </AdminNotice>
        <Choosing departure={departure} board={board} />
        <BoardSteps board={board} />
        <BoardRows rows={rows} />
      </div>
    </>
  );
}

/** Until when its guests choose between another date and their money, and how many took another date. */
function Choosing({
  departure,
  board: { choose_until: until, rebooked },
}: {
  departure: CancelledDeparture;
  board: Board;
}) {
  const { t, locale } = useText();
  if (!until) return null;
  const at = new Date(until);
  const date = shortDate(dateIn(at, departure.time_zone), locale);
  const time = clockIn(at, departure.time_zone);
  return (
    <AdminNotice icon={<CalendarClock aria-hidden size={16} />}>
      {t("payments-cancel.board.choosing", { date, time })} {t("payments-cancel.board.rebooked", { count: rebooked })}
    </AdminNotice>
  );
}

/** How far bookings, refunds and emails are. */
export function BoardSteps({ board }: { board: Progress }) {
  const { t } = useText();
  return (
    <div className="grid gap-3 md:grid-cols-3" aria-live="polite">
      <Step title={t("payments-cancel.board.bookings")} tally={board.bookings} bookings={board.bookings} />
      <Step title={t("payments-cancel.board.refunds")} tally={board.refunds} bookings={board.bookings} />
      <Step title={t("payments-cancel.board.emails")} tally={board.emails} bookings={board.bookings} />
    </div>
  );
}

function Started({
  departure,
  board: { asked: requestedAt, by, live },
}: {
  departure: CancelledDeparture;
  board: Board;
}) {
  const { t, locale } = useText();
  const at = requestedAt && new Date(requestedAt);
  const when = at && {
    date: shortDate(dateIn(at, departure.time_zone), locale),
    time: clockIn(at, departure.time_zone),
  };
  return (
    <span className="flex items-center gap-1.5">
      {live && (
        <>
          <Radio aria-hidden size={14} /> {t("payments-cancel.board.looking")},
        </>
      )}
      {when && (by ? t("payments-cancel.board.startedBy", { ...when, by }) : t("payments-cancel.board.started", when))}
    </span>
  );
}

const TONES: Record<StepState, Tone> = { done: "done", open: "waiting", failed: "failed", none: "none" };

/** A step without counts, in words. */
const SETTLED = {
  open: "payments-cancel.board.waitsToEnd",
  none: "payments-cancel.board.nothing",
  done: "payments-cancel.board.allDone",
  failed: "payments-cancel.board.allDone",
} as const satisfies Record<StepState, MessageId>;

/** One step that every booking goes through: its count, and a strip with a tick per booking. */
export function Step({ title, tally, bookings }: { title: string; tally: Tally; bookings: Tally }) {
  const { t } = useText();
  const { done, open, failed, all } = tally;
  const state = stateOfStep(tally, bookings);
  const rest = [
    ...(open > 0 ? [t("payments-cancel.board.open", { count: open })] : []),
    ...(failed > 0 ? [t("payments-cancel.board.failed", { count: failed })] : []),
  ].join(", ");
  const words = rest || t(SETTLED[state]);
  const label =
    state === "failed"
      ? t("payments-cancel.board.failed", { count: failed })
      : t(`payments-cancel.board.state.${state}`);
  return (
    <Panel>
      <div className="flex items-center gap-2">
        <h2 className="mr-auto font-semibold">{title}</h2>
        <Badge tone={TONES[state]}>{label}</Badge>
      </div>
      <p className="heading my-1 text-title">
        {done}
        <span className="text-sub text-text-3"> / {all}</span>
      </p>
      <SeatStrip booked={done} failed={failed} free={open} label={t("payments-cancel.board.of", { done, all })} />
      <p className="mt-1.5 text-text-2">{words}</p>
    </Panel>
  );
}

/** The bookings, each with its refunds and email. */
export function BoardRows({ rows }: { rows: readonly ProgressRow[] }) {
  const { t, locale } = useText();
  const [query] = useSearchParams();
  const byName = query.get("by") === "name";
  const inOrder = byName ? rows.toSorted((a, b) => byLetters(a.name, b.name)) : rows;
  const columns: Column<ProgressRow>[] = [
    { id: "booking", head: t("payments-cancel.board.booking"), cell: who },
    { id: "people", head: t("payments-cancel.peopleHead"), numeric: true, cell: (row) => row.people },
    { id: "money", head: t("payments-cancel.money"), numeric: true, cell: rowMoney },
    { id: "refund", head: t("payments-cancel.board.refund"), cell: rowRefunds },
    { id: "mail", head: t("payments-cancel.board.email"), cell: rowEmail },
    { id: "acts", head: <span className="sr-only">{t("payments-cancel.acts")}</span>, cell: rowActs },
  ];
  return (
    <Panel
      title={t("payments-cancel.board.rows")}
      padded={false}
      action={
        <Segmented
          label={t("payments-cancel.board.order")}
          options={[
            { label: t("payments-cancel.board.problemsFirst"), href: hrefBy(query, null), current: !byName },
            { label: t("payments-cancel.board.byName"), href: hrefBy(query, "name"), current: byName },
          ]}
        />
      }
    >
      <DataTable
        label={t("payments-cancel.board.rows")}
        columns={columns}
        rows={inOrder}
        rowId={(row) => row.id}
        openHref={(row) => localizedPath(`/admin/bookings?open=${row.id}`, locale)}
        phone={phoneRow}
        empty={<Empty title={t("payments-cancel.board.empty")} text={t("payments-cancel.board.emptyText")} />}
      />
    </Panel>
  );
}

/** The same page in another order. */
function hrefBy(query: URLSearchParams, by: "name" | null): string {
  const next = new URLSearchParams(query);
  if (by) next.set("by", by);
  else next.delete("by");
  return `?${next.toString()}`;
}

// cell renderers at module level, so that a refreshed row keeps its state
const who = (row: ProgressRow) => (
  <>
    {row.name} <BookingReference reference={row.reference} />
  </>
);
const rowMoney = (row: ProgressRow) => <RowMoney row={row} />;
const rowRefunds = (row: ProgressRow) => <Refunds row={row} />;
const rowEmail = (row: ProgressRow) => <EmailCell email={row.email} />;
const rowActs = (row: ProgressRow) => <RowActs row={row} />;
const phoneRow = (row: ProgressRow) => ({
  first: who(row),
  second: rowRefunds(row),
  end: rowMoney(row),
  endSecond: row.refunds.some(isStuck) ? rowActs(row) : rowEmail(row),
});

function RowMoney({ row }: { row: ProgressRow }) {
  const { t, locale } = useText();
  const of = moneyOfRow(row);
  if (!("money" in of)) {
    const none = of.kind === "never" ? "payments-cancel.board.nothingCharged" : "payments-cancel.board.notPaidYet";
    return <span className="text-text-3">{t(none)}</span>;
  }
  const amount = of.money.map((money) => formatMoney(money, locale)).join(" + ");
  return of.kind === "credit" ? t("payments-cancel.board.credit", { amount }) : amount;
}

function Refunds({ row }: { row: ProgressRow }) {
  const { t } = useText();
  if (!row.ended) return <Badge tone="waiting">{t("payments-cancel.board.waitsToEnd")}</Badge>;
  if (row.refunds.length === 0) return <Badge tone="none">{t("payments-cancel.refund.none")}</Badge>;
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      {row.refunds.map((refund) => (
        <RefundBadge key={refund.id} refund={refund} />
      ))}
    </span>
  );
}

function RefundBadge({ refund }: { refund: RefundStep }) {
  const { t } = useText();
  const { status, waits, error } = refund;
  const state = stateOfRefund(refund);
  const waiting = state === "open" && (waits === "balance" || waits === "dispute" || waits === "choice") ? waits : null;
  return (
    <>
      <Badge tone={waiting && waiting !== "choice" ? "judge" : TONES[state]}>
        {t(`payments-cancel.refund.${waiting ?? status}`)}
      </Badge>
      {state === "failed" && error && (
        <span className="max-w-56 truncate text-fine text-text-3" title={error}>
          {error}
        </span>
      )}
    </>
  );
}

const EMAIL_LIMIT = ["queued", "sending", "retry", "sent", "failed", "withheld"] as const;

function EmailCell({ email }: { email: EmailStep | null }) {
  const { t } = useText();
  const word = EMAIL_LIMIT.find((one) => one === email?.status) ?? "none";
  return (
    <span title={email?.error ?? undefined}>
      <Badge tone={TONES[stateOfEmail(email)]}>{t(`payments-cancel.email.${word}`)}</Badge>
    </span>
  );
}

const isStuck = (refund: RefundStep): boolean => stateOfRefund(refund) === "failed" && refund.waits !== "dispute";

/** Actions for a refund that is stuck. */
function RowActs({ row }: { row: ProgressRow }) {
  const { t, locale } = useText();
  const stuck = row.refunds.filter(isStuck);
  const byHand = row.refunds.filter((refund) => refund.status === "manual" || isByHand(refund));
  const { reference } = row;
  if (stuck.length === 0 && byHand.length === 0) return null;
  return (
    <span className="relative z-1 flex justify-end gap-1.5">
      {stuck.map((refund) => (
        <RetryRefund key={refund.id} refund={refund} reference={reference} />
      ))}
      {byHand.length > 0 && (
        <AdminLink
          small
          to={localizedPath("/admin/payments#refunds", locale)}
          aria-label={t("payments-cancel.byHandOf", { reference })}
          className="max-md:hidden"
        >
          {t("payments-cancel.byHandAction")}
        </AdminLink>
      )}
    </span>
  );
}

function RetryRefund({ refund, reference }: { refund: RefundStep; reference: string }) {
  const { t } = useText();
  const { Form, data, state } = useFetcher();
  useFlash(data);
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="retry" />
      <input type="hidden" name="refund_id" value={refund.id} />
      <AdminButton
        small
        type="submit"
        busy={state !== "idle"}
        icon={<RotateCcw aria-hidden size={14} />}
        aria-label={t("payments-cancel.retryOf", { reference })}
      >
        {t("payments-cancel.retry")}
      </AdminButton>
    </Form>
  );
}
