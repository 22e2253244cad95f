import type { ComponentProps } from "react";
import { CURRENCIES } from "#src/kernel/money.ts";
import type { Text } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import type { CouponAnswer } from "#src/modules/sales/coupons/rules/refusals.ts";
import { type Field, FIELDS, type CouponFormValues } from "#src/modules/sales/coupons/rules/coupon-form.ts";
import { PlaceOptions } from "#src/modules/sales/price-rules/admin/place-options.tsx";
import { nameOfPlace, type Places } from "#src/modules/sales/price-rules/rules/place.ts";
import { AdminChoice } from "#src/ui/admin/choice.tsx";
import { Conflict } from "#src/ui/admin/conflict.tsx";
import { AdminField, AdminInput, AdminSelect, FieldErrorSummary } from "#src/ui/admin/field.tsx";
import { AdminSwitch } from "#src/ui/admin/switch.tsx";

type CouponFormProps = {
  /** The stored values, or a new coupon's defaults. */
  stored: CouponFormValues;
  formValues: CouponFormValues;
  onType: (field: Field, value: string | boolean) => void;
  version: number;
  answer: CouponAnswer | null;
  isNew: boolean;
  /** whom it may belong to */
  partners: readonly CouponPartner[];
  /** where it may be valid */
  places: Places;
  mayChange: boolean;
  onTakeTheirs: () => void;
};

/** A partner to choose. */
export type CouponPartner = { id: string; name: string; is_active: boolean };

/** A coupon's fields, with the specification's error messages. */
export function CouponForm(props: CouponFormProps) {
  const { stored, formValues, onType, version, answer, isNew, partners, places, mayChange, onTakeTheirs } = props;
  const { t } = useText();
  const set = (field: Field) => (value: string | boolean) => onType(field, value);
  const errors = (answer?.fieldErrors ?? []).map(({ id, message }) => ({ id: `coupon-${id}`, message: t(message) }));
  const isFixed = formValues.discount_type === "fixed_amount";
  const unit = formValues.currency || undefined;

  const placeError = errors.find(({ id }) => id === "coupon-place")?.message;
  const partnerError = errors.find(({ id }) => id === "coupon-partner_id")?.message;

  const field = (name: Exclude<Field, "is_active" | "discount_type">, more: More = {}) => {
    const { label, help, optional, ...control } = more;
    const error = errors.find(({ id }) => id === `coupon-${name}`)?.message;
    return (
      <AdminField
        id={`coupon-${name}`}
        label={label ?? labelOf(name, t)}
        changed={!isNew && formValues[name] !== stored[name]}
        {...(optional ? { optional: t("admin.optional") } : {})}
        {...(help ? { help } : {})}
        {...(error ? { error } : {})}
      >
        {(aria) => (
          <AdminInput
            {...aria}
            {...control}
            name={name}
            value={formValues[name]}
            onChange={(event) => set(name)(event.target.value)}
            disabled={!mayChange}
            autoComplete="off"
          />
        )}
      </AdminField>
    );
  };
  const currencyError = errors.find(({ id }) => id === "coupon-currency")?.message;
  const typeError = errors.find(({ id }) => id === "coupon-discount_type")?.message;

  return (
    <>
      <FieldErrorSummary key={answer?.at} title={t("admin.errors", { count: errors.length })} errors={errors} />
      {answer?.current && (
        <Met answer={answer} formValues={formValues} partners={partners} places={places} onTakeTheirs={onTakeTheirs} />
      )}
      {/* saving after seeing the conflict overwrites the other user's version */}
      <input type="hidden" name="version" value={answer?.version ?? version} />
      <div className="grid gap-3.5 sm:grid-cols-2">
        {field("code", { className: "font-mono", spellCheck: false, autoCapitalize: "characters" })}
        {field("description", { optional: true })}
        <div className="sm:col-span-2">
          <AdminChoice
            id="coupon-discount_type"
            name="discount_type"
            label={t("coupons.discount")}
            value={formValues.discount_type}
            options={[
              { value: "percentage", label: t("coupons.type.percentage") },
              { value: "fixed_amount", label: t("coupons.type.fixed") },
            ]}
            onChange={set("discount_type")}
            error={typeError}
            disabled={!mayChange}
          />
        </div>
        {field("value", { inputMode: "decimal", unit: isFixed ? unit : "%" })}
        <AdminField
          id="coupon-currency"
          label={t("coupons.currency")}
          changed={!isNew && formValues.currency !== stored.currency}
          {...(isFixed ? {} : { optional: t("admin.optional"), help: t("coupons.currencyHelp") })}
          {...(currencyError ? { error: currencyError } : {})}
        >
          {(aria) => (
            <AdminSelect
              {...aria}
              name="currency"
              value={formValues.currency}
              onChange={(event) => set("currency")(event.target.value)}
              disabled={!mayChange}
            >
              <option value="">{t("coupons.currencyChoose")}</option>
              {CURRENCIES.map((currency) => (
                <option key={currency}>{currency}</option>
              ))}
            </AdminSelect>
          )}
        </AdminField>
        {field("minimum_purchase", { inputMode: "decimal", unit, optional: true })}
        {isFixed && formValues.maximum_discount === ""
          ? null
          : field("maximum_discount", { inputMode: "decimal", unit, optional: true })}
        {field("usage_limit", { inputMode: "numeric", optional: true, placeholder: t("coupons.unlimited") })}
        {field("most_per_guest", {
          inputMode: "numeric",
          optional: true,
          placeholder: t("coupons.unlimited"),
          help: t("coupons.perGuestHelp"),
        })}
        {field("start_date", { type: "date", optional: true })}
        {field("expiry_date", { type: "date", optional: true, help: t("coupons.expiryHelp") })}
        <AdminField
          id="coupon-place"
          label={t("coupons.place")}
          help={t("coupons.placeHelp")}
          changed={!isNew && formValues.place !== stored.place}
          className="sm:col-span-2"
          {...(placeError ? { error: placeError } : {})}
        >
          {(aria) => (
            <AdminSelect
              {...aria}
              name="place"
              value={formValues.place}
              onChange={(event) => set("place")(event.target.value)}
              disabled={!mayChange}
            >
              <PlaceOptions places={places} chosen={formValues.place} />
            </AdminSelect>
          )}
        </AdminField>
        {(partners.length > 0 || formValues.partner_id !== "") && (
          <AdminField
            id="coupon-partner_id"
            label={t("coupons.partner")}
            optional={t("admin.optional")}
            help={t("coupons.partnerHelp")}
            changed={!isNew && formValues.partner_id !== stored.partner_id}
            className="sm:col-span-2"
            {...(partnerError ? { error: partnerError } : {})}
          >
            {(aria) => (
              <AdminSelect
                {...aria}
                name="partner_id"
                value={formValues.partner_id}
                onChange={(event) => set("partner_id")(event.target.value)}
                disabled={!mayChange}
              >
                <option value="">{t("coupons.partnerNone")}</option>
                {partners.map(({ id, name, is_active: isActive }) => (
                  <option key={id} value={id}>
                    {isActive ? name : t("coupons.partnerOff", { name })}
                  </option>
                ))}
              </AdminSelect>
            )}
          </AdminField>
        )}
        <label htmlFor="coupon-is_active" className="flex min-h-(--ctl) items-start gap-2.5 sm:col-span-2">
          <AdminSwitch
            id="coupon-is_active"
            name="is_active"
            checked={formValues.is_active}
            onChange={(event) => set("is_active")(event.target.checked)}
            disabled={!mayChange}
          />
          <span className="grid">
            <span className="font-semibold">{t("coupons.active")}</span>
            <span className="text-fine text-text-3">{t("coupons.activeHelp")}</span>
          </span>
        </label>
      </div>
    </>
  );
}

