import type { Route } from "#routes/admin/money/+types/cancel-departures.ts";
import { Info, RefreshCw } from "#src/ui/lucide/icons.ts";
import { shortDate } from "#src/kernel/local-time.ts";
import { inLocale, localizedPath } from "#src/kernel/localized.ts";
import type { Money } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import { BoardRows, BoardSteps } from "#src/modules/changes/cancellation/admin/cancel-board.tsx";
import { useLookAgain } from "#src/ui/admin/use-look-again.ts";
import {
  Age,
  BackToSchedule,
  ByHand,
  CancelForm,
  CountAgain,
  type Cancellation,
} from "#src/modules/changes/cancellation/admin/cancel-preview.tsx";
import { inAll, PreviewFigures, PreviewRows } from "#src/modules/changes/cancellation/admin/preview-figures.tsx";
import type { CancelPreview } from "#src/modules/changes/cancellation/rules/cancel-preview.ts";
import type { Progress } from "#src/modules/changes/cancellation/rules/cancel-progress.ts";
import type { CancelledDeparture, NotCancelled } from "#src/modules/changes/cancellation/schema.ts";
import { AdminNotice } from "#src/ui/admin/field.tsx";
import { Badge } from "#src/ui/admin/badge.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { type Column, DataTable } from "#src/ui/admin/table.tsx";

type Night = Omit<CancelledDeparture, "word"> & { city: string; city_es: string | null };
type Ahead = { departure: Night; fingerprint: string; bookings: number; people: number; back: Money[] };

type CancelNightsProps = {
  preview: {
    ahead: Ahead[];
    over: number;
    boards: { departure: Night; board: Progress }[];
    board: Progress;
    preview: CancelPreview;
    counted: string;
    word: string;
    choiceHours: number;
  };
  answer: Cancellation | null;
};

/** Cancels several departures: a preview of each and of all, the word to confirm it, and the progress of what is cancelled. */
function CancelNights({ preview: view, answer }: CancelNightsProps) {
  const { t } = useText();
  const { ahead, over, boards, board, preview, counted, word } = view;
  useLookAgain(board.live);
  const title =
    ahead.length > 0
      ? t("payments-cancel.nights.title", { count: ahead.length })
      : t("payments-cancel.nights.cancelled", { count: boards.length });
  const effect = useEffectOf(ahead.length, preview);
  const whyOf = (id: string) => answer?.refused?.find(({ departure_id }) => departure_id === id)?.why ?? null;
  return (
    <div className="max-w-[60rem]">
      <PageHead
        title={title}
        tab={t("admin.tab", { page: title, brand: t("common.brand") })}
        back={<BackToSchedule />}
        actions={ahead.length > 0 && <CountAgain />}
      />
      {answer?.refused && answer.refused.length > 0 && (
        <div key={answer.at} role="alert" className="mb-3">
          <AdminNotice tone="judge" icon={<RefreshCw aria-hidden size={16} />}>
            <p className="font-semibold">{t("payments-cancel.nights.refused", { count: answer.refused.length })}</p>
            <p>{t("payments-cancel.nights.refusedText")}</p>
          </AdminNotice>
        </div>
      )}
      <div className="grid gap-3">
        {boards.length > 0 && (
          <>
            <AdminNotice tone="done" icon={<Info aria-hidden size={16} />}>
              {t("payments-cancel.board.leave")}
            </AdminNotice>
            <BoardSteps board={board} />
            <CancelledNights boards={boards} today={counted.slice(0, 10)} />
            <BoardRows rows={board.rows} />
          </>
        )}
        {ahead.length > 0 && (
          <>
            <p className="text-text-2">
              {t("payments-cancel.preview")} <Age key={counted} since={counted} />
            </p>
            <PreviewFigures preview={preview} />
            <NightsAhead ahead={ahead} today={counted.slice(0, 10)} whyOf={whyOf} />
            <PreviewRows preview={preview} />
            {preview.byHand.length > 0 && <ByHand byHand={preview.byHand} />}
          </>
        )}
        {over > 0 && (
          <AdminNotice icon={<Info aria-hidden size={16} />}>
            {t("payments-cancel.nights.over", { count: over })}
          </AdminNotice>
        )}
        {ahead.length > 0 && (
          <CancelForm
            key={answer?.at}
            word={word}
            hidden={ahead.map(({ departure, fingerprint }) => ["night", `${departure.id}:${fingerprint}`] as const)}
            effect={effect}
            choiceHours={view.choiceHours}
            answer={answer}
          />
        )}
      </div>
    </div>
  );
}

