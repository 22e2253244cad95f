import { useRef, useState } from "react";
import { Form, useNavigation, useSubmit } from "react-router";
import { formatMoney } from "#src/kernel/money.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import { EffectText } from "#src/modules/sales/schedule/admin/effect-text.tsx";
import {
  type FormState,
  HoursFields,
  PriceFields,
  SalesFields,
  TermInput,
} from "#src/modules/sales/schedule/admin/terms-fields.tsx";
import type { Effect } from "#src/modules/sales/schedule/rules/editing.ts";
import {
  changedIn,
  otherCurrencies,
  type FormValues,
  termsFormValues,
} from "#src/modules/sales/schedule/rules/form.ts";
import type { DepartureTerms, AdminCrawl } from "#src/modules/sales/schedule/schema.ts";
import { ConfirmDialog } from "#src/ui/admin/confirm.tsx";
import { Conflict } from "#src/ui/admin/conflict.tsx";
import { AdminNotice, FieldErrorSummary } from "#src/ui/admin/field.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import type { FormAnswer } from "#src/ui/form/answer.ts";
import { SaveBar } from "#src/ui/admin/save-bar.tsx";

export type EditExtra = {
  formValues: FormValues;
  ask: { effect: Effect; consent: string };
  conflict: { terms: DepartureTerms; version: number };
};

type EditFormProps = {
  terms: DepartureTerms;
  version: number;
  crawl: AdminCrawl;
  /** How many later departures its series has. */
  following: number;
  may: boolean;
  answer: FormAnswer<EditExtra> | undefined;
};

/** Form of an existing departure. Pass the version as its `key`, so that it resets to what was saved. */
export function EditForm({ terms, version, crawl, following, may, answer }: EditFormProps) {
  const { t, locale } = useText();
  const saved = termsFormValues(terms);
  const [formValues, setFormValues] = useState<FormValues>({ ...saved, ...answer?.formValues });
  const [scope, setScope] = useState<"one" | "following">("one");
  const [closed, setClosed] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  const submit = useSubmit();
  const saving = useNavigation().state === "submitting";
  const changed = changedIn(formValues, saved);
  const fieldErrors = answer?.fieldErrors ?? [];
  const fieldName = useFieldName();
  const state: FormState = {
    formValues,
    fieldErrors,
    changed,
    disabled: !may,
    onType: (name, value) => setFormValues((before) => ({ ...before, [name]: value })),
  };
  const send = (over: Record<string, string>) => {
    if (!form.current) return;
    const data = new FormData(form.current);
    for (const [name, value] of Object.entries(over)) data.set(name, value);
    void submit(data, { method: "post" });
  };
  const isOpen = answer !== undefined && answer.at !== closed;
  const { conflict, ask } = answer ?? {};
  return (
    <Form ref={form} method="post" noValidate>
      <input type="hidden" name="intent" value="edit" />
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="consent" value="" />
      {isOpen && conflict && (
        <Conflict
          fields={changedIn(termsFormValues(conflict.terms), formValues).map((name) => ({
            label: fieldName(name),
            theirs: flash(termsFormValues(conflict.terms)[name], t("schedule-admin.nothing")),
            mine: flash(formValues[name], t("schedule-admin.nothing")),
          }))}
          onKeepMine={() => send({ version: String(conflict.version) })}
          onTakeTheirs={() => {
            setFormValues(termsFormValues(conflict.terms));
            setClosed(answer.at);
          }}
        />
      )}
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
      <div className="grid gap-4">
        <Panel title={t("schedule-admin.when")}>
          <div className="grid gap-3">
            <TermInput form={state} name="date" label={t("schedule-admin.date")} type="date" />
            <HoursFields form={state} />
          </div>
        </Panel>
        <Panel title={t("schedule-admin.sold")}>
          <SalesFields form={state} />
        </Panel>
        <Panel title={t("schedule-admin.price")}>
          <PriceFields
            form={state}
            currency={crawl.currency}
            others={otherCurrencies(crawl.currency, terms.prices, terms.sale_prices)}
            usual={crawl.price === null ? null : formatMoney({ amount: crawl.price, currency: crawl.currency }, locale)}
          />
        </Panel>
        {following > 0 && may && (
          <Panel title={t("schedule-admin.scope")}>
            <div className="grid gap-1">
              {(["one", "following"] as const).map((one) => (
                <label key={one} className="flex min-h-(--ctl) items-center gap-2">
                  <input
                    type="radio"
                    name="scope"
                    value={one}
                    checked={scope === one}
                    onChange={() => setScope(one)}
                    className="size-4 accent-agave"
                  />
                  {t(`schedule-admin.scope.${one}`, { count: following })}
                </label>
              ))}
            </div>
          </Panel>
        )}
      </div>
      {may && (
        <SaveBar
          changed={changed.map(fieldName)}
          saving={saving}
          saved={answer?.flash !== undefined && changed.length === 0}
          onDiscard={() => {
            setFormValues(saved);
            return () => setFormValues(formValues);
          }}
        />
      )}
      <ConfirmDialog
        open={isOpen && ask !== undefined}
        title={t("schedule-admin.warn.title")}
        confirmLabel={t("schedule-admin.warn.save")}
        cancelLabel={t("admin.cancel")}
        busy={saving}
        onConfirm={() => ask && send({ consent: ask.consent })}
        onClose={() => answer && setClosed(answer.at)}
      >
        {ask && <EffectText effect={ask.effect} />}
      </ConfirmDialog>
    </Form>
  );
}

const flash = (text: string | undefined, nothing: string) => (text === "on" ? "✓" : text || nothing);

const NAMES: Record<string, MessageId> = {
  date: "schedule-admin.date",
  start_time: "schedule-admin.starts",
  end_time: "schedule-admin.ends",
  total_spots: "schedule-admin.seats",
  price: "schedule-admin.price",
  sale_price: "schedule-admin.sale",
  early_bird_sale: "schedule-admin.earlyBird",
  hide_total_spots: "schedule-admin.hide.on",
  bookings_disabled: "schedule-admin.sales.off",
  external_booking_link: "schedule-admin.link",
};

/** A control's name as in its label. */
function useFieldName() {
  const { t } = useText();
  return (name: string): string => {
    const [, kind, currency] = /^(sale_prices|prices)_(\w+)$/.exec(name) ?? [];
    if (currency) return t(kind === "prices" ? "schedule-admin.priceIn" : "schedule-admin.saleIn", { currency });
    const id = NAMES[name];
    return id ? t(id) : name;
  };
}
