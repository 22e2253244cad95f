import { useState } from "react";
import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import { Fold } from "#src/modules/sales/booking/components/fold.tsx";
import { addOnField } from "#src/modules/sales/booking/rules/add-on-field.ts";
import type { Details, Priced } from "#src/modules/sales/booking/rules/details-form.ts";
import { classNames } from "#src/ui/class-names.ts";
import type { OfferedAddOn } from "#src/modules/sales/booking/schema.ts";
import { FieldErrorText } from "#src/ui/field.tsx";
import { Picture } from "#src/ui/picture.tsx";
import { Quantity } from "#src/ui/quantity.tsx";

type Row = OfferedAddOn & {
  /** How many of it a booking has already; it keeps them. */
  has?: number;
};

type AddOnRowsProps = {
  offered: readonly Row[];
  /** By id; what is chosen counts what the booking has. */
  quantities: Readonly<Record<string, number>>;
  onQuantity: (id: string, quantity: number) => void;
  describedBy?: string | undefined;
  className?: string;
};

/** Add-ons with their pictures and prices, each with a control of how many. */
export function AddOnRows({ offered, quantities, onQuantity, describedBy, className }: AddOnRowsProps) {
  const { t, locale } = useText();
  return (
    <ul className={classNames("grid divide-y divide-border", className)}>
      {offered.map(({ id, name, description, picture, price, most, left, has = 0 }) => {
        const quantity = Math.max(has, Math.min(most, quantities[id] ?? has));
        const each = formatMoney({ amount: price.amount_minor, currency: price.currency }, locale);
        const more = left === null ? null : Math.max(0, left - has);
        return (
          <li key={id} className="flex gap-3.5 py-3.5">
            {picture && (
              <Picture
                src={picture}
                alt=""
                sizes="72px"
                missing={t("site.imageMissing")}
                className="size-18 shrink-0 rounded-md object-cover"
              />
            )}
            <div className="grid min-w-0 grow gap-2">
              <p className="min-w-0">
                <span className="font-semibold wrap-anywhere">{name}</span>
                {description && <span className="block text-small text-text-2">{description}</span>}
              </p>
              <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
                <span className="tabular-nums">
                  {each}
                  {more !== null && more > 0 && more <= FEW && (
                    <span className="block text-small font-semibold text-low-text">
                      {t("booking-checkout.addOnsLeft", { left: more })}
                    </span>
                  )}
                  {has > 0 && (
                    <span className="block text-small text-text-2">{t("payments-manage.add_ons.has", { has })}</span>
                  )}
                </span>
                {most <= has ? (
                  <strong className="text-text-2">
                    {more === 0 ? t("booking-checkout.addOnSoldOut") : t("payments-manage.add_ons.most")}
                  </strong>
                ) : (
                  // with another limit it begins anew: what is beyond it isn't sent
                  <Quantity
                    key={most}
                    name={addOnField(id)}
                    aria-label={t("booking-checkout.addOnHowMany", { name })}
                    {...(describedBy ? { "aria-describedby": describedBy } : {})}
                    min={has}
                    max={most}
                    value={quantity}
                    onValue={(next) => onQuantity(id, next)}
                    labels={{
                      fewer: t("booking-checkout.addOnFewer", { name }),
                      more: t("booking-checkout.addOnMore", { name }),
                    }}
                  />
                )}
              </p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}

type AddOnChoiceProps = {
  offered: Priced["addOns"];
  /** What was chosen when the form was opened. */
  chosen: Details["add_ons"];
  error: string | undefined;
  onChoose: (field: string, quantity: number) => void;
};

/** From then on a guest is told how many are left. */
const FEW = 5;

/** What may be bought beside the places, folded so that whoever wants none is as soon at the button; nothing where nothing is offered. */
export function AddOnChoice({ offered, chosen, error, onChoose }: AddOnChoiceProps) {
  const { t } = useText();
  const [quantities, setQuantities] = useState<Record<string, number>>(() =>
    Object.fromEntries(chosen.map(({ id, quantity }) => [id, Number(quantity) || 0])),
  );
  if (offered.length === 0) return null;
  return (
    <div
      id="add_ons"
      tabIndex={-1}
      role="group"
      aria-label={t("booking-checkout.addOnsTitle")}
      className="max-w-[34rem] min-w-0 border-b border-border py-1"
    >
      <Fold
        open={error !== undefined || chosen.length > 0}
        summary={
          <span className="min-w-0 py-1.5">
            {t("booking-checkout.addOnsTitle")}{" "}
            <span className="font-normal text-text-2">{t("booking-checkout.optional")}</span>
            <span className="block text-small font-normal wrap-anywhere text-text-2">
              {offered.map(({ name }) => name).join(" · ")}
            </span>
          </span>
        }
      >
        {error && <FieldErrorText id="add_ons-error">{error}</FieldErrorText>}
        <AddOnRows
          offered={offered}
          quantities={quantities}
          className="-mt-3"
          describedBy={error ? "add_ons-error" : undefined}
          onQuantity={(id, next) => {
            setQuantities((now) => ({ ...now, [id]: next }));
            onChoose(addOnField(id), next);
          }}
        />
      </Fold>
    </div>
  );
}
