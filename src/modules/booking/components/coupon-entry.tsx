import { CircleCheck } from "#src/ui/lucide/icons.ts";
import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from "react";
import { useText } from "#src/locales/use-text.ts";
import { Button, LINK } from "#src/ui/button.tsx";
import { FieldErrorText } from "#src/ui/field.tsx";
import { TextInput } from "#src/ui/text-input.tsx";

type CouponEntryProps = {
  /** The applied coupon, or empty. */
  applied: string;
  /** Current value of the field. */
  enteredCode: string;
  error?: string | undefined;
  busy: boolean;
  /** Requests a price with or without the coupon; without JavaScript the buttons submit the form. */
  onAsk: (intent: "coupon-apply" | "coupon-remove") => void;
};

/** Applies a coupon or removes the applied one. */
export function CouponEntry({ applied, enteredCode, error, busy, onAsk }: CouponEntryProps) {
  const { t } = useText();
  const asks = (intent: "coupon-apply" | "coupon-remove") => (event: MouseEvent) => {
    event.preventDefault();
    onAsk(intent);
  };
  const input = useRef<HTMLInputElement>(null);
  const remove = useRef<HTMLButtonElement>(null);
  const before = useRef(applied);
  // applying or removing unmounts the focused control: move focus to its replacement
  useEffect(() => {
    if (before.current !== applied) (applied ? remove : input).current?.focus();
    before.current = applied;
  }, [applied]);
  if (applied)
    return (
      <div className="mt-4 flex items-center gap-2 rounded-md bg-high-tint py-1 pr-1 pl-3.5 text-text">
        <input type="hidden" name="coupon_code" value={applied} />
        <CircleCheck aria-hidden size={20} className="shrink-0 text-high-text" />
        <p className="min-w-0 grow truncate font-semibold">{t("booking-checkout.couponOn", { code: applied })}</p>
        <button
          ref={remove}
          type="submit"
          name="intent"
          value="coupon-remove"
          aria-label={t("booking-checkout.removeCoupon", { code: applied })}
          onClick={asks("coupon-remove")}
          className={`${LINK} min-h-11 shrink-0 rounded-md px-3`}
        >
          {t("booking-checkout.remove")}
        </button>
      </div>
    );
  return (
    <div className="mt-4">
      <label htmlFor="coupon_typed" className="mb-1.5 block text-small font-semibold">
        {t("booking-checkout.coupon")}
      </label>
      <div className="flex gap-2.5">
        <TextInput
          ref={input}
          id="coupon_typed"
          name="coupon_typed"
          defaultValue={enteredCode}
          maxLength={50}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? "coupon_typed-error" : undefined}
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
  );
}