type More = Omit<ComponentProps<typeof AdminInput>, "name" | "value"> & {
  label?: string;
  help?: string;
  optional?: boolean;
};

function labelOf(field: Field, t: Text): string {
  const labels: Record<Field, string> = {
    code: t("coupons.code"),
    description: t("coupons.description"),
    discount_type: t("coupons.discountType"),
    value: t("coupons.value"),
    currency: t("coupons.currency"),
    minimum_purchase: t("coupons.minimum"),
    maximum_discount: t("coupons.maximum"),
    usage_limit: t("coupons.limit"),
    most_per_guest: t("coupons.perGuest"),
    partner_id: t("coupons.partner"),
    place: t("coupons.place"),
    start_date: t("coupons.start"),
    expiry_date: t("coupons.expiry"),
    is_active: t("coupons.active"),
  };
  return labels[field];
}

/** Conflict with another user's save: field by field, their value and the one entered here. */
function Met({
  answer,
  formValues,
  partners,
  places,
  onTakeTheirs,
}: {
  answer: CouponAnswer;
  formValues: CouponFormValues;
  partners: readonly CouponPartner[];
  places: Places;
  onTakeTheirs: () => void;
}) {
  const { t } = useText();
  const theirs = answer.current!;
  const inWords = (value: string | boolean) =>
    typeof value === "boolean"
      ? t(value ? "coupons.state.active" : "coupons.state.inactive")
      : value === "percentage"
        ? t("coupons.type.percentage")
        : value === "fixed_amount"
          ? t("coupons.type.fixed")
          : (partners.find(({ id }) => id === value)?.name ?? nameOfPlace(places, value) ?? (value || "–"));
  return (
    <Conflict
      fields={FIELDS.filter((field) => theirs[field] !== formValues[field]).map((field) => ({
        label: labelOf(field, t),
        theirs: inWords(theirs[field]),
        mine: inWords(formValues[field]),
      }))}
      onKeepMine={() => document.querySelector<HTMLFormElement>("#record-form")?.requestSubmit()}
      onTakeTheirs={onTakeTheirs}
    />
  );
}
