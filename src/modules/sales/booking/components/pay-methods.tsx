import { type ReactNode, useSyncExternalStore } from "react";
import { useNavigation } from "react-router";
import { DEVICE_PAY_ONLY, type DeviceMethod, hasDevicePay } from "#src/kernel/device-pay.ts";
import { ACCOUNT_METHODS, type AccountMethod, accountName, isAccount, type PayMethod } from "#src/kernel/pay-method.ts";
import type { MessageId, Text } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import type { Way } from "#src/modules/sales/booking/rules/details-form.ts";
import { Button } from "#src/ui/button.tsx";
import { classNames } from "#src/ui/class-names.ts";
import { Notice } from "#src/ui/notice.tsx";
import { PayMark } from "#src/ui/pay-mark.tsx";

type Offered = Exclude<PayMethod, "free">;
/** `button`: it is express, a button of its own that leads there at once. `name`: unless it has one of its own. */
type MethodTexts = { name?: MessageId; hint: MessageId; button?: MessageId };

/** An account's texts have the name of its company as `{company}`. */
const ACCOUNT: MethodTexts = {
  hint: "booking-checkout.pay.accountHint",
  button: "booking-checkout.pay.accountButton",
};

/** How each way to pay is offered, in this order. */
const SHOWN: Record<Offered, MethodTexts> = {
  apple_pay: {
    name: "booking-checkout.pay.applePay",
    hint: "booking-checkout.pay.applePayHint",
    button: "booking-checkout.pay.applePayButton",
  },
  google_pay: {
    name: "booking-checkout.pay.googlePay",
    hint: "booking-checkout.pay.googlePayHint",
    button: "booking-checkout.pay.googlePayButton",
  },
  ...(Object.fromEntries(ACCOUNT_METHODS.map((method) => [method, ACCOUNT])) as Record<AccountMethod, MethodTexts>),
  card: { name: "booking-checkout.pay.card", hint: "booking-checkout.pay.cardHint" },
  oxxo: { name: "booking-cases.oxxo", hint: "booking-cases.oxxoHint" },
  spei: { name: "booking-cases.spei", hint: "booking-cases.speiHint" },
};
const isExpress = (method: PayMethod): boolean => method !== "free" && SHOWN[method].button !== undefined;
const valuesOf = (method: Offered) => ({ company: accountName(method) ?? "" });
function nameOf(method: Offered, t: Text): string {
  const { name } = SHOWN[method];
  return name ? t(name) : (accountName(method) ?? method);
}
const ORDER = Object.keys(SHOWN) as Offered[];

type PayMethodsProps = {
  ways: readonly Way[];
  /** The amount, formatted. */
  total: string;
  /** What the form's buttons ask for: its details to be booked and paid, or a booking to be paid. */
  act: "place" | "pay";
  /** The button for a way that is chosen. */
  children: ReactNode;
};

/**
 * The ways to pay within the surrounding form: express ones are buttons (`act:apple_pay`), the others radio buttons named `method` above
 * the form's own button.
 */
export function PayMethods({ ways, total, act, children }: PayMethodsProps) {
  const { t } = useText();
  const offered = ORDER.filter((method) => ways.some((way) => way.method === method));
  const choices = offered.filter((method) => !isExpress(method));
  const express = offered.flatMap((method) => {
    const { button } = SHOWN[method];
    return button ? [{ method, button }] : [];
  });
  const onlyWith = useDevicePay();
  if (offered.length === 0) return <Notice tone="warning">{t("booking-cases.none")}</Notice>;
  return (
    <div className="grid max-w-[34rem] gap-4">
      {express.length > 0 && (
        <div {...onlyWith(express.map(({ method }) => method))}>
          {express.map((one) => (
            <div key={one.method} {...onlyWith([one.method])}>
              <ExpressButton intent={`${act}:${one.method}`}>
                {t(one.button, { total, ...valuesOf(one.method) })}
              </ExpressButton>
            </div>
          ))}
          {choices.length > 0 && (
            <p className="mt-1 flex items-center gap-3 text-small text-text-2 before:h-px before:grow before:bg-border-strong after:h-px after:grow after:bg-border-strong">
              {t("booking-checkout.pay.or")}
            </p>
          )}
        </div>
      )}
      {choices.length > 0 && <PayChoices ways={ways.filter(({ method }) => !isExpress(method))} isTitled />}
      {choices.length > 0 && children}
    </div>
  );
}

