import type { ReactNode } from "react";
import { Form, Link, useNavigation } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import { crawlInCity } from "#src/modules/site/catalog/rules/crawl-name.ts";
import { CardPicture } from "#src/modules/sales/gift-cards/components/card-picture.tsx";
import { type FormValues, TRAP } from "#src/modules/sales/gift-cards/rules/order-form.ts";
import type { Route } from "#routes/public/+types/gift-cards.ts";
import { Button, LINK } from "#src/ui/button.tsx";
import { EmailInput } from "#src/ui/email-input.tsx";
import { ErrorSummary } from "#src/ui/error-summary.tsx";
import { Field, FieldErrorText } from "#src/ui/field.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { PageHead } from "#src/ui/page-head.tsx";
import { Select } from "#src/ui/select.tsx";
import { TextArea } from "#src/ui/text-area.tsx";
import { TextInput } from "#src/ui/text-input.tsx";
import { Trap } from "#src/ui/trap.tsx";
import { useFieldErrors } from "#src/ui/use-field-errors.ts";

type Offer = NonNullable<Route.ComponentProps["loaderData"]["offer"]>;

/** Where a gift card is ordered: what it is worth, for whom, when, and from whom. Works without JavaScript. */
export default function GiftCards({ loaderData, actionData }: Route.ComponentProps) {
  const { t, locale } = useText();
  const { offer } = loaderData;
  return (
    <main id="main" tabIndex={-1} className="wrap pt-10 pb-16 md:pt-14 md:pb-24">
      <PageHead title={t("gift-cards.pageTitle")} description={t("gift-cards.description")} index={offer !== null} />
      <div className="grid items-start gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div>
          <h1 className="text-h1">{t("gift-cards.title")}</h1>
          <p className="mt-3 max-w-[38rem] text-lead text-text-2">
            {t(offer ? "gift-cards.lead" : "gift-cards.notOffered")}
          </p>
          <p className="mt-2 mb-8">
            <Link
              to={localizedPath("/gift-cards/balance", locale)}
              className={`${LINK} inline-flex min-h-11 items-center`}
            >
              {t("gift-cards.toBalance")}
            </Link>
          </p>
          {offer && <Order offer={offer} answer={actionData} />}
        </div>
        <CardPicture className="max-lg:order-first lg:sticky lg:top-8" />
      </div>
    </main>
  );
}

function Order({ offer, answer }: { offer: Offer; answer: Route.ComponentProps["actionData"] }) {
  const { t, locale } = useText();
  const sending = useNavigation().formMethod === "POST";
  const fieldErrors = answer?.fieldErrors ?? [];
  const { errors, errorOf } = useFieldErrors(fieldErrors);
  const formValues: FormValues = answer?.formValues ?? offer.start;
  const values = answer?.values ?? {};
  return (
    <Form method="post" noValidate className="grid max-w-[34rem] gap-6">
      <Trap name={TRAP} label={t("gift-cards.trap")} />
      <input type="hidden" name="key" value={formValues.key || offer.start.key} />
      {answer?.formError && (
        <Notice key={answer.at} tone="bad" live title={t(answer.formError, { least: "", most: "", ...values })} />
      )}
      <ErrorSummary
        key={`summary ${answer?.at ?? 0}`}
        title={t("errors.summary", { count: fieldErrors.length })}
        errors={errors}
      />
      <Worth offer={offer} formValues={formValues} errorOf={errorOf} />
      <h2 className="mt-2 text-h3">{t("gift-cards.forWhom")}</h2>
      <Field id="receiver_name" label={t("gift-cards.receiverName")} {...errorOf("receiver_name")}>
        {(control) => (
          <TextInput
            {...control}
            name="receiver_name"
            required
            defaultValue={formValues.receiver_name}
            maxLength={80}
          />
        )}
      </Field>
      <Field
        id="receiver_email"
        label={t("gift-cards.receiverEmail")}
        hint={t("gift-cards.receiverEmailHint")}
        {...errorOf("receiver_email")}
      >
        {(control) => (
          <EmailInput
            {...control}
            name="receiver_email"
            required
            defaultValue={formValues.receiver_email}
            maxLength={254}
          />
        )}
      </Field>
      <Field id="send_on" label={t("gift-cards.sendOn")} hint={t("gift-cards.sendOnHint")} {...errorOf("send_on")}>
        {(control) => (
          <TextInput
            {...control}
            type="date"
            name="send_on"
            min={offer.firstDay}
            max={offer.lastDay}
            defaultValue={formValues.send_on}
            className="max-w-56"
          />
        )}
      </Field>
      <Field
        id="message"
        label={t("gift-cards.message")}
        optional={t("gift-cards.optional")}
        hint={t("gift-cards.messageHint")}
        {...errorOf("message")}
      >
        {(control) => <TextArea {...control} name="message" defaultValue={formValues.message} maxLength={400} />}
      </Field>
      <h2 className="mt-2 text-h3">{t("gift-cards.fromWhom")}</h2>
      <Field id="buyer_name" label={t("gift-cards.buyerName")} {...errorOf("buyer_name")}>
        {(control) => (
          <TextInput
            {...control}
            name="buyer_name"
            autoComplete="name"
            required
            defaultValue={formValues.buyer_name}
            maxLength={80}
          />
        )}
      </Field>
      <Field
        id="buyer_email"
        label={t("gift-cards.buyerEmail")}
        hint={t("gift-cards.buyerEmailHint")}
        {...errorOf("buyer_email")}
      >
        {(control) => (
          <EmailInput {...control} name="buyer_email" required defaultValue={formValues.buyer_email} maxLength={254} />
        )}
      </Field>
      <Button type="submit" busy={sending} className="sm:justify-self-start">
        {t("gift-cards.continue")}
      </Button>
      <ul className="grid list-disc gap-1.5 pl-5 text-small text-text-2">
        <li>{t("gift-cards.rule.parts")}</li>
        <li>{offer.months === 0 ? t("gift-cards.rule.noEnd") : t("gift-cards.rule.end", { months: offer.months })}</li>
        {offer.refundDays > 0 && <li>{t("gift-cards.rule.return", { days: offer.refundDays })}</li>}
        <li>
          {t("gift-cards.rule.terms")}{" "}
          <Link to={localizedPath("/terms", locale)} className={LINK}>
            {t("waiting.termsLink")}
          </Link>
          {" · "}
          <Link to={localizedPath("/privacy", locale)} className={LINK}>
            {t("waiting.privacyLink")}
          </Link>
        </li>
      </ul>
    </Form>
  );
}

