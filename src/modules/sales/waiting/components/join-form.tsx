import { Form, Link, useNavigation } from "react-router";
import { clockTime, longDate } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import type { FieldError } from "#src/locales/field-errors.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import type { Values } from "#src/locales/message.ts";
import { useText } from "#src/locales/use-text.ts";
import { crawlInCity } from "#src/modules/site/catalog/rules/crawl-name.ts";
import { type FormValues, TRAP } from "#src/modules/sales/waiting/rules/join-form.ts";
import { Button, LINK } from "#src/ui/button.tsx";
import { EmailInput } from "#src/ui/email-input.tsx";
import { ErrorSummary } from "#src/ui/error-summary.tsx";
import { Field, FieldErrorText } from "#src/ui/field.tsx";
import { Check, ChevronDown } from "#src/ui/lucide/icons.ts";
import { Notice } from "#src/ui/notice.tsx";
import { Flag } from "#src/ui/papel-picado.tsx";
import { Select } from "#src/ui/select.tsx";
import { TextInput } from "#src/ui/text-input.tsx";
import { Trap } from "#src/ui/trap.tsx";
import { useFieldErrors } from "#src/ui/use-field-errors.ts";

type FullNight = { id: string; date: string; start_time: string; crawl: string | null };

type JoinFormProps = {
  found: { title: string; city: string; nights: readonly FullNight[] };
  formValues: FormValues;
  fieldErrors: readonly FieldError[];
  formError: MessageId | null;
  /** what the form error says */
  values: Values | undefined;
  at: number;
  maxPeople: number;
  minutes: number;
};

/** Nights, how many, and who: works without JavaScript, and keeps what was entered. */
export function JoinForm(props: JoinFormProps) {
  const { found, formValues, fieldErrors, formError, values, at, maxPeople, minutes } = props;
  const { t } = useText();
  const sending = useNavigation().formMethod === "POST";
  const { errors, errorOf } = useFieldErrors(fieldErrors);
  return (
    <div className="grid items-start gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
      <div>
        <h1 className="text-h1">{t("waiting.title")}</h1>
        <p className="mt-3 font-semibold">{crawlInCity(found.title, found.city)}</p>
        <p className="mt-3 mb-8 max-w-[38rem] text-lead text-text-2">{t("waiting.lead")}</p>
        <Form method="post" noValidate className="grid max-w-[34rem] gap-6">
          <Trap name={TRAP} label={t("waiting.trap")} />
          {formError && <Notice key={at} tone="bad" live title={t(formError, { max: 0, left: 0, ...values })} />}
          <ErrorSummary
            key={`summary ${at}`}
            title={t("errors.summary", { count: fieldErrors.length })}
            errors={errors}
          />
          <Nights nights={found.nights} chosen={formValues.nights} error={errorOf("departure_ids").error} />
          <Field id="people" label={t("waiting.people")} {...errorOf("people")}>
            {(control) => (
              <Select {...control} name="people" defaultValue={formValues.people}>
                {Array.from({ length: maxPeople }, (_, n) => (
                  <option key={n} value={n + 1}>
                    {t("waiting.peopleOption", { count: n + 1 })}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field id="first_name" label={t("waiting.firstName")} {...errorOf("first_name")}>
            {(control) => (
              <TextInput
                {...control}
                name="first_name"
                autoComplete="given-name"
                required
                defaultValue={formValues.first_name}
                maxLength={80}
              />
            )}
          </Field>
          <Field id="email" label={t("waiting.email")} hint={t("waiting.emailHint")} {...errorOf("email")}>
            {(control) => (
              <EmailInput {...control} name="email" required defaultValue={formValues.email} maxLength={254} />
            )}
          </Field>
          <Button type="submit" busy={sending} className="sm:justify-self-start">
            {t(sending ? "waiting.joining" : "waiting.join")}
          </Button>
          <Small minutes={minutes} />
        </Form>
      </div>
      <Flag motif="calavera" className="hidden w-40 justify-self-center text-brand lg:block" />
    </div>
  );
}

function Nights({
  nights,
  chosen,
  error,
}: {
  nights: readonly FullNight[];
  chosen: readonly string[];
  error: string | undefined;
}) {
  const { t } = useText();
  // those it was opened for come first; the rest is long, and few want it
  const [first, others] = [
    nights.filter(({ id }) => chosen.includes(id)),
    nights.filter(({ id }) => !chosen.includes(id)),
  ];
  const rows = first.length > 0 && !error ? first : nights;
  return (
    <fieldset id="departure_ids" tabIndex={-1} aria-describedby={error ? "departure_ids-error" : "departure_ids-hint"}>
      <legend className="mb-1.5 font-semibold">{t("waiting.nights")}</legend>
      <p id="departure_ids-hint" className="mb-3 text-small text-text-2">
        {t("waiting.nightsHint")}
      </p>
      <NightChoice nights={rows} chosen={chosen} />
      {rows !== nights && others.length > 0 && (
        <details className="group mt-2">
          <summary className="flex min-h-11 cursor-pointer items-center gap-2 font-semibold [&::-webkit-details-marker]:hidden">
            {t("waiting.otherNights", { count: others.length })}
            <ChevronDown aria-hidden size={20} className="ml-auto shrink-0 text-text-2 group-open:rotate-180" />
          </summary>
          <div className="pt-2">
            <NightChoice nights={others} chosen={chosen} />
          </div>
        </details>
      )}
      {error && <FieldErrorText id="departure_ids-error">{error}</FieldErrorText>}
    </fieldset>
  );
}

function NightChoice({ nights, chosen }: { nights: readonly FullNight[]; chosen: readonly string[] }) {
  const { locale } = useText();
  return (
    <ul className="grid gap-2">
      {nights.map(({ id, date, start_time: time, crawl }) => (
        <li key={id}>
          <label className="flex min-h-14 cursor-pointer items-center gap-3.5 rounded-md bg-surface px-3.5 py-2 inset-ring-[1.5px] inset-ring-border-strong has-checked:inset-ring-[2.5px] has-checked:inset-ring-agave has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
            <span className="relative grid size-6.5 shrink-0 place-items-center">
              <input
                type="checkbox"
                name="night"
                value={id}
                defaultChecked={chosen.includes(id)}
                className="peer size-full appearance-none rounded-sm bg-surface inset-ring-2 inset-ring-border-strong outline-none checked:bg-agave checked:inset-ring-0"
              />
              <Check
                aria-hidden
                size={18}
                strokeWidth={3}
                className="pointer-events-none invisible absolute text-on-agave peer-checked:visible"
              />
            </span>
            <span className="min-w-0 leading-tight">
              <span className="block font-semibold">{longDate(date, locale)}</span>
              <span className="text-small text-text-2">
                {clockTime(time, locale)}
                {crawl && ` · ${crawl}`}
              </span>
            </span>
          </label>
        </li>
      ))}
    </ul>
  );
}

function Small({ minutes }: { minutes: number }) {
  const { t, locale } = useText();
  return (
    <div className="grid gap-2 text-small text-text-2">
      <p>{t("waiting.how", { minutes })}</p>
      <p>
        {t("waiting.terms")}{" "}
        <Link to={localizedPath("/terms", locale)} className={LINK}>
          {t("waiting.termsLink")}
        </Link>
        {" · "}
        <Link to={localizedPath("/privacy", locale)} className={LINK}>
          {t("waiting.privacyLink")}
        </Link>
      </p>
    </div>
  );
}
