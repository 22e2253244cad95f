import type { Why } from "#src/locales/why.ts";
import { useText } from "#src/locales/use-text.ts";
import { RadioChoices } from "#src/modules/office/booking-admin/admin/radio-choices.tsx";
import { ReferenceField } from "#src/modules/office/booking-admin/admin/reference-field.tsx";
import type { useChange } from "#src/modules/office/booking-admin/admin/use-change.ts";
import { useWriting } from "#src/modules/office/booking-admin/admin/use-writing.ts";
import type { ChangeQuote } from "#src/modules/sales/booking/schema.ts";
import { type MoneyChoice, moneyChoices } from "#src/modules/office/booking-admin/rules/admin-money.ts";
import { WhyAmount } from "#src/modules/base/ledger/admin/why-amount.tsx";
import { AdminField, AdminInput } from "#src/ui/admin/field.tsx";
import type { Panel } from "#src/modules/office/booking-admin/rules/panel.ts";

type Quotes = { price: ChangeQuote; keeps: ChangeQuote; why: Record<"price" | "keeps", Why> };
type DifferenceChoiceProps = {
  panel: Panel;
  quotes: Quotes;
  value: MoneyChoice;
  onValue: (choice: MoneyChoice) => void;
  reference: ReturnType<typeof useChange>["reference"];
  agreed?: ReturnType<typeof useChange>["agreed"];
};

/** How to settle a change's price difference, each choice with its amount. */
export function DifferenceChoice({ panel, quotes, value, onValue, reference, agreed = null }: DifferenceChoiceProps) {
  const { t } = useText();
  const { money } = useWriting(panel);
  const difference = quotes.price.difference.amount_minor;
  if (difference === 0) return <p>{t("booking-admin.money.same")}</p>;
  const amount = money(agreed?.amount ?? Math.abs(difference));
  const labels: Record<MoneyChoice, string> = {
    same: t("booking-admin.money.same"),
    keeps: t("booking-admin.money.keeps", { amount: money(quotes.keeps.after.total.amount_minor) }),
    less: t("booking-admin.money.less", { amount }),
    more: t("booking-admin.money.more", { amount }),
    cash: t("booking-admin.money.cash", { amount }),
    terminal: t("booking-admin.money.terminal", { amount }),
    transfer: t("booking-admin.money.transfer", { amount }),
    invoice: t("booking-admin.money.invoice", { amount }),
  };
  const options = moneyChoices(difference, panel.currency, panel.may.refund).map((choice) => ({
    value: choice,
    label: labels[choice],
  }));
  return (
    <>
      {agreed && (
        <AdminField
          id="agreed"
          label={t("booking-admin.money.agreed")}
          help={t("booking-admin.money.agreedHelp", { amount: money(difference) })}
          {...(agreed.isWrong ? { error: t("booking-admin.error.amount") } : {})}
        >
          {(control) => (
            <AdminInput
              {...control}
              inputMode="decimal"
              autoComplete="off"
              className="max-w-40"
              value={agreed.text}
              onChange={(event) => agreed.set(event.target.value)}
            />
          )}
        </AdminField>
      )}
      <RadioChoices
        name="money"
        legend={t("booking-admin.money.legend")}
        value={value}
        onValue={onValue}
        options={options}
      />
      <ReferenceField way={value} value={reference.value} onValue={reference.set} error={reference.error} />
      <p>
        {t("why-admin.difference", { amount: money(difference) })}
        <WhyAmount name={t("booking-admin.money.legend")} why={quotes.why.price} />
      </p>
      {value === "more" && <p className="text-fine text-text-3">{t("booking-admin.money.moreHelp")}</p>}
    </>
  );
}
