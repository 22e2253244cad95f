import { type ReactNode, useState } from "react";
import { useFetcher } from "react-router";
import { formatMoney } from "#src/kernel/money.ts";
import { shortDate } from "#src/kernel/local-time.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import { EffectText } from "#src/modules/sales/schedule/admin/effect-text.tsx";
import { crawlOf } from "#src/modules/sales/schedule/admin/departure-line.tsx";
import type { Effect, PreviewRow } from "#src/modules/sales/schedule/rules/editing.ts";
import { otherCurrencies } from "#src/modules/sales/schedule/rules/form.ts";
import type { AdminCrawl, AdminDeparture } from "#src/modules/sales/schedule/schema.ts";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { AdminDialog } from "#src/ui/admin/confirm.tsx";
import {
  AdminCheck,
  AdminField,
  AdminInput,
  AdminNotice,
  AdminSelect,
  FieldErrorSummary,
} from "#src/ui/admin/field.tsx";
import type { FormAnswer } from "#src/ui/form/answer.ts";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import { useAnswer } from "#src/ui/use-answer.ts";

/** What the answer to a bulk edit may have besides: its effect, to be confirmed. */
export type BulkExtra = { ask: { effect: Effect; consent: string; rows: PreviewRow[] } };
type BulkAnswer = FormAnswer<BulkExtra>;

type BulkProps = {
  open: boolean;
  departures: readonly AdminDeparture[];
  crawls: readonly AdminCrawl[];
  onClose: () => void;
  onDone: () => void;
};

/** Applies the same change to several departures in two steps: the change, then confirmation of its effect. */
export function BulkEditDialog({ open, departures, crawls, onClose, onDone }: BulkProps) {
  const { t } = useText("schedule-admin");
  const fetcher = useFetcher<BulkAnswer>();
  const [form, setForm] = useState<FormData | null>(null);
  const answer = fetcher.data;
  useFlash(answer);
  // success closes the dialog once; the router revalidates the list
  useAnswer(answer?.flash ? answer : null, () => {
    setForm(null);
    onDone();
  });
  const send = (data: FormData, consent: string) => {
    data.set("consent", consent);
    setForm(data);
    void fetcher.submit(data, { method: "post" });
  };
  const ask = form ? answer?.ask : undefined;
  const busy = fetcher.state !== "idle";
  const close = () => {
    setForm(null);
    onClose();
  };
  return (
    <AdminDialog open={open} wide title={t("schedule-admin.bulk.title", { count: departures.length })} onClose={close}>
      {ask ? (
        <>
          <EffectText effect={ask.effect} />
          <PreviewTable rows={ask.rows} crawls={crawls} />
          <div className="mt-3 flex flex-wrap justify-end gap-2">
            <AdminButton kind="quiet" onClick={() => setForm(null)}>
              {t("schedule-admin.bulk.back")}
            </AdminButton>
            <AdminButton
              kind="ink"
              busy={busy}
              disabled={ask.effect.departures === 0}
              onClick={() => form && send(form, ask.consent)}
            >
              {t("schedule-admin.bulk.apply", { count: ask.effect.departures })}
            </AdminButton>
          </div>
        </>
      ) : (
        <BulkForm
          departures={departures}
          crawls={crawls}
          answer={answer}
          busy={busy}
          onSend={(data) => send(data, "")}
        />
      )}
    </AdminDialog>
  );
}

type BulkFormProps = {
  departures: readonly AdminDeparture[];
  crawls: readonly AdminCrawl[];
  answer: BulkAnswer | undefined;
  busy: boolean;
  onSend: (data: FormData) => void;
};

