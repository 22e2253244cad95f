import type { Route } from "#routes/admin/office/+types/move-bookings.ts";
import { CalendarClock } from "#src/ui/lucide/icons.ts";
import { Form, useNavigation } from "react-router";
import { shortDate } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import {
  BulkHead,
  BulkRows,
  Stale,
  Stays,
  TooMany,
  useAddressed,
  useReason,
} from "#src/modules/office/booking-admin/admin/bulk-rows.tsx";
import { NightsFrom } from "#src/modules/office/booking-admin/admin/nights-from.tsx";
import { RadioChoices } from "#src/modules/office/booking-admin/admin/radio-choices.tsx";
import { MOVE_MONEY, type MoveMoney, moneyOfMoves } from "#src/modules/office/booking-admin/rules/bulk-acts.ts";
import type { PreviewedRow } from "#src/modules/office/booking-admin/schema.ts";
import { Age, CountAgain } from "#src/modules/changes/cancellation/admin/cancel-preview.tsx";
import { Figures, inAll } from "#src/modules/changes/cancellation/admin/preview-figures.tsx";
import { AdminButton, AdminLink } from "#src/ui/admin/button.tsx";
import { Badge } from "#src/ui/admin/badge.tsx";
import { AdminField, AdminSelect } from "#src/ui/admin/field.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";

type Night = { id: string; date: string; startTime: string; crawl: string; city: string; free: number };
type Preview = { rows: PreviewedRow[]; fingerprint: string; counted: string; formKey: string };
type MoveBookingsProps = {
  preview: {
    departures: Night[];
    /** The day from which on they are listed, and that from which on there are more. */
    from: string;
    later: string | null;
    to: Night | null;
    money: MoveMoney;
    tooMany: number | null;
    preview: Preview | null;
  };
  answer: { at: number } | null;
};

/** Moves several bookings: the night, what becomes of the difference, what would happen to each, and one button. */
function MoveBookings({ preview: view, answer }: MoveBookingsProps) {
  const { t, locale } = useText();
  const { departures, to, tooMany, preview } = view;
  const [chosen, choose] = useAddressed("to", to?.id ?? "");
  const [from, chooseFrom] = useAddressed("from", view.from);
  const [money, chooseMoney] = useAddressed("money", view.money);
  if (tooMany !== null) return <TooMany max={tooMany} />;
  const title = to
    ? t("booking-admin-bulk.move.titleTo", { date: shortDate(to.date, locale) })
    : t("booking-admin-bulk.move.title");
  return (
    <div className="max-w-[60rem]">
      <BulkHead title={title} actions={preview && <CountAgain />} />
      {answer && <Stale key={answer.at} />}
      <div className="grid gap-3">
        <Panel>
          <div className="grid gap-3">
            <NightsFrom from={from} later={view.later} onFrom={chooseFrom} />
            <AdminField id="move-to" label={t("booking-admin-bulk.move.to")}>
              {(control) => (
                <AdminSelect {...control} value={chosen} onChange={({ target: { value } }) => choose(value)}>
                  <option value="">{t("booking-admin.date.choose")}</option>
                  {departures.map(({ id, date, startTime: time, crawl, city, free }) => (
                    <option key={id} value={id}>
                      {t("booking-admin-bulk.move.option", { date: shortDate(date, locale), time, crawl, city, free })}
                    </option>
                  ))}
                </AdminSelect>
              )}
            </AdminField>
            {to && (
              <RadioChoices
                name="money"
                legend={t("booking-admin.money.legend")}
                value={money}
                onValue={chooseMoney}
                options={MOVE_MONEY.map((one) => ({ value: one, label: t(`booking-admin-bulk.money.${one}`) }))}
              />
            )}
            {to && money === "price" && <p className="text-fine text-text-3">{t("booking-admin-bulk.money.help")}</p>}
          </div>
        </Panel>
        {to && preview && <Foreseen key={answer?.at} to={to} preview={preview} />}
      </div>
    </div>
  );
}

function Foreseen({ to, preview }: { to: Night; preview: Preview }) {
  const { t, locale } = useText();
  const navigation = useNavigation();
  const reason = useReason();
  const { rows, fingerprint, counted, formKey } = preview;
  const moving = rows.filter(({ expected }) => expected !== null);
  const people = moving.reduce((sum, { booking }) => sum + booking.people, 0);
  const { back, due } = moneyOfMoves(rows);
  const figures = [
    [
      t("booking-admin-bulk.move.ofAll", { count: moving.length, all: rows.length }),
      t("booking-admin-bulk.move.bookings", { count: moving.length }),
    ],
    [String(people), t("booking-admin-bulk.move.people", { people, free: to.free })],
    ...(back.length > 0 ? [[inAll(back, locale), t("booking-admin-bulk.move.back")] as const] : []),
    ...(due.length > 0 ? [[inAll(due, locale), t("booking-admin-bulk.move.due")] as const] : []),
  ] as const;
  const difference = ({ expected }: PreviewedRow) => {
    if (!expected) return "";
    if (expected.amount === 0) return t("booking-admin-bulk.same");
    const amount = formatMoney({ amount: Math.abs(expected.amount), currency: expected.currency }, locale);
    return t(expected.amount < 0 ? "booking-admin-bulk.move.refund" : "booking-admin-bulk.move.pay", { amount });
  };
  const what = ({ refused }: PreviewedRow) =>
    refused ? <Stays why={reason(refused)} /> : <Badge tone="done">{t("booking-admin-bulk.move.will")}</Badge>;
  return (
    <>
      <p className="text-text-2">
        {t("booking-admin-bulk.preview")} <Age key={counted} since={counted} />
      </p>
      <Figures label={t("payments-cancel.figures")} figures={figures} />
      <BulkRows
        title={
          moving.length === rows.length
            ? t("booking-admin-bulk.rows")
            : t("booking-admin-bulk.move.skipped", { count: rows.length - moving.length, all: rows.length })
        }
        rows={rows.toSorted((a, b) => Number(a.refused === null) - Number(b.refused === null))}
        today={counted.slice(0, 10)}
        money={{ head: t("booking-admin.money.legend"), cell: difference }}
        what={what}
      />
      {moving.length > 0 && (
        <Form method="post" preventScrollReset className="flex flex-wrap justify-end gap-2">
          <input type="hidden" name="key" value={formKey} />
          <input type="hidden" name="fingerprint" value={fingerprint} />
          <AdminLink to={localizedPath("/admin/bookings", locale)}>{t("booking-admin-bulk.move.keep")}</AdminLink>
          <AdminButton
            type="submit"
            kind="ink"
            busy={navigation.formMethod === "POST"}
            disabled={navigation.state === "loading"}
            icon={<CalendarClock aria-hidden size={15} />}
            className="h-auto! min-h-(--ctl) max-w-full py-1.5 whitespace-normal!"
          >
            {t("booking-admin-bulk.move.do", { count: moving.length, date: shortDate(to.date, locale) })}
          </AdminButton>
        </Form>
      )}
    </>
  );
}

/** Moves several bookings to another night: choose it, look at what would happen; the progress is a page of its own. */
export default function MoveBookingsPage({ loaderData, actionData }: Route.ComponentProps) {
  return <MoveBookings preview={loaderData} answer={actionData ?? null} />;
}
