import type { ComponentProps } from "react";
import { dateInSentence } from "#src/kernel/local-time.ts";
import { CURRENCIES, formatMoney } from "#src/kernel/money.ts";
import type { Text } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import { PlaceOptions } from "#src/modules/sales/price-rules/admin/place-options.tsx";
import { type ExampleBasis, exampleOf } from "#src/modules/sales/price-rules/rules/example.ts";
import { nameOfPlace, type Places } from "#src/modules/sales/price-rules/rules/place.ts";
import type { RuleAnswer } from "#src/modules/sales/price-rules/rules/refusals.ts";
import {
  type Field,
  fieldErrorsOf,
  FIELDS,
  type RuleFormValues,
  ruleOfForm,
  WEEKDAYS,
} from "#src/modules/sales/price-rules/rules/rule-form.ts";
import { weekdayName } from "#src/modules/sales/price-rules/rules/said-rule.ts";
import { AdminChoice } from "#src/ui/admin/choice.tsx";
import { Conflict } from "#src/ui/admin/conflict.tsx";
import { AdminField, AdminInput, AdminSelect, FieldErrorSummary } from "#src/ui/admin/field.tsx";
import { AdminSwitch } from "#src/ui/admin/switch.tsx";

/** A partner for whose guests a rule may be. */
export type RulePartner = { id: string; name: string; is_active: boolean };

type RuleFormProps = {
  /** The stored values, or a new rule's defaults. */
  stored: RuleFormValues;
  formValues: RuleFormValues;
  onType: (field: Field, value: string | boolean) => void;
  version: number;
  answer: RuleAnswer | null;
  isNew: boolean;
  /** where it may apply */
  places: Places;
  partners: readonly RulePartner[];
  basis: ExampleBasis;
  mayChange: boolean;
  onTakeTheirs: () => void;
};

type TextField = Exclude<
  Field,
  "with_codes" | "is_active" | "effect" | "weekdays" | "place" | "partner_id" | "currency"
>;
type More = Omit<ComponentProps<typeof AdminInput>, "name" | "value"> & { help?: string; isRequired?: boolean };