function BulkForm({ departures, crawls, answer, busy, onSend }: BulkFormProps) {
  const { t } = useText();
  const currency = departures[0] ? (crawlOf(crawls, departures[0])?.currency ?? "USD") : "USD";
  const currencies = otherCurrencies(currency);
  const fieldErrorOf = (id: string) => {
    const fieldError = answer?.fieldErrors?.find((one) => one.id === id);
    return fieldError && t(fieldError.message);
  };
  const fieldErrors = (answer?.fieldErrors ?? []).map(({ id, message }) => ({ id: `bulk-${id}`, message: t(message) }));
  const amount = (name: string, unit: string) => (
    <AdminField key={name} id={`bulk-${name}`} label={unit} error={fieldErrorOf(name)}>
      {(control) => <AdminInput {...control} name={name} inputMode="decimal" autoComplete="off" />}
    </AdminField>
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSend(new FormData(event.currentTarget));
      }}
    >
      <input type="hidden" name="intent" value="bulk" />
      {departures.map(({ id }) => (
        <input key={id} type="hidden" name="ids" value={id} />
      ))}
      <FieldErrorSummary
        key={answer?.at}
        title={t("admin.errors", { count: fieldErrors.length })}
        errors={fieldErrors}
      />
      {answer?.formError && (
        <div role="alert" className="mb-3">
          <AdminNotice tone="failed">{t(answer.formError)}</AdminNotice>
        </div>
      )}
      <p className="mb-2 text-text-2">{t("schedule-admin.bulk.lead")}</p>
      <Part name="price" label={t("schedule-admin.price")} help={t("schedule-admin.price.help")}>
        {amount("price", currency)}
        {currencies.map((other) => amount(`prices_${other}`, other))}
      </Part>
      <Part name="sale" label={t("schedule-admin.sale")} help={t("schedule-admin.bulk.sale")}>
        {amount("sale_price", currency)}
        {currencies.map((other) => amount(`sale_prices_${other}`, other))}
      </Part>
      <Part name="seats" label={t("schedule-admin.seats")}>
        <AdminField id="bulk-total_spots" label={t("schedule-admin.seats")} error={fieldErrorOf("total_spots")}>
          {(control) => <AdminInput {...control} name="total_spots" inputMode="numeric" autoComplete="off" />}
        </AdminField>
      </Part>
      <Part name="disabled" label={t("schedule-admin.sales")}>
        <Choice
          name="bookings_disabled"
          label={t("schedule-admin.sales")}
          on="schedule-admin.sales.off"
          off="schedule-admin.sales.on"
        />
      </Part>
      <Part name="hidden" label={t("schedule-admin.hide")}>
        <Choice
          name="hide_total_spots"
          label={t("schedule-admin.hide")}
          on="schedule-admin.hide.on"
          off="schedule-admin.hide.off"
        />
      </Part>
      <div className="mt-3 flex justify-end">
        <AdminButton type="submit" kind="ink" busy={busy}>
          {t("schedule-admin.bulk.preview")}
        </AdminButton>
      </div>
    </form>
  );
}

/** One editable field; submitted only when its box is ticked. */
function Part({ name, label, help, children }: { name: string; label: string; help?: string; children: ReactNode }) {
  const [on, setOn] = useState(false);
  return (
    <div className="border-b border-border py-1 last-of-type:border-b-0">
      <AdminCheck name={`with_${name}`} checked={on} onChange={(event) => setOn(event.target.checked)}>
        {label}
      </AdminCheck>
      {on && (
        <div className="mb-2 ml-6">
          <div className="grid grid-cols-2 gap-2.5">{children}</div>
          {help && <p className="mt-1 text-fine text-text-3">{help}</p>}
        </div>
      )}
    </div>
  );
}

function Choice({ name, label, on, off }: { name: string; label: string; on: MessageId; off: MessageId }) {
  const { t } = useText();
  return (
    <AdminSelect name={name} aria-label={label} className="col-span-2">
      <option value="yes">{t(on)}</option>
      <option value="no">{t(off)}</option>
    </AdminSelect>
  );
}

function PreviewTable({ rows, crawls }: { rows: readonly PreviewRow[]; crawls: readonly AdminCrawl[] }) {
  const { t, locale } = useText();
  const money = (amount: number | null | undefined, row: PreviewRow) =>
    amount === null || amount === undefined
      ? t("schedule-admin.nothing")
      : formatMoney({ amount, currency: row.currency }, locale);
  const changes = (row: PreviewRow) => {
    const { was, patch } = row;
    return [
      patch.price !== undefined && `${money(was.price, row)} → ${money(patch.price, row)}`,
      patch.sale_price !== undefined &&
        `${t("schedule-admin.sale")}: ${money(was.sale_price, row)} → ${money(patch.sale_price, row)}`,
      patch.prices !== undefined && patch.price === undefined && t("schedule-admin.price"),
      patch.total_spots !== undefined && `${t("schedule-admin.seats")}: ${was.total_spots} → ${patch.total_spots}`,
      patch.bookings_disabled !== undefined &&
        t(patch.bookings_disabled ? "schedule-admin.sales.off" : "schedule-admin.sales.on"),
      patch.hide_total_spots !== undefined &&
        t(patch.hide_total_spots ? "schedule-admin.hide.on" : "schedule-admin.hide.off"),
    ].filter((text) => text !== false);
  };
  return (
    <table className="mt-3 w-full text-left">
      <thead className="text-fine text-text-3">
        <tr>
          <th scope="col">{t("schedule-admin.date")}</th>
          <th scope="col">{t("schedule-admin.crawl")}</th>
          <th scope="col">{t("schedule-admin.change")}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} className="border-t border-border align-top">
            <td className="py-1 pr-2 whitespace-nowrap">{shortDate(row.date, locale)}</td>
            <td className="py-1 pr-2">{crawlOf(crawls, row)?.title}</td>
            <td className="py-1">{changes(row).join(", ") || t("schedule-admin.unchanged")}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
