import { useState } from "react";
import { hasReference } from "#src/kernel/pay-method.ts";
import { useText } from "#src/locales/use-text.ts";
import { ActDialog } from "#src/modules/office/booking-admin/admin/act-dialog.tsx";
import { ReferenceField } from "#src/modules/office/booking-admin/admin/reference-field.tsx";
import { RadioChoices } from "#src/modules/office/booking-admin/admin/radio-choices.tsx";
import { useAct } from "#src/modules/office/booking-admin/admin/use-act.ts";
import { useWriting } from "#src/modules/office/booking-admin/admin/use-writing.ts";
import { WhyAmount } from "#src/modules/base/ledger/admin/why-amount.tsx";
import { whyToPay } from "#src/modules/sales/booking/rules/why-price.ts";
import { takeWaysIn, type TakeWay } from "#src/modules/office/booking-admin/rules/admin-money.ts";
import type { Panel } from "#src/modules/office/booking-admin/rules/panel.ts";

/** Records that staff received the money for an unpaid booking, or for a pending change. */
export function TakeDialog({ panel, onClose }: { panel: Panel; onClose: () => void }) {
  const { t } = useText();
  const { day, money } = useWriting(panel);
  const [way, setWay] = useState<TakeWay>("cash");
  const [reference, setReference] = useState("");
  const [key] = useState(() => crypto.randomUUID());
  const act = useAct(panel.id, { onDone: onClose });
  const { change, people, currency } = panel;
  const bill = change ? change.difference : (panel.toPay ?? 0);
  const choice = bill === 0 ? "free" : way;
  const amount = money(bill);
  return (
    <ActDialog
      title={t("booking-admin.take.title")}
      confirm={t("booking-admin.take.do", { way: choice, amount })}
      busy={act.busy}
      refused={act.refused}
      onClose={onClose}
      disabled={hasReference(choice) && reference.trim() === ""}
      onConfirm={() =>
        act.post({
          act: "take",
          key,
          way: choice,
          reference: hasReference(choice) ? reference : "",
          amount: bill,
          currency,
          change_id: change?.id ?? "",
        })
      }
    >
      <p>
        {change
          ? t("booking-admin.take.change")
          : t("booking-admin.take.what", { people, date: day(panel.departure.date), name: panel.guest.name })}
        {!change && bill > 0 && (
          <WhyAmount
            name={t("booking-admin.take.title")}
            why={whyToPay(panel.why.total.amount, panel.price.total - bill)}
          />
        )}
      </p>
      {bill > 0 && (
        <RadioChoices
          name="way"
          legend={t("booking-admin.take.way")}
          value={way}
          onValue={setWay}
          options={takeWaysIn(currency).map((method) => ({
            value: method,
            label: t("booking-admin.way", { method }),
            note: amount,
          }))}
        />
      )}
      <ReferenceField way={choice} value={reference} onValue={setReference} error={act.errorOf("reference")} />
    </ActDialog>
  );
}
