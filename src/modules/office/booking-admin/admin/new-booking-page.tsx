import { NOT_ASKED } from "#src/kernel/countries.ts";
import { type FormEvent, useRef, useState } from "react";
import { Form, useFetcher, useNavigation } from "react-router";
import { inLocale, type Locale, localizedPath } from "#src/kernel/localized.ts";
import { shortDate } from "#src/kernel/local-time.ts";
import { WhyAmount } from "#src/modules/base/ledger/admin/why-amount.tsx";
import { CURRENCIES, formatMoney } from "#src/kernel/money.ts";
import { hasReference, MAX_REFERENCE } from "#src/kernel/pay-method.ts";
import { expectedText, TAKE_WAYS } from "#src/modules/office/booking-admin/rules/admin-money.ts";
import { useText } from "#src/locales/use-text.ts";
import { NightsFrom } from "#src/modules/office/booking-admin/admin/nights-from.tsx";
import { PartnerOptions } from "#src/modules/office/booking-admin/admin/partner-options.tsx";
import { UnseenNotice } from "#src/modules/site/catalog/admin/hidden-reasons.tsx";
import { AddOnRows } from "#src/modules/sales/booking/components/add-on-choice.tsx";
import { addOnField, addOnsWanted } from "#src/modules/sales/booking/rules/add-on-field.ts";
import { counterAddOns } from "#src/modules/sales/booking/rules/counter-add-ons.ts";
import type { MoneyShape } from "#src/modules/site/catalog/schema.ts";
import { ADMIN_LINK, AdminButton } from "#src/ui/admin/button.tsx";
import { AdminField, AdminInput, AdminSelect, AdminTextArea, FieldErrorSummary } from "#src/ui/admin/field.tsx";
import { LeaveGuard } from "#src/ui/admin/leave-guard.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { EmailInput } from "#src/ui/email-input.tsx";
import { useFieldErrors } from "#src/ui/use-field-errors.ts";
import type { Route } from "#routes/admin/office/+types/new-booking.ts";

const WAYS = [...TAKE_WAYS, "free"] as const;
/** The fields that decide the price. */
const PRICED = ["departure_id", "people", "currency", "way", "total", "coupon_code"] as const;
const PAUSE_MS = 250;
const MOST_NAMES = 30;

type Loaded = Route.ComponentProps["loaderData"];

/** The price of what the form says; asked again shortly after each change of it, and due (`isAsking`) until it is there. */
function usePrice(loaded: Pick<Loaded, "price" | "addOns">) {
  const { locale } = useText();
  const fetcher = useFetcher<Loaded>();
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lastRequest = useRef("");
  const [current, setCurrent] = useState("");
  const [lastAnswer, setLastAnswer] = useState("");
  const { price, addOns } = fetcher.data ?? loaded;
  return {
    price,
    addOns,
    expected: expectedText(price, fetcher.data !== undefined),
    isAsking: current !== lastAnswer || fetcher.state !== "idle",
    ask: (form: HTMLFormElement) => {
      clearTimeout(pause.current);
      setCurrent(pricedIn(form));
      // read again after the pause: with fewer people there may be fewer add-ons to choose
      pause.current = setTimeout(() => {
        const query = pricedIn(form);
        setCurrent(query);
        if (query === lastRequest.current) return;
        lastRequest.current = query;
        void fetcher.load(`${localizedPath("/admin/bookings/new", locale)}?price&${query}`).then(() => {
          if (query === lastRequest.current) setLastAnswer(query);
        });
      }, PAUSE_MS);
    },
  };
}

/** What of a form decides its price, as a query. */
function pricedIn(form: HTMLFormElement): string {
  const fields = new FormData(form);
  const wishes = addOnsWanted(fields.entries()).map(({ id, quantity }) => [addOnField(id), quantity]);
  return new URLSearchParams([...PRICED.map((name) => [name, asText(fields.get(name))]), ...wishes]).toString();
}

/** The nights to choose from; others are loaded without what was typed, and with the one that is chosen. */
function useNights(loaded: Loaded) {
  const { locale } = useText();
  const fetcher = useFetcher<Loaded>();
  const { departures, later } = fetcher.data ?? loaded;
  return {
    departures,
    later,
    listFrom: (from: string, form: HTMLFormElement | null) => {
      const chosen = form ? asText(new FormData(form).get("departure_id")) : "";
      const query = new URLSearchParams({ from, departure_id: chosen });
      void fetcher.load(`${localizedPath("/admin/bookings/new", locale)}?nights&${query}`);
    },
  };
}