/** A rule's fields, with an example of what it does to a booking. */
export function RuleForm(props: RuleFormProps) {
  const { stored, formValues, onType, version, answer, isNew, places, partners, basis, mayChange, onTakeTheirs } =
    props;
  const { t, locale } = useText();
  const errors = (answer?.fieldErrors ?? []).map(({ id, message }) => ({ id: `rule-${id}`, message: t(message) }));
  const errorOf = (name: Field) => {
    const error = errors.find(({ id }) => id === `rule-${name}`)?.message;
    return error ? { error } : {};
  };
  const isChanged = (name: Field) => !isNew && formValues[name] !== stored[name];
  const isFixed = formValues.effect === "amount";
  const field = (name: TextField, { help, isRequired = false, ...control }: More = {}) => (
    <AdminField
      id={`rule-${name}`}
      label={labelOf(name, t)}
      changed={isChanged(name)}
      {...(isRequired ? {} : { optional: t("admin.optional") })}
      {...(help ? { help } : {})}
      {...errorOf(name)}
    >
      {(aria) => (
        <AdminInput
          {...aria}
          {...control}
          name={name}
          value={formValues[name]}
          onChange={(event) => onType(name, event.target.value)}
          disabled={!mayChange}
          autoComplete="off"
        />
      )}
    </AdminField>
  );
  const toggle = (name: "with_codes" | "is_active", help: string) => (
    <label htmlFor={`rule-${name}`} className="flex min-h-(--ctl) items-start gap-2.5 sm:col-span-2">
      <AdminSwitch
        id={`rule-${name}`}
        name={name}
        checked={formValues[name]}
        onChange={(event) => onType(name, event.target.checked)}
        disabled={!mayChange}
      />
      <span className="grid">
        <span className="font-semibold">{labelOf(name, t)}</span>
        <span className="text-fine text-text-3">{help}</span>
      </span>
    </label>
  );
  return (
    <>
      <FieldErrorSummary key={answer?.at} title={t("admin.errors", { count: errors.length })} errors={errors} />
      {answer?.current && (
        <Met
          theirs={answer.current}
          formValues={formValues}
          places={places}
          partners={partners}
          onTakeTheirs={onTakeTheirs}
        />
      )}
      {/* saving after seeing the conflict overwrites the other user's version */}
      <input type="hidden" name="version" value={answer?.version ?? version} />
      <div className="grid gap-3.5 sm:grid-cols-2">
        {field("name", { isRequired: true, maxLength: 60 })}
        {field("name_es", { isRequired: true, maxLength: 60, lang: "es" })}
        <div className="sm:col-span-2">
          <AdminChoice
            id="rule-effect"
            name="effect"
            label={t("price-rules.off")}
            value={formValues.effect}
            options={[
              { value: "percent", label: t("price-rules.effect.percent") },
              { value: "amount", label: t("price-rules.effect.amount") },
            ]}
            onChange={(value) => onType("effect", value)}
            error={errorOf("effect").error}
            disabled={!mayChange}
          />
        </div>
        {field("value", {
          isRequired: true,
          inputMode: "decimal",
          unit: isFixed ? formValues.currency || undefined : "%",
          help: t("price-rules.valueHelp"),
        })}
        {isFixed ? (
          <AdminField
            id="rule-currency"
            label={t("price-rules.currency")}
            help={t("price-rules.currencyHelp")}
            changed={isChanged("currency")}
            {...errorOf("currency")}
          >
            {(aria) => (
              <AdminSelect
                {...aria}
                name="currency"
                value={formValues.currency}
                onChange={(event) => onType("currency", event.target.value)}
                disabled={!mayChange}
              >
                <option value="">{t("price-rules.currencyChoose")}</option>
                {CURRENCIES.map((currency) => (
                  <option key={currency}>{currency}</option>
                ))}
              </AdminSelect>
            )}
          </AdminField>
        ) : (
          <input type="hidden" name="currency" value={formValues.currency} />
        )}
        <AdminField
          id="rule-place"
          label={t("price-rules.place")}
          changed={isChanged("place")}
          className="sm:col-span-2"
          {...errorOf("place")}
        >
          {(aria) => (
            <AdminSelect
              {...aria}
              name="place"
              value={formValues.place}
              onChange={(event) => onType("place", event.target.value)}
              disabled={!mayChange}
            >
              <PlaceOptions places={places} chosen={formValues.place} />
            </AdminSelect>
          )}
        </AdminField>
        {field("people_from", { inputMode: "numeric" })}
        {field("people_to", { inputMode: "numeric" })}
        {field("days_from", { inputMode: "numeric", help: t("price-rules.daysFromHelp") })}
        {field("days_to", { inputMode: "numeric", help: t("price-rules.daysToHelp") })}
        {field("date_from", { type: "date" })}
        {field("date_to", { type: "date" })}
        <fieldset className="sm:col-span-2">
          <legend id="rule-weekdays" tabIndex={-1} className="mb-1 font-semibold">
            {t("price-rules.weekdays")} <span className="font-normal text-text-3">{t("admin.optional")}</span>
          </legend>
          <div className="flex flex-wrap gap-x-4 gap-y-1">
            {WEEKDAYS.map((day) => (
              <label key={day} className="flex min-h-(--ctl) items-center gap-1.5">
                <input
                  type="checkbox"
                  name="weekdays"
                  value={day}
                  checked={formValues.weekdays.includes(String(day))}
                  onChange={({ target }) =>
                    onType(
                      "weekdays",
                      WEEKDAYS.filter((one) =>
                        one === day ? target.checked : formValues.weekdays.includes(String(one)),
                      ).join(""),
                    )
                  }
                  disabled={!mayChange}
                  className="size-4.5 accent-brand"
                />
                {weekdayName(day, locale, "long")}
              </label>
            ))}
          </div>
        </fieldset>
        {field("places_left", { inputMode: "numeric", help: t("price-rules.placesLeftHelp") })}
        {field("position", { inputMode: "numeric", help: t("price-rules.positionHelp") })}
        {(partners.length > 0 || formValues.partner_id !== "") && (
          <AdminField
            id="rule-partner_id"
            label={t("price-rules.partner")}
            help={t("price-rules.partnerHelp")}
            changed={isChanged("partner_id")}
            className="sm:col-span-2"
            {...errorOf("partner_id")}
          >
            {(aria) => (
              <AdminSelect
                {...aria}
                name="partner_id"
                value={formValues.partner_id}
                onChange={(event) => onType("partner_id", event.target.value)}
                disabled={!mayChange}
              >
                <option value="">{t("price-rules.partnerAll")}</option>
                {partners.map(({ id, name, is_active: isActive }) => (
                  <option key={id} value={id}>
                    {isActive ? name : t("price-rules.partnerOff", { name })}
                  </option>
                ))}
              </AdminSelect>
            )}
          </AdminField>
        )}
        {field("nights_from", { inputMode: "numeric", help: t("price-rules.nightsFromHelp") })}
        {field("nights_days", { inputMode: "numeric", help: t("price-rules.nightsDaysHelp") })}
        {toggle("with_codes", t("price-rules.withCodesHelp"))}
        {toggle("is_active", t("price-rules.activeHelp"))}
      </div>
      <Example formValues={formValues} basis={basis} />
      <p className="mt-3 text-fine text-text-3">{t("price-rules.stacking")}</p>
    </>
  );
}

