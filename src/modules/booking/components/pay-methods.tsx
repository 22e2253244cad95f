import { useSyncExternalStore } from "react";
import type { PayMethod } from "#src/kernel/pay-method.ts";
import { canGooglePay } from "#src/modules/booking/rules/google-pay.ts";
import { useText } from "#src/locales/use-text.ts";
import { Notice } from "#src/ui/notice.tsx";
import { PayMark } from "#src/ui/pay-mark.tsx";

type Method = PayMethod;

const HINTS = {
  card: "booking-checkout.pay.cardHint",
  apple_pay: "booking-checkout.pay.applePayHint",
  google_pay: "booking-checkout.pay.googlePayHint",
  paypal: "booking-checkout.pay.paypalHint",
  oxxo: "booking-checkout.pay.oxxoHint",
  spei: "booking-checkout.pay.speiHint",
} as const;
const NAMES = {
  card: "booking-checkout.pay.card",
  apple_pay: "booking-checkout.pay.applePay",
  google_pay: "booking-checkout.pay.googlePay",
  paypal: "booking-checkout.pay.paypal",
  oxxo: "booking-checkout.pay.oxxo",
  spei: "booking-checkout.pay.spei",
} as const;

type PayMethodsProps = {
  options: { provider: string; method: Method }[];
};

/** The ways to pay: radio buttons named `method` in the surrounding form. */
export function PayMethods({ options }: PayMethodsProps) {
  const { t } = useText();
  const withApplePay = useApplePay();
  const withGooglePay = useGooglePay();
  // sandbox payments show Apple Pay everywhere
  const shown = options.flatMap(({ provider, method }) =>
    method === "free" ||
    (method === "google_pay" && !withGooglePay) ||
    (method === "apple_pay" && provider !== "sandbox" && !withApplePay)
      ? []
      : method,
  );
  if (shown.length === 0)
    return (
      <Notice tone="warning" className="mb-6">
        {t("booking-checkout.pay.none")}
      </Notice>
    );
  return (
    <fieldset className="mb-6 grid max-w-[34rem] gap-3">
      <legend className="mb-1.5 font-semibold">{t("booking-checkout.pay.method")}</legend>
      {shown.map((method, index) => (
        <label
          key={method}
          className="relative flex min-h-17 cursor-pointer items-center gap-4 rounded-md bg-surface px-4 py-3 inset-ring-[1.5px] inset-ring-border-strong has-checked:bg-brand-tint has-checked:inset-ring-2 has-checked:inset-ring-brand-text has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name="method"
            value={method}
            defaultChecked={index === 0}
            className="size-5 shrink-0 accent-brand focus-visible:outline-none"
          />
          <span className="min-w-0 grow leading-snug">
            <span className="block font-bold">{t(NAMES[method])}</span>
            <span className="block text-small text-text-2">{t(HINTS[method])}</span>
          </span>
          <PayMark way={method} />
        </label>
      ))}
    </fieldset>
  );
}

type WithApplePay = { ApplePaySession?: { canMakePayments: () => boolean } };

const never = () => () => {};

function canApplePay(): boolean {
  try {
    return (globalThis as WithApplePay).ApplePaySession?.canMakePayments() ?? false;
  } catch {
    return false; // Safari throws on pages not served over HTTPS
  }
}

/** Whether this browser has Google Pay; the server can't know. */
const useGooglePay = () =>
  useSyncExternalStore(
    never,
    () => canGooglePay(globalThis as Parameters<typeof canGooglePay>[0]),
    () => false,
  );

/** Whether this browser supports Apple Pay; the server can't know. */
const useApplePay = () => useSyncExternalStore(never, canApplePay, () => false);