const asText = (value: FormDataEntryValue | null): string => (typeof value === "string" ? value : "");

/** A booking by staff: departure, guests, price and payment. */
export default function NewBooking({ loaderData, actionData }: Route.ComponentProps) {
  // also those of add-ons, which come with the answer for another night: nobody loses what they type in meanwhile
  const { t, locale } = useText("booking-checkout");
  const { countries, partners, chosen, formKey } = loaderData;
  const form = useRef<HTMLFormElement>(null);
  const { departures, later, listFrom } = useNights(loaderData);
  const busy = useNavigation().formMethod === "POST";
  const [isDirty, setDirty] = useState(false);
  const [people, setPeople] = useState("2");
  const { price, addOns, expected, isAsking, ask } = usePrice(loaderData);
  const [quantities, setQuantities] = useState<Readonly<Record<string, number>>>({});
  const [night, setNight] = useState(chosen);
  const unseen = departures.find(({ id }) => id === night)?.unseen;
  const [way, setWay] = useState<(typeof WAYS)[number]>("cash");
  const { errors, errorOf: error } = useFieldErrors(actionData?.fieldErrors);
  const refused = actionData?.formError && t(actionData.formError, actionData.values);
  const all = refused ? [{ id: "departure_id", message: refused }] : errors;
  const title = t("booking-admin.new.title");
  const headcount = Math.max(1, Math.trunc(Number(people)) || 0);
  const others = Math.min(MOST_NAMES, headcount) - 1;
  const isFree = price?.ok === true && price.quote.total.amount_minor === 0;
  const needsReference = hasReference(way) && !isFree;
  const total = price?.ok ? inWords(price.quote.total, locale) : "";
  const extras = addOns
    ? counterAddOns(addOns.offered, quantities, { people: headcount, currency: addOns.currency }).rows
    : [];
  return (
    <>
      <PageHead
        title={title}
        tab={t("admin.tab", { page: title, brand: t("common.brand") })}
        meta={t("booking-admin.new.lead")}
      />
      <div className="max-w-3xl">
        <FieldErrorSummary
          key={actionData?.at}
          title={t("booking-admin.new.errors", { count: all.length })}
          errors={all}
        />
      </div>
      <Form
        ref={form}
        method="post"
        onChange={({ currentTarget }: FormEvent<HTMLFormElement>) => {
          setDirty(true);
          ask(currentTarget);
        }}
        // nothing is booked at another price than the one that is read
        onSubmit={(event) => {
          if (isAsking) event.preventDefault();
        }}
        className="grid max-w-3xl gap-4"
      >
        <input type="hidden" name="key" value={formKey} />
        <input type="hidden" name="expected" value={expected} />
        <Panel title={t("booking-admin.new.departureTitle")}>
          <div className="grid gap-3 md:grid-cols-[10rem_1fr_8rem]">
            <NightsFrom from={loaderData.from} later={later} onFrom={(from) => listFrom(from, form.current)} />
            <AdminField id="departure_id" label={t("booking-admin.new.departure")} {...error("departure_id")}>
              {(control) => (
                <AdminSelect
                  {...control}
                  name="departure_id"
                  defaultValue={chosen}
                  onChange={({ target: { value } }) => setNight(value)}
                >
                  <option value="">{t("booking-admin.date.choose")}</option>
                  {departures.map((departure) => (
                    <option key={departure.id} value={departure.id}>
                      {t("booking-admin.new.option", {
                        date: shortDate(departure.date, locale),
                        time: departure.startTime,
                        crawl: departure.crawl,
                        free: departure.free,
                      })}
                      {departure.isPrivate && ` · ${t("booking-admin.new.private")}`}
                      {departure.unseen && ` · ${t("booking-admin.new.unseen")}`}
                    </option>
                  ))}
                </AdminSelect>
              )}
            </AdminField>
            <AdminField id="people" label={t("booking-admin.new.people")} {...error("people")}>
              {(control) => (
                <AdminInput
                  {...control}
                  name="people"
                  inputMode="numeric"
                  autoComplete="off"
                  defaultValue="2"
                  onChange={({ currentTarget }) => setPeople(currentTarget.value)}
                />
              )}
            </AdminField>
          </div>
          {unseen && <UnseenNotice crawls={[unseen]} className="mt-3" />}
        </Panel>
        <Panel title={t("booking-admin.new.guest")}>
          <div className="grid gap-3 md:grid-cols-2">
            <AdminField id="first_name" label={t("booking-admin.new.firstName")} {...error("first_name")}>
              {(control) => <AdminInput {...control} name="first_name" autoComplete="off" />}
            </AdminField>
            <AdminField
              id="last_name"
              label={t("booking-admin.new.lastName")}
              optional={t("booking-admin.optional")}
              {...error("last_name")}
            >
              {(control) => <AdminInput {...control} name="last_name" autoComplete="off" />}
            </AdminField>
            <AdminField
              id="email"
              label={t("booking-admin.new.email")}
              optional={t("booking-admin.new.ifPhone")}
              help={t("booking-admin.new.emailHelp")}
              {...error("email")}
            >
              {(control) => (
                <EmailInput {...control} as={AdminInput} guess={ADMIN_LINK} name="email" autoComplete="off" />
              )}
            </AdminField>
            <AdminField
              id="phone"
              label={t("booking-admin.new.phone")}
              optional={t("booking-admin.new.ifEmail")}
              {...error("phone")}
            >
              {(control) => <AdminInput {...control} name="phone" type="tel" autoComplete="off" />}
            </AdminField>
            <AdminField id="country" label={t("booking-admin.new.country")} {...error("country")}>
              {(control) => (
                <AdminSelect {...control} name="country" defaultValue={NOT_ASKED}>
                  <option value={NOT_ASKED}>{t("booking-admin.new.countryUnknown")}</option>
                  {countries.map(({ value, label }) => (
                    <option key={value} value={value}>
                      {label || t("booking-checkout.countryOther")}
                    </option>
                  ))}
                </AdminSelect>
              )}
            </AdminField>
            <AdminField id="language" label={t("booking-admin.new.language")} {...error("language")}>
              {(control) => (
                <AdminSelect {...control} name="language" defaultValue={locale}>
                  <option value="en">{t("booking-admin.new.english")}</option>
                  <option value="es">{t("booking-admin.new.spanish")}</option>
                </AdminSelect>
              )}
            </AdminField>
            {partners.length > 0 && (
              <AdminField
                id="partner_id"
                label={t("booking-admin.new.partner")}
                optional={t("booking-admin.optional")}
                help={t("booking-admin.new.partnerHelp")}
                className="md:col-span-2"
                {...error("partner_id")}
              >
                {(control) => (
                  <AdminSelect {...control} name="partner_id">
                    <option value="">{t("booking-admin.partner.nobody")}</option>
                    <PartnerOptions partners={partners} />
                  </AdminSelect>
                )}
              </AdminField>
            )}
            <AdminField
              id="requests"
              label={t("booking-admin.new.requests")}
              optional={t("booking-admin.optional")}
              className="md:col-span-2"
              {...error("requests")}
            >
              {(control) => <AdminTextArea {...control} name="requests" rows={2} maxLength={1000} />}
            </AdminField>
          </div>
        </Panel>
        {others > 0 && (
          <Panel title={t("booking-admin.new.others")}>
            <div className="grid gap-3 md:grid-cols-2">
              {Array.from({ length: others }, (_, index) => (
                <AdminField
                  key={index}
                  id={`names-${index}`}
                  label={t("booking-admin.guest", { n: index + 2 })}
                  optional={t("booking-admin.optional")}
                >
                  {(control) => <AdminInput {...control} name="names" maxLength={80} autoComplete="off" />}
                </AdminField>
              ))}
            </div>
          </Panel>
        )}
        {extras.length > 0 && (
          <Panel title={t("booking-checkout.addOns")}>
            <div id="add_ons" tabIndex={-1} className="-my-3.5">
              <AddOnRows
                key={night}
                offered={extras}
                quantities={quantities}
                onQuantity={(id, quantity) => {
                  setQuantities((now) => ({ ...now, [id]: quantity }));
                  setDirty(true);
                  if (form.current) ask(form.current);
                }}
              />
            </div>
          </Panel>
        )}
        <Panel title={t("booking-admin.new.money")}>
          <div className="grid gap-3 md:grid-cols-3">
            <AdminField id="way" label={t("booking-admin.new.way")} {...error("way")}>
              {(control) => (
                <AdminSelect
                  {...control}
                  name="way"
                  value={way}
                  onChange={({ target: { value } }) => setWay(WAYS.find((one) => one === value) ?? "cash")}
                >
                  {WAYS.map((one) => (
                    <option key={one} value={one}>
                      {t("booking-admin.new.ways", { way: one })}
                    </option>
                  ))}
                </AdminSelect>
              )}
            </AdminField>
            <AdminField id="currency" label={t("booking-admin.new.currency")} {...error("currency")}>
              {(control) => (
                <AdminSelect {...control} name="currency" defaultValue="MXN">
                  {CURRENCIES.map((code) => (
                    <option key={code} value={code}>
                      {code}
                    </option>
                  ))}
                </AdminSelect>
              )}
            </AdminField>
            {way === "free" ? (
              <input type="hidden" name="total" value="" />
            ) : (
              <AdminField
                id="total"
                label={t("booking-admin.new.total")}
                optional={t("booking-admin.optional")}
                help={t("booking-admin.new.totalHelp")}
                {...error("total")}
              >
                {(control) => <AdminInput {...control} name="total" inputMode="decimal" autoComplete="off" />}
              </AdminField>
            )}
            {way === "free" ? (
              <input type="hidden" name="coupon_code" value="" />
            ) : (
              <AdminField
                id="coupon_code"
                label={t("booking-admin.new.coupon")}
                optional={t("booking-admin.optional")}
                {...error("coupon_code")}
              >
                {(control) => (
                  <AdminInput
                    {...control}
                    name="coupon_code"
                    maxLength={50}
                    autoCapitalize="characters"
                    autoComplete="off"
                  />
                )}
              </AdminField>
            )}
          </div>
          {(needsReference || errors.some(({ id }) => id === "reference")) && (
            <AdminField
              id="reference"
              label={t("booking-admin.take.reference", { way })}
              help={t("booking-admin.take.referenceHelp", { way })}
              className="mt-3 max-w-sm"
              {...error("reference")}
            >
              {(control) => (
                <AdminInput
                  {...control}
                  name="reference"
                  maxLength={MAX_REFERENCE}
                  autoComplete="off"
                  required={needsReference}
                />
              )}
            </AdminField>
          )}
          <div aria-live="polite" aria-busy={isAsking} className="mt-4 border-t border-border pt-3">
            <Price price={price} />
          </div>
        </Panel>
        <div>
          <AdminButton kind="ink" type="submit" busy={busy || isAsking}>
            {price?.ok
              ? t("booking-admin.new.submit", {
                  way: isFree ? "free" : way,
                  amount: total,
                })
              : t("booking-admin.new.submitPlain")}
          </AdminButton>
        </div>
        <LeaveGuard unsaved={isDirty} />
      </Form>
    </>
  );
}

