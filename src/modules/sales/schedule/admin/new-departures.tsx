import { useRef, useState } from "react";
import { Form, useFetcher, useNavigation } from "react-router";
import { formatMoney } from "#src/kernel/money.ts";
import { UnseenNotice } from "#src/modules/site/catalog/admin/hidden-reasons.tsx";
import { useText } from "#src/locales/use-text.ts";
import { SeriesFields } from "#src/modules/sales/schedule/admin/series-fields.tsx";
import { type SeriesPlan, SeriesPreview } from "#src/modules/sales/schedule/admin/series-preview.tsx";
import {
  type FormState,
  HoursFields,
  PriceFields,
  SalesFields,
  TermInput,
} from "#src/modules/sales/schedule/admin/terms-fields.tsx";
import { unseenOf } from "#src/modules/sales/schedule/rules/admin.ts";
import { otherCurrencies, type FormValues, withTyped } from "#src/modules/sales/schedule/rules/form.ts";
import type { AdminCrawl } from "#src/modules/sales/schedule/schema.ts";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { AdminField, AdminNotice, AdminSelect, FieldErrorSummary } from "#src/ui/admin/field.tsx";
import type { FormAnswer } from "#src/ui/form/answer.ts";
import { Panel } from "#src/ui/admin/panel.tsx";

/** What the answer may have besides: what was typed, and the dates that would be created. */
export type NewExtra = { formValues: FormValues; planned: SeriesPlan | null };
type NewAnswer = FormAnswer<NewExtra>;

type NewProps = {
  isSeries: boolean;
  crawls: readonly AdminCrawl[];
  start: FormValues;
  formKey: string;
  answer: NewAnswer | undefined;
};

/** Form that creates one departure, or a series with a preview of all its dates. */
export function NewDepartures({ isSeries, crawls, start, formKey, answer }: NewProps) {
  const { t, locale } = useText();
  const [formValues, setFormValues] = useState<FormValues>(answer?.formValues ?? start);
  const form = useRef<HTMLFormElement>(null);
  const preview = usePreview(form);
  const busy = useNavigation().state !== "idle";
  const planned = preview.planned ?? answer?.planned ?? null;
  const fieldErrors = answer?.fieldErrors ?? [];
  const onType = (name: string, value: string) => {
    setFormValues((before) => withTyped(before, name, value));
    if (isSeries) preview.soon();
  };
  const state: FormState = { formValues, fieldErrors, changed: [], onType };
  const crawl = crawls.find(({ id }) => id === formValues["crawl_id"]);
  const currency = crawl?.currency ?? "USD";
  const skipped = (formValues["skip"] ?? "").split(",").filter(Boolean);
  const skip = (date: string) =>
    onType("skip", (skipped.includes(date) ? skipped.filter((one) => one !== date) : [...skipped, date]).join(","));
  const crawlError = fieldErrors.find(({ id }) => id === "crawl_id");
  const when = (
    <Panel title={t("schedule-admin.when")}>
      <div className="grid gap-3">
        <AdminField id="crawl_id" label={t("schedule-admin.crawl")} error={crawlError && t(crawlError.message)}>
          {(control) => (
            <AdminSelect
              {...control}
              name="crawl_id"
              value={formValues["crawl_id"] ?? ""}
              onChange={(event) => onType("crawl_id", event.target.value)}
            >
              <option value="">{t("schedule-admin.crawl.choose")}</option>
              {crawls.map(({ id, title, city_name, unseen }) => (
                <option key={id} value={id}>
                  {`${title} · ${city_name}${unseen ? ` (${t("schedule-admin.crawl.hidden")})` : ""}`}
                </option>
              ))}
            </AdminSelect>
          )}
        </AdminField>
        {crawl?.unseen && <UnseenNotice crawls={[unseenOf(crawl)!]} />}
        <TermInput
          form={state}
          name="date"
          label={t(isSeries ? "schedule-admin.first" : "schedule-admin.date")}
          type="date"
        />
        <HoursFields form={state} />
        {isSeries && <SeriesFields form={state} />}
      </div>
    </Panel>
  );
  const price = {
    form: state,
    currency,
    others: otherCurrencies(currency),
    usual: crawl?.price === null || crawl === undefined ? null : formatMoney({ amount: crawl.price, currency }, locale),
  };
  const zone = <p className="text-text-3">{crawl && t("schedule-admin.zone", { city: crawl.city_name })}</p>;
  const create = (label: string) => (
    <AdminButton type="submit" kind="ink" busy={busy} name="intent" value="create">
      {label}
    </AdminButton>
  );
  return (
    <Form ref={form} method="post" noValidate>
      <input type="hidden" name="key" value={formKey} />
      <input type="hidden" name="kind" value={isSeries ? "series" : "one"} />
      {isSeries && <input type="hidden" name="expected" value={planned?.counts.new ?? ""} />}
      {skipped.map((date) => (
        <input key={date} type="hidden" name="skip" value={date} />
      ))}
      <FieldErrorSummary
        key={answer?.at}
        title={t("admin.errors", { count: fieldErrors.length })}
        errors={fieldErrors.map(({ id, message }) => ({ id, message: t(message) }))}
      />
      {answer?.formError && (
        <div role="alert" className="mb-3">
          <AdminNotice tone="failed">{t(answer.formError)}</AdminNotice>
        </div>
      )}
      {isSeries ? (
        <div className="grid items-start gap-4 lg:grid-cols-[24rem_minmax(0,1fr)]">
          <div className="grid gap-4">
            {when}
            <Panel title={t("schedule-admin.sold")}>
              <div className="grid gap-3">
                <SalesFields form={state} />
                <PriceFields {...price} />
              </div>
            </Panel>
          </div>
          <div className="grid gap-4 lg:sticky lg:top-16">
            <Panel>
              {planned ? (
                <SeriesPreview planned={planned} onSkip={skip} />
              ) : (
                <p className="py-8 text-center text-text-3">{t("schedule-admin.plan.wanting")}</p>
              )}
            </Panel>
            <div className="flex flex-wrap items-center justify-between gap-3">
              {zone}
              {create(
                planned ? t("schedule-admin.createMany", { count: planned.counts.new }) : t("schedule-admin.series"),
              )}
            </div>
          </div>
        </div>
      ) : (
        <div className="grid max-w-4xl gap-4 lg:grid-cols-2">
          {when}
          <Panel title={t("schedule-admin.sold")}>
            <SalesFields form={state} />
          </Panel>
          <div className="lg:col-span-2">
            <Panel title={t("schedule-admin.price")}>
              <PriceFields {...price} wide />
            </Panel>
          </div>
          <div className="flex flex-wrap items-center gap-3 lg:col-span-2">
            {create(t("schedule-admin.createOne"))}
            {zone}
          </div>
        </div>
      )}
    </Form>
  );
}

/** Debounce of the preview request. */
const PAUSE_MS = 300;

/** Requests the series' dates, debounced. */
function usePreview(form: { current: HTMLFormElement | null }) {
  const fetcher = useFetcher<NewAnswer>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const soon = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (!form.current) return;
      const data = new FormData(form.current);
      data.set("intent", "preview");
      void fetcher.submit(data, { method: "post" });
    }, PAUSE_MS);
  };
  return { planned: fetcher.data?.planned ?? null, soon };
}