/** Ways to pay as radio buttons named `method`. `isTitled`: a title above says what is chosen here. */
export function PayChoices({ ways, isTitled = false }: { ways: readonly Way[]; isTitled?: boolean }) {
  const { t } = useText();
  const offered = ORDER.filter((method) => ways.some((way) => way.method === method));
  // card if it is accepted, whatever is listed above it
  const first = offered.find((method) => !isExpress(method)) ?? offered[0];
  const onlyWith = useDevicePay();
  if (offered.length === 0) return <Notice tone="warning">{t("booking-cases.none")}</Notice>;
  return (
    <fieldset className="grid max-w-[34rem] gap-3">
      <legend className={isTitled ? "sr-only" : "mb-1.5 font-semibold"}>{t("booking-checkout.pay.method")}</legend>
      {offered.map((method) => {
        const { className, ...mark } = onlyWith([method]);
        return (
          <label
            key={method}
            {...mark}
            className={classNames(
              "relative flex min-h-17 cursor-pointer items-center gap-4 rounded-md bg-surface px-4 py-3 inset-ring-[1.5px] inset-ring-border-strong has-checked:bg-brand-tint has-checked:inset-ring-2 has-checked:inset-ring-brand-text has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-focus",
              className,
            )}
          >
            <input
              type="radio"
              name="method"
              value={method}
              defaultChecked={method === first}
              className="size-5 shrink-0 accent-brand focus-visible:outline-none"
            />
            <span className="min-w-0 grow leading-snug">
              <span className="block font-bold">{nameOf(method, t)}</span>
              <span className="block text-small text-text-2">{t(SHOWN[method].hint, valuesOf(method))}</span>
            </span>
            <PayMark way={isAccount(method) ? "account" : method} />
          </label>
        );
      })}
    </fieldset>
  );
}

/**
 * What the form's own button on a phone's bar asks for: the chosen way, or, where there is nothing to choose among because all are
 * express, the one that every device has.
 */
export function barIntent(ways: readonly Way[], act: "place" | "pay"): string {
  const account = ways.find(({ method }) => isAccount(method));
  return account && ways.every(({ method }) => isExpress(method)) ? `${act}:${account.method}` : act;
}

function ExpressButton({ intent, children }: { intent: string; children: ReactNode }) {
  const busy = useNavigation().formData?.get("intent") === intent;
  return (
    <Button type="submit" name="intent" value={intent} kind="accent" wide busy={busy} className="mb-3">
      {children}
    </Button>
  );
}

/** Hidden unless the page's inline script has found that the device can. */
const ONLY_WITH: Record<string, string> = {
  apple_pay: "[html:not([data-apple-pay])_&]:hidden",
  google_pay: "[html:not([data-google-pay])_&]:hidden",
  "apple_pay google_pay": "[html:not([data-apple-pay]):not([data-google-pay])_&]:hidden",
};
const isDeviceMethod = (method: Offered): method is DeviceMethod => method === "apple_pay" || method === "google_pay";

const never = () => () => {};
const has = (method: DeviceMethod) => () => hasDevicePay(method, globalThis as Parameters<typeof hasDevicePay>[1]);
const unknown = () => false;

/** Attributes of what stands for ways to pay: what only some devices have takes room with them alone, from the first paint on. */
function useDevicePay() {
  const support = {
    apple_pay: useSyncExternalStore(never, has("apple_pay"), unknown),
    google_pay: useSyncExternalStore(never, has("google_pay"), unknown),
  };
  return (methods: readonly Offered[]): { className?: string; [DEVICE_PAY_ONLY]?: string } => {
    const those = methods.filter(isDeviceMethod);
    const everywhere = those.length < methods.length || those.some((method) => support[method]);
    return everywhere ? {} : { className: ONLY_WITH[those.join(" ")]!, [DEVICE_PAY_ONLY]: "" };
  };
}
