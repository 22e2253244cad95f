import { useEffect, useState } from "react";
import { useText } from "#src/locales/use-text.ts";
import { ActDialog } from "#src/modules/office/booking-admin/admin/act-dialog.tsx";
import { RadioChoices } from "#src/modules/office/booking-admin/admin/radio-choices.tsx";
import { useAct, useQuote } from "#src/modules/office/booking-admin/admin/use-act.ts";
import { handBackOf, isGivenOnTheSpot } from "#src/modules/money/payments/rules/payment.ts";
import { useWriting } from "#src/modules/office/booking-admin/admin/use-writing.ts";
import { CANCEL_CHOICES, type CancelChoice } from "#src/modules/office/booking-admin/rules/admin-money.ts";
import { WhyAmount } from "#src/modules/base/ledger/admin/why-amount.tsx";
import { AdminCheck } from "#src/ui/admin/field.tsx";
import type { Panel } from "#src/modules/office/booking-admin/rules/panel.ts";

/** Cancels the whole booking: shows the refund under each rule, then submits the chosen one. */
export function CancelDialog({ panel, onClose }: { panel: Panel; onClose: () => void }) {
  const { t } = useText();
  const { day, money } = useWriting(panel);
  const { quote, refused: noQuote, ask } = useQuote(panel.id);
  const [chosen, choose] = useState<CancelChoice>(panel.may.refund ? "guest" : "none");
  const [isGiven, setGiven] = useState(false);
  const act = useAct(panel.id, { onDone: onClose, onStale: () => ask("about=cancel") });
  // load the cancellation quote when the dialog opens
  useEffect(() => ask("about=cancel"), [ask]);
  const { people, reference, guest } = panel;
  const choices = quote?.about === "cancel" ? quote.choices : null;
  const selection = choices?.[chosen];
  const isPaid =
    panel.status === "confirmed" && choices !== null && choices.operator.refund + choices.operator.waits > 0;
  // a refund that also goes to a company is only asked for here
  const [by = null, ...others] = new Set(
    panel.payments
      .filter(({ left }) => left > 0)
      .map((payment) => (isGivenOnTheSpot(payment.provider) ? handBackOf(payment) : null)),
  );
  const asksWhetherGiven = selection !== undefined && selection.refund > 0 && by !== null && others.length === 0;
  const confirm = () => {
    if (!quote || quote.about !== "cancel" || !selection) return null;
    if (panel.status !== "confirmed") return t("booking-admin.cancel.doPending", { people });
    const nothing = selection.late > 0 ? "credit" : "none";
    const back = selection.refund > 0 ? "some" : nothing;
    const amount = money(back === "credit" ? selection.late : selection.refund);
    return t("booking-admin.cancel.do", { people, back, amount });
  };
  return (
    <ActDialog
      title={t("booking-admin.cancel.title", { reference })}
      confirm={confirm()}
      dangerous
      busy={act.busy}
      refused={act.refused ?? noQuote}
      onClose={onClose}
      onConfirm={() => {
        if (quote?.about !== "cancel" || !selection) return;
        const { version, currency } = quote;
        const handed = asksWhetherGiven && isGiven ? t("booking-admin.handed.note", { way: by }) : "";
        act.post({
          act: "cancel",
          choice: chosen,
          version,
          currency,
          refund: selection.refund,
          credit: selection.credit + selection.late,
          handed,
        });
      }}
    >
      <p>
        {panel.status === "confirmed"
          ? t("booking-admin.cancel.what", { people, date: day(panel.departure.date), name: guest.name })
          : selection &&
            t("booking-admin.cancel.pending", {
              people,
              paid: selection.deposit > 0 ? "deposit" : selection.waits > 0 ? "waits" : "none",
              amount: money(selection.deposit + selection.waits),
            })}
      </p>
      {!choices && !noQuote && <p className="text-text-3">{t("booking-admin.load")}</p>}
      {choices && isPaid && (
        <RadioChoices
          name="choice"
          legend={t("booking-admin.cancel.choice")}
          value={chosen}
          onValue={choose}
          options={CANCEL_CHOICES.filter((choice) => choice === "none" || panel.may.refund).map((choice) => ({
            value: choice,
            label: t(`booking-admin.cancel.${choice}`),
            note: noteOf(choices[choice]),
          }))}
        />
      )}
      {selection && isPaid && (
        <p>
          {t("why-admin.cancel", { amount: money(selection.why.amount.amount) })}
          <WhyAmount name={t("booking-admin.cancel.choice")} why={selection.why} />
        </p>
      )}
      {asksWhetherGiven && (
        <AdminCheck checked={isGiven} onChange={(event) => setGiven(event.currentTarget.checked)}>
          {t("booking-admin.handed.checkAmount", { amount: money(selection.refund), way: by })}
        </AdminCheck>
      )}
      {selection && selection.refund > 0 && !asksWhetherGiven && (
        <p className="text-text-2">{t("booking-admin.cancel.to")}</p>
      )}
    </ActDialog>
  );

  function noteOf({ refund, waits, credit, deposit, late }: Quoted): string {
    const parts = [
      money(refund),
      ...(deposit > 0 ? [t("booking-admin.cancel.deposit", { amount: money(deposit) })] : []),
      ...(credit > deposit ? [t("booking-admin.cancel.credit", { amount: money(credit - deposit) })] : []),
      ...(late > 0 ? [t("booking-admin.cancel.late", { amount: money(late) })] : []),
      ...(waits > 0 ? [t("booking-admin.cancel.waits", { amount: money(waits) })] : []),
    ];
    return parts.join(", ");
  }
}

/** What one choice gives back: `credit` to the credit that paid, `late` as new credit. */
type Quoted = Record<"refund" | "waits" | "credit" | "deposit" | "late", number>;
