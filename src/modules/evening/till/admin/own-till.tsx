import { useState } from "react";
import { Form, useNavigation } from "react-router";
import { shortDate } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import { CountForm, type PhoneLent, type Unsent, cashOf } from "#src/modules/evening/till/admin/count-form.tsx";
import { CurrencyChoice } from "#src/modules/evening/till/admin/currency-choice.tsx";
import { FormRefusal } from "#src/ui/admin/form-refusal.tsx";
import { TillFigures } from "#src/modules/evening/till/admin/till-figures.tsx";
import type { TillAnswer } from "#src/modules/evening/till/rules/answer.ts";
import { DOOR_CURRENCIES, type DoorCurrency } from "#src/modules/evening/till/rules/cash.ts";
import type { TillView } from "#src/modules/evening/till/schema.ts";
import { AdminButton, AdminLink } from "#src/ui/admin/button.tsx";
import { AdminField, AdminInput, AdminNotice, AdminSelect } from "#src/ui/admin/field.tsx";
import { useSalesHere } from "#src/modules/evening/till/admin/use-sales-here.ts";
import { Panel } from "#src/ui/admin/panel.tsx";
import { CircleAlert, Store } from "#src/ui/lucide/icons.ts";

type Person = { id: string; name: string };
type City = { id: string; name: string; night: string };
type OwnTillProps = {
  till: TillView | null;
  toTake: TillView[];
  cities: City[];
  takers: Person[];
  alone: boolean;
  userId: string;
  lent: PhoneLent[];
  formKey: string;
  answer: TillAnswer | undefined;
};

const useSending = (intent: string) => useNavigation().formData?.get("intent") === intent;

/** One's own till, and those that wait for one to take them over. */
export function OwnTill({ till, toTake, cities, takers, alone, userId, lent, formKey, answer }: OwnTillProps) {
  const { unsent, device } = useSalesHere(userId, till?.state ?? "none");
  // what this phone has sold it knows itself
  const others = device === undefined ? [] : lent.filter(({ id }) => id !== device);
  return (
    <div className="grid max-w-md gap-3">
      {toTake.map((one) => (
        <ToTake key={one.id} till={one} answer={answer} />
      ))}
      {till === null ? (
        <OpenForm key={formKey} cities={cities} unsent={unsent} formKey={formKey} answer={answer} />
      ) : till.state === "open" ? (
        <OpenedTill
          till={till}
          takers={takers}
          alone={alone}
          unsent={unsent}
          lent={others}
          formKey={formKey}
          answer={answer}
        />
      ) : (
        <Counted till={till} unsent={unsent} answer={answer} />
      )}
    </div>
  );
}

type Answered = { answer: TillAnswer | undefined };

type OpenFormProps = Pick<OwnTillProps, "cities" | "formKey"> & { unsent: Unsent };

function OpenForm({ cities, unsent, formKey, answer }: OpenFormProps & Answered) {
  const { t, locale } = useText("till");
  const busy = useSending("open");
  const [first] = cities;
  return (
    <Panel title={t("till.open.title")}>
      <Form method="post" className="grid gap-3">
        <p className="text-text-2">{t("till.open.lead")}</p>
        {unsent.n > 0 && (
          <div role="status">
            <AdminNotice icon={<CircleAlert aria-hidden size={16} />}>
              {t("till.open.unsent", { n: unsent.n, amount: formatMoney(cashOf(unsent), locale) })}
            </AdminNotice>
          </div>
        )}
        <FormRefusal answer={answer} of="open" />
        <input type="hidden" name="intent" value="open" />
        <input type="hidden" name="key" value={answer?.intent === "open" ? (answer.key ?? formKey) : formKey} />
        {cities.length > 1 ? (
          <AdminField id="city_id" label={t("till.open.city")}>
            {(control) => (
              <AdminSelect {...control} name="city_id" defaultValue={first?.id}>
                {cities.map((city) => (
                  <option key={city.id} value={city.id}>
                    {t("till.open.night", { city: city.name, date: shortDate(city.night, locale) })}
                  </option>
                ))}
              </AdminSelect>
            )}
          </AdminField>
        ) : (
          <input type="hidden" name="city_id" value={first?.id ?? ""} />
        )}
        <div className="grid grid-cols-2 gap-3">
          {DOOR_CURRENCIES.map((currency) => (
            <AdminField key={currency} id={`float_${currency}`} label={t("till.open.float", { currency })}>
              {(control) => (
                <AdminInput
                  {...control}
                  name={`float_${currency}`}
                  inputMode="decimal"
                  autoComplete="off"
                  placeholder="0"
                  unit={currency}
                />
              )}
            </AdminField>
          ))}
        </div>
        <AdminButton kind="ink" type="submit" busy={busy} className="h-12!">
          {t("till.open.submit")}
        </AdminButton>
      </Form>
    </Panel>
  );
}

