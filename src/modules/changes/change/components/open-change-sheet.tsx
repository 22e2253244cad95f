import { Form, useNavigation } from "react-router";
import { dateInSentence } from "#src/kernel/local-time.ts";
import { inLocale } from "#src/kernel/localized.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import { HoldStrip } from "#src/modules/sales/booking/components/hold-strip.tsx";
import { PayChoices } from "#src/modules/sales/booking/components/pay-methods.tsx";
import type { OpenChange } from "#src/modules/sales/booking/schema.ts";
import type { Method } from "#src/modules/money/payments/schema.ts";
import { Button } from "#src/ui/button.tsx";
import { Sheet } from "#src/ui/sheet.tsx";

type OpenChangeSheetProps = {
  change: OpenChange;
  timeZone: string;
  /** Seconds until the new seats go back on sale, by the server's clock. */
  secondsLeft: number;
  options: { provider: string; method: Method }[];
  practice: boolean;
  payKey: string;
};

/** A change waiting for payment: how long its seats are held, and forms to pay or drop it. */
export function OpenChangeSheet({ change, timeZone, secondsLeft, options, practice, payKey }: OpenChangeSheetProps) {
  const { t, locale } = useText();
  const busy = useNavigation().formData?.get("intent");
  const { id, kind, quote, hold_expires_at: expires_at } = change;
  const { before, after, difference } = quote;
  const amount = formatMoney({ amount: difference.amount_minor, currency: difference.currency }, locale);
  const list = new Intl.ListFormat(locale, { type: "conjunction" }).format(
    quote.add_ons
      .filter((one) => one.after > one.before)
      .map((one) =>
        t("booking-checkout.addOnLine", {
          quantity: one.after - one.before,
          name: inLocale(locale, one.name, one.name_es),
        }),
      ),
  );
  const line =
    kind === "date"
      ? { before: dateInSentence(before.date, locale), after: dateInSentence(after.date, locale) }
      : { before: before.people, after: after.people };
  return (
    <Sheet className="mb-8 px-5 py-6 md:px-7">
      <Form method="post" className="grid gap-5">
        <input type="hidden" name="change" value={id} />
        <input type="hidden" name="key" value={payKey} />
        <div>
          <h2 className="text-h3">{t(`payments-manage.open.title.${kind}`)}</h2>
          <p className="mt-1 text-text-2">
            {t(`payments-manage.open.line.${kind}`, { ...line, list })} {t("payments-manage.open.stays")}
          </p>
        </div>
        <HoldStrip
          hold={{ people: after.people, expires_at, time_zone: timeZone, seconds_left: secondsLeft }}
          text={(time) =>
            t(kind === "add_ons" ? "payments-manage.open.holdAddOns" : "payments-manage.open.hold", { time })
          }
        />
        <PayChoices ways={options} />
        <div className="flex flex-wrap gap-3">
          {options.length > 0 && (
            <Button type="submit" name="intent" value="pay" busy={busy === "pay"}>
              {t("payments-manage.open.pay", { amount })}
            </Button>
          )}
          <Button type="submit" kind="secondary" name="intent" value="drop" busy={busy === "drop"}>
            {t("payments-manage.open.drop")}
          </Button>
        </div>
        {practice && <p className="text-small font-bold">{t("booking-checkout.pay.test")}</p>}
      </Form>
    </Sheet>
  );
}