const inWords = ({ amount_minor: amount, currency }: MoneyShape, locale: Locale) =>
  formatMoney({ amount, currency }, locale);

/** The price as it will be taken, or why there is none. */
function Price({ price }: { price: Loaded["price"] }) {
  const { t, locale } = useText("booking-admin", "errors");
  if (price === null) return <p className="text-text-3">{t("booking-admin.new.noPrice")}</p>;
  if (!price.ok) return <p className="font-medium text-low-text">{t(price.formError, price.values)}</p>;
  const { quote, rounded } = price;
  const { price_rule: rule } = quote;
  const discount = quote.discount.amount_minor - rounded;
  const off = (amount_minor: number) =>
    inWords({ amount_minor: -amount_minor, currency: quote.total.currency }, locale);
  const lines = [
    {
      label: [
        t("booking-admin.priceLine", { people: quote.number_of_people }),
        rule && t("booking-admin.byRule", { rule: inLocale(locale, rule.name, rule.name_es) }),
      ]
        .filter(Boolean)
        .join(" "),
      amount: inWords(quote.subtotal, locale),
    },
    ...(quote.add_ons.amount_minor > 0
      ? [{ label: t("booking-checkout.addOns"), amount: inWords(quote.add_ons, locale) }]
      : []),
    ...(discount > 0
      ? [
          {
            label: quote.coupon_code
              ? t("booking-admin.discountCoupon", { code: quote.coupon_code })
              : t("booking-admin.discount"),
            amount: off(discount),
          },
        ]
      : []),
    ...(rounded > 0 ? [{ label: t("booking-admin.new.rounded"), amount: off(rounded) }] : []),
  ];
  return (
    <dl className="grid gap-1">
      {lines.map(({ label, amount }) => (
        <div key={label} className="flex justify-between gap-3 text-text-2">
          <dt>{label}</dt>
          <dd className="tabular-nums">{amount}</dd>
        </div>
      ))}
      <div className="flex justify-between gap-3 text-base font-semibold">
        <dt>
          {t("booking-admin.price")}
          <WhyAmount name={t("booking-admin.price")} why={price.why} />
        </dt>
        <dd className="tabular-nums">{inWords(quote.total, locale)}</dd>
      </div>
    </dl>
  );
}