/** The button's words: how many nights and bookings, how much money, and whether guests choose first. */
function useEffectOf(nights: number, { bookings, back }: CancelPreview): (choice: boolean) => string {
  const { t, locale } = useText();
  const values = { nights, bookings };
  if (back.length === 0) return () => t("payments-cancel.nights.submit", values);
  const money = inAll(
    back.map((one) => one.money),
    locale,
  );
  return (choice) =>
    t(choice ? "payments-cancel.nights.submitChoice" : "payments-cancel.nights.submitMoney", { ...values, money });
}

const nameOf = (night: Night, locale: "en" | "es"): string =>
  `${inLocale(locale, night.title, night.title_es)}, ${inLocale(locale, night.city, night.city_es)}`;

type NightsAheadProps = { ahead: readonly Ahead[]; today: string; whyOf: (id: string) => NotCancelled | null };

function NightsAhead({ ahead, today, whyOf }: NightsAheadProps) {
  const { t, locale } = useText();
  const when = ({ departure }: Ahead) => `${shortDate(departure.date, locale, today)}, ${departure.start_time}`;
  const money = ({ back }: Ahead) => (back.length === 0 ? t("payments-cancel.none") : inAll(back, locale));
  const state = ({ departure }: Ahead) => {
    const why = whyOf(departure.id);
    return why && <Badge tone="judge">{t(`payments-cancel.nights.why.${why}`)}</Badge>;
  };
  const columns: Column<Ahead>[] = [
    { id: "night", head: t("payments-cancel.nights.night"), cell: when },
    { id: "crawl", head: t("payments-cancel.nights.crawl"), cell: ({ departure }) => nameOf(departure, locale) },
    { id: "bookings", head: t("payments-cancel.bookings"), numeric: true, cell: ({ bookings }) => bookings },
    { id: "people", head: t("payments-cancel.peopleHead"), numeric: true, cell: ({ people }) => people },
    { id: "money", head: t("payments-cancel.money"), numeric: true, cell: money },
    { id: "why", head: <span className="sr-only">{t("payments-cancel.state")}</span>, cell: state },
  ];
  return (
    <Panel title={t("payments-cancel.nights.list")} padded={false}>
      <DataTable
        label={t("payments-cancel.nights.list")}
        columns={columns}
        rows={ahead}
        rowId={({ departure }) => departure.id}
        openHref={({ departure }) => localizedPath(`/admin/schedule/edit/${departure.id}`, locale)}
        phone={(row) => ({
          first: when(row),
          second: nameOf(row.departure, locale),
          end: money(row),
          endSecond: state(row) ?? `${row.people} / ${row.bookings}`,
        })}
        empty={null}
      />
    </Panel>
  );
}

type CancelledNightsProps = { boards: CancelNightsProps["preview"]["boards"]; today: string };
type CancelledNight = CancelledNightsProps["boards"][number];

/** The cancelled nights, each with how far it is. */
function CancelledNights({ boards, today }: CancelledNightsProps) {
  const { t, locale } = useText();
  const when = ({ departure }: CancelledNight) =>
    `${shortDate(departure.date, locale, today)}, ${departure.start_time}`;
  const state = ({ board: { problems, live } }: CancelledNight) => {
    if (problems > 0) return <Badge tone="failed">{t("payments-cancel.board.failed", { count: problems })}</Badge>;
    return live ? (
      <Badge tone="waiting">{t("payments-cancel.board.state.open")}</Badge>
    ) : (
      <Badge tone="done">{t("payments-cancel.board.state.done")}</Badge>
    );
  };
  const ended = ({ board: { bookings } }: CancelledNight) =>
    t("payments-cancel.board.of", { done: bookings.done, all: bookings.all });
  const columns: Column<CancelledNight>[] = [
    { id: "night", head: t("payments-cancel.nights.night"), cell: when },
    { id: "crawl", head: t("payments-cancel.nights.crawl"), cell: ({ departure }) => nameOf(departure, locale) },
    { id: "ended", head: t("payments-cancel.board.bookings"), cell: ended },
    { id: "state", head: t("payments-cancel.state"), cell: state },
  ];
  return (
    <Panel title={t("payments-cancel.nights.done")} padded={false}>
      <DataTable
        label={t("payments-cancel.nights.done")}
        columns={columns}
        rows={boards}
        rowId={({ departure }) => departure.id}
        openHref={({ departure }) => localizedPath(`/admin/schedule/cancel/${departure.id}`, locale)}
        phone={(row) => ({
          first: when(row),
          second: nameOf(row.departure, locale),
          end: ended(row),
          endSecond: state(row),
        })}
        empty={null}
      />
    </Panel>
  );
}

/** Cancels several departures, for a storm: first a preview, then the progress. */
export default function CancelDeparturesPage({ loaderData, actionData }: Route.ComponentProps) {
  return <CancelNights preview={loaderData} answer={actionData?.intent === "cancel" ? actionData : null} />;
}
