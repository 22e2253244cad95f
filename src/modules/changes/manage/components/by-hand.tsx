import { dateIn, dateInSentence, timeIn } from "#src/kernel/local-time.ts";
import { formatMoney, type Money } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import { FactList } from "#src/ui/fact-list.tsx";

type HowToPayProps = {
  ways: { door: boolean; transfer: string };
  /** What is left to pay. */
  bill: Money;
  reference: string;
  /** Until when the places are kept (ISO), in the city's zone. */
  until: string;
  zone: string;
  city: string;
};

/** How a guest pays us directly, how much, and until when their places are kept. */
export function HowToPay({ ways, bill, reference, until, zone, city }: HowToPayProps) {
  const { t, locale } = useText();
  const end = new Date(until);
  return (
    <div className="grid gap-4">
      <FactList
        className="grid-cols-2 gap-y-4 border-y-2 border-dashed py-4 text-base text-text"
        facts={[
          [t("payments-confirmation.ticket.reference"), reference],
          [t("payments-confirmation.byHand.amount"), formatMoney(bill, locale)],
          [
            t("payments-confirmation.byHand.until"),
            t("payments-confirmation.voucher.until", {
              time: timeIn(end, zone, locale),
              date: dateInSentence(dateIn(end, zone), locale),
              city,
            }),
          ],
        ]}
      />
      <ul className="grid list-disc gap-2 pl-6">
        {ways.door && <li>{t("payments-confirmation.byHand.door")}</li>}
        {ways.transfer !== "" && (
          <li className="wrap-break-word">
            {t("payments-confirmation.byHand.transfer", { account: ways.transfer, reference })}
          </li>
        )}
      </ul>
    </div>
  );
}
