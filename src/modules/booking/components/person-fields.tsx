import { useText } from "#src/locales/use-text.ts";
import { NameFields, PhoneField } from "#src/modules/booking/components/contact-fields.tsx";
import { EmailCodeField } from "#src/modules/booking/components/email-code-field.tsx";
import type { Details } from "#src/modules/booking/rules/details-form.ts";
import { EmailInput } from "#src/ui/email-input.tsx";
import { Field } from "#src/ui/field.tsx";
import { OneName } from "#src/ui/one-name.tsx";
import { Quantity } from "#src/ui/quantity.tsx";
import { Select } from "#src/ui/select.tsx";
import { TextArea } from "#src/ui/text-area.tsx";
import { TextInput } from "#src/ui/text-input.tsx";

type PersonFieldsProps = {
  details: Details;
  countries: { value: string; label: string }[];
  people: number;
  left: number;
  errorOf: (id: string) => string | undefined;
  onPeople: (people: number) => void;
};

/** Fields for the guest and the party (spec section 3, customer information). */
export function PersonFields({ details, countries, people, left, errorOf, onPeople }: PersonFieldsProps) {
  const { t } = useText();
  const error = (id: string) => {
    const text = errorOf(id);
    return text ? { error: text } : {};
  };
  return (
    <div className="grid gap-5">
      <NameFields first_name={details.first_name} last_name={details.last_name} errorOf={error} />
      <OneName isChosen={details.one_name} />
      <Field id="email" label={t("booking-checkout.email")} hint={t("booking-checkout.emailHint")} {...error("email")}>
        {(control) => <EmailInput {...control} name="email" required defaultValue={details.email} />}
      </Field>
      {details.email_code !== null && (
        <EmailCodeField error={errorOf("email_code")} email={details.email} code={details.email_code} />
      )}
      <PhoneField phone={details.phone} hint={t("booking-checkout.phoneHint")} errorOf={error} />
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
      <Field id="country" label={t("booking-checkout.country")} {...error("country")}>
        {(control) => (
          <Select {...control} name="country" autoComplete="country" required defaultValue={details.country}>
            <option value="">{t("booking-checkout.countryChoose")}</option>
            {countries.map(({ value, label }) => (
              <option key={value} value={value}>
                {label || t("booking-checkout.countryOther")}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {Array.from({ length: people - 1 }, (_, index) => (
        <Field
          key={index}
          id={`additional_names-${index}`}
          label={t("booking-checkout.otherName", { of: people - 1, n: index + 2 })}
          optional={t("booking-checkout.optional")}
          {...error(`additional_names-${index}`)}
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
      <Field
        id="special_requests"
        label={t("booking-checkout.requests")}
        optional={t("booking-checkout.optional")}
        hint={t("booking-checkout.requestsHint")}
        {...error("special_requests")}
      >
        {(control) => <TextArea {...control} name="special_requests" defaultValue={details.special_requests} />}
      </Field>
    </div>
  );
}
