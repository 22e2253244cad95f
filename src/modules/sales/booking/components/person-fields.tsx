import { type FocusEvent, useRef } from "react";
import { useText } from "#src/locales/use-text.ts";
import { NameFields, PhoneField } from "#src/modules/sales/booking/components/contact-fields.tsx";
import { EmailCodeField } from "#src/modules/sales/booking/components/email-code-field.tsx";
import { Fold } from "#src/modules/sales/booking/components/fold.tsx";
import type { Details } from "#src/modules/sales/booking/rules/details-form.ts";
import { callingCode, countryOfPhone, withCallingCode } from "#src/modules/sales/booking/rules/phone-country.ts";
import { LINK } from "#src/ui/button.tsx";
import { EmailInput } from "#src/ui/email-input.tsx";
import { Field } from "#src/ui/field.tsx";
import { OneName } from "#src/ui/one-name.tsx";
import { Quantity } from "#src/ui/quantity.tsx";
import { Select } from "#src/ui/select.tsx";
import { TextArea } from "#src/ui/text-area.tsx";
import { TextInput } from "#src/ui/text-input.tsx";

type PersonFieldsProps = {
  details: Details;
  /** We know who books: their account or this browser has said it before. */
  isFilled: boolean;
  countries: { value: string; label: string }[];
  people: number;
  left: number;
  errorOf: (id: string) => string | undefined;
  onPeople: (people: number) => void;
};

const OF_GUEST = ["first_name", "last_name", "email", "phone", "country"];

/** Fields for the guest and the party (spec section 3, customer information). */
export function PersonFields({ details, isFilled, countries, people, left, errorOf, onPeople }: PersonFieldsProps) {
  const { t } = useText();
  const error = (id: string) => {
    const text = errorOf(id);
    return text ? { error: text } : {};
  };
  const { first_name, last_name, email } = details;
  const guest = <GuestFields details={details} countries={countries} error={error} />;
  const others = Array.from({ length: people - 1 }, (_, index) => `additional_names-${index}`);
  const optional = <span className="font-normal text-text-2">{t("booking-checkout.optional")}</span>;
  return (
    <div className="grid gap-5">
      {isFilled ? (
        <Fold
          isPlain
          open={OF_GUEST.some((id) => errorOf(id) !== undefined)}
          summary={
            <span className="flex min-w-0 flex-wrap items-baseline gap-x-3">
              <span className="min-w-0 wrap-anywhere">
                {[first_name, last_name].join(" ").trim()} · <span className="font-normal">{email}</span>
              </span>
              <span className={LINK}>{t("booking-checkout.change")}</span>
            </span>
          }
        >
          {guest}
        </Fold>
      ) : (
        guest
      )}
      {details.email_code !== null && (
        <EmailCodeField error={errorOf("email_code")} email={details.email} code={details.email_code} />
      )}
      <Field
        id="number_of_people"
        label={t("booking-checkout.people")}
        hint={t("booking-checkout.peopleHint", { left })}
        {...error("number_of_people")}
      >
        {(control) => (
          <Quantity
            {...control}
            name="number_of_people"
            min={1}
            max={left}
            value={people}
            onValue={onPeople}
            labels={{ fewer: t("booking-checkout.fewer"), more: t("booking-checkout.more") }}
          />
        )}
      </Field>
      <div className="grid max-w-[34rem] gap-1 border-y border-border py-1 *:[details]:open:pb-4">
        {others.length > 0 && (
          <Fold
            open={others.some((id, index) => errorOf(id) !== undefined || Boolean(details.additional_names[index]))}
            summary={
              <span>
                {t("booking-checkout.otherNames", { of: people - 1 })} {optional}
              </span>
            }
          >
            {others.map((id, index) => (
              <Field
                key={id}
                id={id}
                label={t("booking-checkout.otherName", { of: people - 1, n: index + 2 })}
                {...error(id)}
              >
                {(control) => (
                  <TextInput
                    {...control}
                    name="additional_names"
                    autoComplete="off"
                    defaultValue={details.additional_names[index]}
                  />
                )}
              </Field>
            ))}
          </Fold>
        )}
        <Fold
          open={errorOf("special_requests") !== undefined || details.special_requests !== ""}
          summary={
            <span>
              {t("booking-checkout.requests")} {optional}
            </span>
          }
        >
          <Field
            id="special_requests"
            label={<span className="sr-only">{t("booking-checkout.requests")}</span>}
            hint={t("booking-checkout.requestsHint")}
            {...error("special_requests")}
          >
            {(control) => <TextArea {...control} name="special_requests" defaultValue={details.special_requests} />}
          </Field>
        </Fold>
      </div>
    </div>
  );
}

type GuestFieldsProps = Pick<PersonFieldsProps, "details" | "countries"> & {
  error: (id: string) => { error?: string };
};

/** Who books, how they are reached and where they are from. */
function GuestFields({ details, countries, error }: GuestFieldsProps) {
  const { t } = useText();
  const country = useRef<HTMLSelectElement | null>(null);
  const phone = usePhoneCountry(country);
  return (
    <>
      <NameFields first_name={details.first_name} last_name={details.last_name} errorOf={error} />
      <OneName isChosen={details.one_name} />
      <Field id="email" label={t("booking-checkout.email")} hint={t("booking-checkout.emailHint")} {...error("email")}>
        {(control) => <EmailInput {...control} name="email" required defaultValue={details.email} />}
      </Field>
      <PhoneField
        phone={details.phone}
        hint={t("booking-checkout.phoneHint")}
        errorOf={error}
        onFocus={phone.onFocus}
        onBlur={phone.onBlur}
      />
      <Field id="country" label={t("booking-checkout.country")} {...error("country")}>
        {(control) => (
          <Select
            {...control}
            ref={country}
            name="country"
            autoComplete="country"
            required
            defaultValue={details.country}
            onChange={phone.onCountry}
          >
            <option value="">{t("booking-checkout.countryChoose")}</option>
            {countries.map(({ value, label }) => (
              <option key={value} value={value}>
                {label || t("booking-checkout.countryOther")}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </>
  );
}

/**
 * Phone and country say something of each other: a number with its country's code chooses that country, unless the guest has chosen
 * one; one without gets the country's code, which the guest sees and may change.
 */
function usePhoneCountry(country: React.RefObject<HTMLSelectElement | null>) {
  const before = useRef("");
  const isChosen = useRef(false);
  return {
    onFocus: ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
      before.current = currentTarget.value;
    },
    onBlur: ({ currentTarget: input }: FocusEvent<HTMLInputElement>) => {
      const select = country.current;
      if (!select || input.value === before.current) return;
      const own = countryOfPhone(input.value);
      if (own === null) set(input, withCallingCode(input.value, select.value));
      else if (!isChosen.current && callingCode(own) !== callingCode(select.value)) set(select, own);
    },
    onCountry: () => {
      isChosen.current = true;
    },
  };
}

/** As if typed, so that a kept draft has it and an error leaves. */
function set(control: HTMLInputElement | HTMLSelectElement, value: string) {
  if (control.value === value) return;
  control.value = value;
  control.dispatchEvent(new Event("input", { bubbles: true }));
}