/** What a booking made today would pay. Names in the form may be missing yet. */
function Example({ formValues, basis }: { formValues: RuleFormValues; basis: ExampleBasis }) {
  const { t, locale } = useText();
  const wrong = fieldErrorsOf(formValues).filter(([field]) => field !== "name" && field !== "name_es");
  const example = wrong.length > 0 ? null : exampleOf(ruleOfForm(formValues), basis);
  const text =
    wrong.length > 0
      ? t("price-rules.example.incomplete")
      : example === null
        ? t("price-rules.example.none")
        : t("price-rules.example.text", {
            people: example.people,
            crawl: example.crawl,
            date: dateInSentence(example.date, locale),
            pays: formatMoney(example.pays, locale),
            instead: formatMoney(example.instead, locale),
          });
  const left = formValues.places_left;
  return (
    <section aria-label={t("price-rules.example")} className="mt-4 rounded-md bg-surface-2 px-3.5 py-3">
      <h3 className="font-semibold">{t("price-rules.example")}</h3>
      <p aria-live="polite">
        {text}
        {example !== null && left !== "" && ` ${t("price-rules.example.placesLeft", { places: Number(left) })}`}
      </p>
    </section>
  );
}

function labelOf(field: Field, t: Text): string {
  const labels: Record<Field, string> = {
    name: t("price-rules.nameEn"),
    name_es: t("price-rules.nameEs"),
    effect: t("price-rules.off"),
    value: t("price-rules.value"),
    currency: t("price-rules.currency"),
    people_from: t("price-rules.peopleFrom"),
    people_to: t("price-rules.peopleTo"),
    days_from: t("price-rules.daysFrom"),
    days_to: t("price-rules.daysTo"),
    weekdays: t("price-rules.weekdays"),
    date_from: t("price-rules.dateFrom"),
    date_to: t("price-rules.dateTo"),
    places_left: t("price-rules.placesLeft"),
    partner_id: t("price-rules.partner"),
    nights_from: t("price-rules.nightsFrom"),
    nights_days: t("price-rules.nightsDays"),
    place: t("price-rules.place"),
    position: t("price-rules.position"),
    with_codes: t("price-rules.withCodes"),
    is_active: t("price-rules.active"),
  };
  return labels[field];
}

type MetProps = Pick<RuleFormProps, "formValues" | "places" | "partners" | "onTakeTheirs"> & { theirs: RuleFormValues };

/** Conflict with another user's save: field by field, their value and the one entered here. */
function Met({ theirs, formValues, places, partners, onTakeTheirs }: MetProps) {
  const { t, locale } = useText();
  const inWords = (field: Field, value: string | boolean): string => {
    if (typeof value === "boolean") return t(value ? "price-rules.yes" : "price-rules.no");
    if (field === "effect") return t(value === "amount" ? "price-rules.effect.amount" : "price-rules.effect.percent");
    if (field === "place") return nameOfPlace(places, value) ?? t("price-rules.placeEverywhere");
    if (field === "partner_id") return partners.find(({ id }) => id === value)?.name ?? t("price-rules.partnerAll");
    if (field === "weekdays")
      return Array.from(value, (day) => weekdayName(Number(day), locale)).join(", ") || t("price-rules.none");
    return value || t("price-rules.none");
  };
  return (
    <Conflict
      fields={FIELDS.filter((field) => theirs[field] !== formValues[field]).map((field) => ({
        label: labelOf(field, t),
        theirs: inWords(field, theirs[field]),
        mine: inWords(field, formValues[field]),
      }))}
      onKeepMine={() => document.querySelector<HTMLFormElement>("#record-form")?.requestSubmit()}
      onTakeTheirs={onTakeTheirs}
    />
  );
}
