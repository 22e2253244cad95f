import type { useFetcher } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { IncludedField } from "#src/modules/changes/groups/admin/included-field.tsx";
import { MOST_PLACES, MOST_QUOTED, type OpenRequest } from "#src/modules/changes/groups/schema.ts";
import { amountText } from "#src/kernel/amount.ts";
import { CURRENCIES, type Currency } from "#src/kernel/money.ts";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { AdminField, AdminInput, AdminSelect } from "#src/ui/admin/field.tsx";
import { FormRefusal } from "#src/ui/admin/form-refusal.tsx";
import type { FormAnswer } from "#src/ui/form/answer.ts";

/** What an offer may be about: the crawls, those of the request's city first, and the currencies that guests can pay in. */
export type QuoteChoices = {
  crawls: readonly { id: string; title: string; isThere: boolean }[];
  currencies: readonly Currency[];
  /** the form's key */
  key: string;
};

type QuoteFormProps = {
  request: OpenRequest;
  choices: QuoteChoices;
  act: ReturnType<typeof useFetcher<FormAnswer>>;
};

/** Offers the group a night: begins with what was offered last, else with what it asks for. */
export function QuoteForm({ request, choices, act }: QuoteFormProps) {
  const { t } = useText();
  const { id, language } = request;
  const [last] = request.quotes;
  const answer = act.data?.intent === "quote" && act.data.id === id ? act.data : undefined;
  const errorOf = (field: string) => {
    const message = answer?.fieldErrors?.find((one) => one.id === field)?.message;
    return message ? { error: t(message) } : {};
  };
  const crawls = choices.crawls.toSorted((a, b) => Number(b.isThere) - Number(a.isThere));
  return (
    <act.Form method="post" noValidate className="grid gap-3">
      <input type="hidden" name="intent" value="quote" />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="key" value={choices.key} />
      <FormRefusal answer={answer} of="quote" />
      <AdminField id="crawl_id" label={t("groups-admin.quote.crawl")} {...errorOf("crawl_id")}>
        {(control) => (
          <AdminSelect {...control} name="crawl_id" defaultValue={crawls[0]?.id}>
            {crawls.map((crawl) => (
              <option key={crawl.id} value={crawl.id}>
                {crawl.title}
              </option>
            ))}
          </AdminSelect>
        )}
      </AdminField>
      <div className="grid grid-cols-2 gap-3">
        <AdminField id="date" label={t("groups-admin.date")} {...errorOf("date")}>
          {(control) => (
            <AdminInput {...control} type="date" name="date" required defaultValue={last?.date ?? request.date ?? ""} />
          )}
        </AdminField>
        <AdminField id="people" label={t("groups-admin.people")} {...errorOf("people")}>
          {(control) => (
            <AdminInput
              {...control}
              type="number"
              name="people"
              inputMode="numeric"
              min={1}
              max={MOST_QUOTED}
              required
              defaultValue={last?.people ?? request.people}
            />
          )}
        </AdminField>
        <AdminField id="start_time" label={t("groups-admin.quote.start")} {...errorOf("start_time")}>
          {(control) => (
            <AdminInput
              {...control}
              type="time"
              name="start_time"
              required
              defaultValue={last?.start_time ?? "20:00"}
            />
          )}
        </AdminField>
        <AdminField id="end_time" label={t("groups-admin.quote.end")} {...errorOf("end_time")}>
          {(control) => (
            <AdminInput {...control} type="time" name="end_time" required defaultValue={last?.end_time ?? "00:30"} />
          )}
        </AdminField>
        <AdminField id="total" label={t("groups-admin.quote.total")} {...errorOf("total")}>
          {(control) => (
            <AdminInput
              {...control}
              name="total"
              inputMode="decimal"
              autoComplete="off"
              required
              defaultValue={last ? amountText(last.total.amount_minor) : ""}
            />
          )}
        </AdminField>
        <AdminField id="currency" label={t("groups-admin.quote.currency")} {...errorOf("currency")}>
          {(control) => (
            <AdminSelect {...control} name="currency" defaultValue={last?.total.currency ?? choices.currencies[0]}>
              {CURRENCIES.filter((one) => choices.currencies.includes(one)).map((one) => (
                <option key={one} value={one}>
                  {one}
                </option>
              ))}
            </AdminSelect>
          )}
        </AdminField>
        <AdminField
          id="deposit"
          label={t("groups-admin.quote.deposit")}
          optional={t("admin.optional")}
          {...errorOf("deposit")}
        >
          {(control) => (
            <AdminInput
              {...control}
              name="deposit"
              inputMode="decimal"
              autoComplete="off"
              defaultValue={last?.deposit ? amountText(last.deposit.amount.amount_minor) : ""}
            />
          )}
        </AdminField>
        <AdminField id="deposit_by" label={t("groups-admin.quote.depositBy")} {...errorOf("deposit_by")}>
          {(control) => (
            <AdminInput {...control} type="date" name="deposit_by" defaultValue={last?.deposit?.by ?? ""} />
          )}
        </AdminField>
        <p className="col-span-2 -mt-1 text-fine text-text-2">{t("groups-admin.quote.depositEffect")}</p>
        <AdminField id="valid_until" label={t("groups-admin.quote.validUntil")} {...errorOf("valid_until")}>
          {(control) => (
            <AdminInput {...control} type="date" name="valid_until" required defaultValue={last?.valid_until ?? ""} />
          )}
        </AdminField>
        <AdminField id="pay_by" label={t("groups-admin.quote.payBy")} {...errorOf("pay_by")}>
          {(control) => (
            <AdminInput {...control} type="date" name="pay_by" required defaultValue={last?.pay_by ?? ""} />
          )}
        </AdminField>
      </div>
      <AdminField
        id="places"
        label={t("groups-admin.quote.places")}
        help={t("groups-admin.quote.placesHelp")}
        {...errorOf("places")}
      >
        {(control) => (
          <AdminInput
            {...control}
            type="number"
            name="places"
            inputMode="numeric"
            min={1}
            max={MOST_PLACES}
            className="max-w-40"
            defaultValue={last?.places ?? ""}
          />
        )}
      </AdminField>
      <IncludedField language={language} value={last?.included ?? ""} about={errorOf("included")} />
      <p className="text-fine text-text-2">{t("groups-admin.quote.effect", { email: request.email })}</p>
      <AdminButton kind="ink" type="submit" busy={act.state !== "idle"} className="justify-self-start">
        {t(last ? "groups-admin.quote.again" : "groups-admin.quote.send")}
      </AdminButton>
    </act.Form>
  );
}
