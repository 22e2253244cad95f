import type { Route } from "#routes/admin/office/+types/bulk-act.ts";
import { Info, RotateCcw } from "#src/ui/lucide/icons.ts";
import { clockIn, dateIn, HOME_ZONE, shortDate } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { BulkHead, BulkRows, useReason } from "#src/modules/office/booking-admin/admin/bulk-rows.tsx";
import { StateBadge } from "#src/modules/office/booking-admin/admin/state-badge.tsx";
import { addressOf, type BulkAct, type BulkState } from "#src/modules/office/booking-admin/rules/bulk-acts.ts";
import type { ListedBooking } from "#src/modules/office/booking-admin/schema.ts";
import { Step } from "#src/modules/changes/cancellation/admin/cancel-board.tsx";
import { useLookAgain } from "#src/ui/admin/use-look-again.ts";
import { AdminLink } from "#src/ui/admin/button.tsx";
import { Badge, type Tone } from "#src/ui/admin/badge.tsx";
import { AdminNotice } from "#src/ui/admin/field.tsx";

type Row = { booking: ListedBooking; state: BulkState; outcome: string | null };
type BulkBoardProps = {
  board: { act: BulkAct; by: string | null; asked: string; rows: Row[]; now: string; mayChange: boolean };
};

const TONES: Record<BulkState, Tone> = { waiting: "waiting", begun: "waiting", done: "done", refused: "judge" };

/** What became of each booking of a bulk act; those that weren't done can be previewed again. */
function BulkBoard({ board }: BulkBoardProps) {
  const { t, locale } = useText();
  const reason = useReason();
  const { act, by, asked: requestedAt, rows, now, mayChange } = board;
  const [done, refused] = [countOf(rows, "done"), countOf(rows, "refused")];
  const open = rows.length - done - refused;
  useLookAgain(open > 0);
  const at = new Date(requestedAt);
  const when = { date: shortDate(dateIn(at, HOME_ZONE), locale), time: clockIn(at, HOME_ZONE) };
  const title = t(`booking-admin-bulk.board.${act.act}`, { count: rows.length, done, open });
  const what = ({ booking, state, outcome }: Row) => (
    <span className="inline-flex flex-wrap items-center gap-1">
      {state === "done" && act.act === "cancel" ? (
        <StateBadge booking={booking} now={now} />
      ) : (
        <Badge tone={TONES[state]}>{t(`booking-admin-bulk.state.${outcome === "to_pay" ? "to_pay" : state}`)}</Badge>
      )}
      {state === "refused" && outcome && <span className="text-text-2">{reason({ reason: outcome })}</span>}
    </span>
  );
  const tally = { done, open, failed: refused, all: rows.length };
  return (
    <div className="max-w-[60rem]">
      <BulkHead
        title={title}
        meta={
          by ? t("booking-admin-bulk.board.startedBy", { ...when, by }) : t("booking-admin-bulk.board.started", when)
        }
        actions={
          refused > 0 &&
          open === 0 &&
          mayChange && (
            <AdminLink icon={<RotateCcw aria-hidden size={15} />} to={localizedPath(againOf(act, rows), locale)}>
              {t("booking-admin-bulk.board.again", { count: refused })}
            </AdminLink>
          )
        }
      />
      <div className="grid gap-3">
        {open > 0 && (
          <AdminNotice tone="done" icon={<Info aria-hidden size={16} />}>
            {t("booking-admin-bulk.board.leave")}
          </AdminNotice>
        )}
        <div aria-live="polite">
          <Step title={t(`booking-admin-bulk.board.${act.act}Step`)} tally={tally} bookings={tally} />
        </div>
        <BulkRows title={t("booking-admin-bulk.rows")} rows={rows} today={now.slice(0, 10)} what={what} isOver />
      </div>
    </div>
  );
}

const countOf = (rows: readonly Row[], state: BulkState) => rows.filter((row) => row.state === state).length;

/** The preview of what wasn't done. */
function againOf({ act, ...terms }: BulkAct, rows: readonly Row[]): string {
  const ids = rows.filter(({ state }) => state === "refused").map(({ booking }) => booking.id);
  const params = addressOf({ ids, all: false, query: "" });
  if ("choice" in terms) params.set("choice", terms.choice);
  if ("money" in terms) {
    params.set("to", terms.departure_id);
    params.set("money", terms.money);
  }
  return `/admin/bookings/${act}?${params}`;
}

/** How far cancelling or moving several bookings is, and what became of each. */
export default function BulkActPage({ loaderData }: Route.ComponentProps) {
  return <BulkBoard board={loaderData} />;
}
