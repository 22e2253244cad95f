import { Check, CircleCheck } from "#src/ui/lucide/icons.ts";
import { type KeyboardEvent, type MouseEvent, type Ref, useEffect, useRef, useState } from "react";
import { useText } from "#src/locales/use-text.ts";
import { changedCode, fieldAfter, type PriceIntent } from "#src/modules/sales/booking/rules/details-form.ts";
import { Button, LINK } from "#src/ui/button.tsx";
import { classNames } from "#src/ui/class-names.ts";
import { FieldErrorText } from "#src/ui/field.tsx";
import { TextInput } from "#src/ui/text-input.tsx";

type CouponEntryProps = {
  /** The applied coupon, or empty. */
  applied: string;
  /** It takes nothing off, because a price rule costs less. */
  isUnused: boolean;
  /** The noted partner code, or empty. */
  partner: string;
  /** The codes of gift cards and credit that pay a part, separated by spaces, or empty. */
  credits: string;
  /** Nothing is left to pay, so that no further code is asked for once one is applied, unless one was refused. */
  isPaid: boolean;
  /** Current value of the field. */
  enteredCode: string;
  error?: string | undefined;
  busy: boolean;
  /** What is shown answers something done elsewhere on the page, as a changed address. */
  isUpdate: boolean;
  /** Requests a price with or without the coupon; without JavaScript the buttons submit the form. */
  onAsk: (intent: PriceIntent) => void;
};

/** Applies a coupon or removes the applied one. A partner's code is entered here as well, and noted; so are gift cards and credit. */
export function CouponEntry({ onAsk, ...entry }: CouponEntryProps) {
  const { applied, isUnused, partner, credits, isPaid, enteredCode, error, busy, isUpdate } = entry;
  const { t } = useText();
  const asks = (intent: PriceIntent) => (event: MouseEvent) => {
    event.preventDefault();
    onAsk(intent);
  };
  const codes = { applied, partner, credits };
  const [field, setField] = useState({ codes, entry: 0, isTyped: false });
  if (changedCode(field.codes, codes, false)) setField(fieldAfter(field, codes, isUpdate));
  const input = useRef<HTMLInputElement>(null);
  const removeCoupon = useRef<HTMLButtonElement>(null);
  const removePartner = useRef<HTMLButtonElement>(null);
  const removeCredits = useRef<HTMLButtonElement>(null);
  const before = useRef({ applied, partner, credits });
  // applying or removing unmounts the focused control: move focus to its replacement
  useEffect(() => {
    const changed = changedCode(before.current, { applied, partner, credits }, isUpdate);
    before.current = { applied, partner, credits };
    const controls = {
      applied: applied ? removeCoupon : input,
      partner: partner ? removePartner : input,
      credits: credits ? removeCredits : input,
    };
    if (changed) controls[changed].current?.focus();
  }, [applied, partner, credits, isUpdate]);
  const remove = { text: t("booking-checkout.remove"), asks };
  return (
    <>
      <div role="status">
        {partner && (
          <Applied
            of={{ name: "partner_code", value: partner, intent: "partner-remove" }}
            text={t("booking-cases.partnerNoted", { code: partner })}
            label={t("booking-cases.removePartner", { code: partner })}
            remove={remove}
            button={removePartner}
          />
        )}
      </div>
      {applied && (
        <Applied
          of={{ name: "coupon_code", value: applied, intent: "coupon-remove" }}
          text={isUnused ? applied : t("booking-checkout.couponOn", { code: applied })}
          isIdle={isUnused}
          label={t("booking-checkout.removeCoupon", { code: applied })}
          remove={remove}
          button={removeCoupon}
        />
      )}
      {credits && (
        <Applied
          of={{ name: "credit_codes", value: credits, intent: "credits-remove" }}
          text={`${t("credits.applied")} ${credits.replaceAll(" ", ", ")}`}
          label={t("credits.removeOne", { code: credits.replaceAll(" ", ", ") })}
          remove={remove}
          button={removeCredits}
        />
      )}
      {(error || enteredCode || field.isTyped || !(isPaid && (applied || credits))) && (
        <div className="mt-4">
          <label htmlFor="coupon_typed" className="mb-1.5 block text-small font-semibold">
            {t("booking-checkout.coupon")}
          </label>
          <div className="flex gap-2.5">
            <TextInput
              // emptied once the entered code is recorded
              key={field.entry}
              ref={input}
              id="coupon_typed"
              name="coupon_typed"
              defaultValue={enteredCode}
              maxLength={64}
              autoCapitalize="characters"
              autoComplete="off"
              spellCheck={false}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? "coupon_typed-error" : undefined}
              onInput={({ currentTarget: { value } }) => setField({ ...field, isTyped: value !== "" })}
              onKeyDown={(event: KeyboardEvent) => {
                // Enter in this field applies the coupon instead of submitting the form
                if (event.key !== "Enter") return;
                event.preventDefault();
                onAsk("coupon-apply");
              }}
            />
            <Button
              type="submit"
              name="intent"
              value="coupon-apply"
              kind="secondary"
              small
              busy={busy}
              onClick={asks("coupon-apply")}
              className="min-h-12.5 bg-surface"
            >
              {t("booking-checkout.apply")}
            </Button>
          </div>
          <div aria-live="polite">{error && <FieldErrorText id="coupon_typed-error">{error}</FieldErrorText>}</div>
        </div>
      )}
    </>
  );
}

type AppliedProps = {
  of: { name: "coupon_code" | "partner_code" | "credit_codes"; value: string; intent: PriceIntent };
  text: string;
  label: string;
  remove: { text: string; asks: (intent: PriceIntent) => (event: MouseEvent) => void };
  button: Ref<HTMLButtonElement>;
  isIdle?: boolean;
};

/** A code that counts, with the button that removes it; green where it takes something off. */
function Applied({ of: { name, value, intent }, text, label, remove, button, isIdle = false }: AppliedProps) {
  const takesOff = name !== "partner_code" && !isIdle;
  const Icon = takesOff ? CircleCheck : Check;
  return (
    <div
      className={classNames(
        "mt-4 flex items-center gap-2 rounded-md py-1 pr-1 pl-3.5 text-text",
        takesOff ? "bg-high-tint" : "bg-surface-2",
      )}
    >
      <input type="hidden" name={name} value={value} />
      <Icon aria-hidden size={20} className={classNames("shrink-0", takesOff ? "text-high-text" : "text-text-2")} />
      <p
        className={classNames(
          "min-w-0 grow",
          name === "coupon_code" ? "truncate font-semibold" : "py-1 text-small wrap-anywhere",
        )}
      >
        {text}
      </p>
      <button
        ref={button}
        type="submit"
        name="intent"
        value={intent}
        aria-label={label}
        onClick={remove.asks(intent)}
        className={`${LINK} min-h-11 shrink-0 rounded-md px-3`}
      >
        {remove.text}
      </button>
    </div>
  );
}
