import { useText } from "#src/locales/use-text.ts";
import { RadioChoices } from "#src/modules/sales/admin/radio-choices.tsx";
import { useWriting } from "#src/modules/sales/admin/use-writing.ts";
import type { ChangeQuote } from "#src/modules/booking/schema.ts";
import { type MoneyChoice, moneyChoices } from "#src/modules/sales/rules/admin-money.ts";
import type { Panel } from "#src/modules/sales/rules/panel.ts";

type Quotes = { price: ChangeQuote; keeps: ChangeQuote };
type DifferenceChoiceProps = {
  panel: Panel;
  quotes: Quotes;
  value: MoneyChoice;
  onValue: (choice: MoneyChoice) => void;
};

/** What becomes of the difference that a change makes, each choice with its amount. */
export function DifferenceChoice({ panel, quotes, value, onValue }: DifferenceChoiceProps) {
  const { t } = useText();
  const { money } = useWriting(panel);
  const difference = quotes.price.difference.amount_minor;
  if (difference === 0) return <p>{t("reservation.money.same")}</p>;
  const amount = money(Math.abs(difference));
  const labels: Record<MoneyChoice, string> = {
    same: t("reservation.money.same"),
    keeps: t("reservation.money.keeps", { amount: money(quotes.keeps.after.total.amount_minor) }),
    less: t("reservation.money.less", { amount }),
    more: t("reservation.money.more", { amount }),
    cash: t("reservation.money.cash", { amount }),
    invoice: t("reservation.money.invoice", { amount }),
  };
  const options = moneyChoices(difference, panel.may.refund).map((choice) => ({
    value: choice,
    label: labels[choice],
  }));
  return (
    <>
      <RadioChoices
        name="money"
        legend={t("reservation.money.legend")}
        value={value}
        onValue={onValue}
        options={options}
      />
      {value === "more" && <p className="text-fine text-text-3">{t("reservation.money.moreHelp")}</p>}
    </>
  );
}