function OpenedTill({
  till,
  takers,
  alone,
  unsent,
  lent,
  formKey,
  answer,
}: Pick<OwnTillProps, "takers" | "alone" | "lent" | "formKey"> & { till: TillView; unsent: Unsent } & Answered) {
  const { t, locale } = useText("till");
  return (
    <>
      <Panel title={t("till.own.title", { city: till.city, date: shortDate(till.night, locale) })}>
        <TillFigures till={till} />
        <AdminLink
          to={localizedPath("/admin/door-sale", locale)}
          kind="ink"
          icon={<Store aria-hidden size={16} />}
          className="mt-3 h-12! w-full"
        >
          {t("till.sale.title")}
        </AdminLink>
      </Panel>
      <PayOutForm key={`out ${formKey}`} till={till} formKey={formKey} answer={answer} />
      <CountForm
        key={`count ${till.round}`}
        till={till}
        takers={takers}
        alone={alone}
        unsent={unsent}
        lent={lent}
        answer={answer}
      />
    </>
  );
}

function PayOutForm({ till, formKey, answer }: { till: TillView; formKey: string } & Answered) {
  const { t } = useText("till");
  const [currency, setCurrency] = useState<DoorCurrency>("MXN");
  const busy = useSending("pay_out");
  const again = answer?.intent === "pay_out" && !answer.done;
  return (
    <details className="rounded-panel border border-border bg-surface px-3.5 py-2" open={again}>
      <summary className="min-h-9 content-center font-semibold pointer-coarse:min-h-11">{t("till.out.title")}</summary>
      <Form method="post" className="grid gap-3 pt-1 pb-2">
        <FormRefusal answer={answer} of="pay_out" />
        <input type="hidden" name="intent" value="pay_out" />
        <input type="hidden" name="key" value={again ? (answer.key ?? formKey) : formKey} />
        <input type="hidden" name="till_id" value={till.id} />
        <div className="flex flex-wrap items-end gap-3">
          <AdminField id="amount" label={t("till.out.amount")} className="min-w-0 grow">
            {(control) => <AdminInput {...control} name="amount" inputMode="decimal" autoComplete="off" required />}
          </AdminField>
          <CurrencyChoice id="out_currency" value={currency} onChange={setCurrency} />
        </div>
        <AdminField id="out_reason" label={t("till.out.reason")}>
          {(control) => (
            <AdminInput
              {...control}
              name="reason"
              maxLength={200}
              autoComplete="off"
              placeholder={t("till.out.reasonExample")}
              required
            />
          )}
        </AdminField>
        <AdminButton type="submit" busy={busy}>
          {t("till.out.submit")}
        </AdminButton>
      </Form>
    </details>
  );
}

function Counted({ till, unsent, answer }: { till: TillView; unsent: Unsent } & Answered) {
  const { t, locale } = useText("till");
  return (
    <Panel title={t("till.own.title", { city: till.city, date: shortDate(till.night, locale) })}>
      <div className="grid gap-3">
        <AdminNotice>{t("till.counted.waits", { name: till.taker })}</AdminNotice>
        {unsent.n > 0 && (
          <AdminNotice tone="failed" icon={<CircleAlert aria-hidden size={16} />}>
            {t("till.counted.unsent", { n: unsent.n, amount: formatMoney(cashOf(unsent), locale) })}
          </AdminNotice>
        )}
        <FormRefusal answer={answer} of="send_back" />
        <TillFigures till={till} />
        <SendBack till={till} label={t("till.counted.again")} />
      </div>
    </Panel>
  );
}

function SendBack({ till, label }: { till: TillView; label: string }) {
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="send_back" />
      <input type="hidden" name="till_id" value={till.id} />
      <input type="hidden" name="round" value={till.round} />
      <AdminButton type="submit" className="w-full">
        {label}
      </AdminButton>
    </Form>
  );
}

/** A counted till of somebody else: what one receives, and the confirmation. */
function ToTake({ till, answer }: { till: TillView } & Answered) {
  const { t, locale } = useText("till");
  const busy = useSending("take_over");
  const received = till.counts
    .filter(({ counted }) => counted > 0)
    .map(({ currency, counted }) => formatMoney({ amount: counted, currency }, locale));
  return (
    <Panel title={t("till.take.title", { name: till.by })}>
      <div className="grid gap-3">
        <p className="text-text-2">{t("till.take.lead")}</p>
        <ul className="grid gap-1">
          {(received.length > 0 ? received : [t("till.take.nothing")]).map((amount) => (
            <li key={amount} className="heading text-3xl tabular-nums">
              {amount}
            </li>
          ))}
        </ul>
        <FormRefusal answer={answer} of="take_over" />
        <Form method="post">
          <input type="hidden" name="intent" value="take_over" />
          <input type="hidden" name="till_id" value={till.id} />
          <input type="hidden" name="round" value={till.round} />
          <AdminButton kind="ink" type="submit" busy={busy} className="h-12! w-full">
            {t("till.take.submit")}
          </AdminButton>
        </Form>
        <SendBack till={till} label={t("till.take.sendBack")} />
      </div>
    </Panel>
  );
}