type WorthProps = {
  offer: Offer;
  formValues: FormValues;
  errorOf: ReturnType<typeof useFieldErrors>["errorOf"];
};

/** The listed amounts, one of one's own, or a night: one choice, whose further fields open below it. */
function Worth({ offer, formValues, errorOf }: WorthProps) {
  const { t, locale } = useText();
  const { error } = errorOf("worth");
  const chosen = formValues.worth === "listed" ? `listed:${formValues.listed}` : formValues.worth;
  const limits = {
    least: formatMoney({ amount: offer.least * 100, currency: "MXN" }, locale),
    most: formatMoney({ amount: offer.most * 100, currency: "MXN" }, locale),
  };
  return (
    <fieldset id="worth" tabIndex={-1} aria-describedby={error ? "worth-error" : undefined} className="group/worth">
      <legend className="display mb-3 text-h3">{t("gift-cards.worth")}</legend>
      {offer.amounts.length > 0 && (
        <div className="mb-2 grid grid-cols-2 gap-2 max-sm:*:last:odd:col-span-2 sm:grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))]">
          {offer.amounts.map((pesos) => (
            <Choice key={pesos} value={`listed:${pesos}`} isChosen={chosen === `listed:${pesos}`}>
              <span className="text-[1.15rem] font-bold tabular-nums">
                {formatMoney({ amount: pesos * 100, currency: "MXN" }, locale)}
              </span>
            </Choice>
          ))}
        </div>
      )}
      <div className="grid gap-2">
        <Choice value="own" isChosen={chosen === "own"}>
          <span className="font-semibold">{t("gift-cards.own")}</span>
        </Choice>
        {offer.nights.length > 0 && (
          <Choice value="night" isChosen={chosen === "night"}>
            <span className="font-semibold">{t("gift-cards.night")}</span>
          </Choice>
        )}
        <div className="pt-2 pb-2 group-not-has-[[value=own]:checked]/worth:hidden">
          <Field id="own" label={t("gift-cards.amount")} hint={t("gift-cards.amountHint", limits)} {...errorOf("own")}>
            {(control) => (
              <TextInput {...control} name="own" inputMode="decimal" defaultValue={formValues.own} maxLength={12} />
            )}
          </Field>
        </div>
        {offer.nights.length > 0 && (
          <div className="grid gap-4 pt-2 pb-2 group-not-has-[[value=night]:checked]/worth:hidden">
            <Field id="crawl" label={t("gift-cards.crawl")} hint={t("gift-cards.nightHint")} {...errorOf("crawl")}>
              {(control) => (
                <Select {...control} name="crawl" defaultValue={formValues.crawl}>
                  {offer.nights.map(({ id, title, city, price }) => (
                    <option key={id} value={id}>
                      {t("gift-cards.nightOption", {
                        crawl: crawlInCity(title, city),
                        price: formatMoney(price, locale),
                      })}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            <Field id="people" label={t("gift-cards.people")} {...errorOf("people")}>
              {(control) => (
                <Select {...control} name="people" defaultValue={formValues.people} className="max-w-40">
                  {Array.from({ length: offer.maxPeople }, (_, n) => (
                    <option key={n} value={n + 1}>
                      {t("waiting.peopleOption", { count: n + 1 })}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          </div>
        )}
        <Field
          id="currency"
          label={t("gift-cards.currency")}
          hint={t("gift-cards.currencyHint")}
          className="group-not-has-[[value=night]:checked,[value=own]:checked]/worth:hidden"
          {...errorOf("currency")}
        >
          {(control) => (
            <Select {...control} name="currency" defaultValue={formValues.currency} className="max-w-40">
              {offer.currencies.map((currency) => (
                <option key={currency}>{currency}</option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      {error && <FieldErrorText id="worth-error">{error}</FieldErrorText>}
    </fieldset>
  );
}

function Choice({ value, isChosen, children }: { value: string; isChosen: boolean; children: ReactNode }) {
  return (
    <label className="flex min-h-13 cursor-pointer items-center gap-3 rounded-md bg-surface px-3.5 py-2 inset-ring-[1.5px] inset-ring-border-strong has-checked:bg-brand-tint has-checked:inset-ring-2 has-checked:inset-ring-brand-text has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-focus">
      <input
        type="radio"
        name="worth"
        value={value}
        defaultChecked={isChosen}
        className="size-5 shrink-0 accent-brand focus-visible:outline-none"
      />
      {children}
    </label>
  );
}
