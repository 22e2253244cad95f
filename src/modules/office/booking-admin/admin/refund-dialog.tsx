import { useState } from "react";
import { parseAmount } from "#src/kernel/amount.ts";
import { useText } from "#src/locales/use-text.ts";
import { ActDialog } from "#src/modules/office/booking-admin/admin/act-dialog.tsx";
import { useAct } from "#src/modules/office/booking-admin/admin/use-act.ts";
import { useWriting } from "#src/modules/office/booking-admin/admin/use-writing.ts";
import { REFUND_REASONS } from "#src/modules/office/booking-admin/rules/admin-money.ts";
import { WhyAmount } from "#src/modules/base/ledger/admin/why-amount.tsx";
import { type Panel, whyLeft } from "#src/modules/office/booking-admin/rules/panel.ts";
import { AdminCheck, AdminField, AdminInput, AdminSelect, AdminTextArea } from "#src/ui/admin/field.tsx";
import { handBackOf, isGivenOnTheSpot } from "#src/modules/money/payments/rules/payment.ts";
import { useDraft } from "#src/ui/admin/use-draft.ts";
import { namedWay, wayInTexts } from "#src/kernel/pay-method.ts";

/** Refunds part of a payment while the booking stays, with a live preview below the form. */
export function RefundDialog({ panel, onClose }: { panel: Panel; onClose: () => void }) {
  const { t } = useText();
  const { money, moment } = useWriting(panel);
  const payments = panel.payments.filter(({ left }) => left > 0);
  const [form, setForm] = useState({ payment: payments[0]?.id ?? "", amount: "", reason: "goodwill", handed: false });
  const words = useDraft(`refund:${panel.id}`);
  const [key] = useState(() => crypto.randomUUID());
  const act = useAct(panel.id, {
    onDone: () => {
      words.write("");
      onClose();
    },
  });
  const payment = payments.find(({ id }) => id === form.payment) ?? payments[0];
  if (!payment) return null;
  const { currency, left, method } = payment;
  const amount = parseAmount(form.amount) ?? 0;
  const fits = amount > 0 && amount <= left;
  const by = isGivenOnTheSpot(payment.provider) ? handBackOf(payment) : null;
  const isHanded = by !== null && form.handed;
  const set = (change: Partial<typeof form>) => setForm({ ...form, ...change });
  const reasonText = (reason: string) => t("booking-dialogs.refund.reasons", { reason });
  return (
    <ActDialog
      title={t("booking-dialogs.refund.title")}
      confirm={t(isHanded ? "booking-admin.handed.refund" : "booking-dialogs.refund.do", {
        amount: money(amount, currency),
        way: by ?? "none",
      })}
      dangerous
      busy={act.busy}
      disabled={!fits}
      refused={act.refused}
      onClose={onClose}
      onConfirm={() => {
        const { reason } = form;
        const handed = isHanded ? t("booking-admin.handed.note", { way: by }) : "";
        act.post({
          act: "refund",
          key,
          payment_id: payment.id,
          amount: form.amount,
          reason,
          words: words.text,
          handed,
        });
      }}
    >
      {payments.length > 1 && (
        <AdminField id="refund-payment" label={t("booking-dialogs.refund.payment")}>
          {(control) => (
            <AdminSelect {...control} value={payment.id} onChange={(event) => set({ payment: event.target.value })}>
              {payments.map((one) => (
                <option key={one.id} value={one.id}>
                  {t("booking-dialogs.refund.option", {
                    way: t("booking-admin.way", { method: namedWay(one.method) }),
                    date: moment(one.at),
                    left: money(one.left, one.currency),
                  })}
                </option>
              ))}
            </AdminSelect>
          )}
        </AdminField>
      )}
      <AdminField
        id="refund-amount"
        label={t("booking-dialogs.refund.amount")}
        help={t("booking-dialogs.refund.amountHelp", { left: money(left, currency) })}
        {...act.errorOf("amount")}
      >
        {(control) => (
          <AdminInput
            {...control}
            inputMode="decimal"
            autoComplete="off"
            unit={currency}
            value={form.amount}
            onChange={(event) => set({ amount: event.target.value })}
          />
        )}
      </AdminField>
      <p className="text-text-2">
        {t("why-admin.left", { left: money(left, currency) })}
        <WhyAmount name={t("why-admin.leftName")} why={whyLeft(panel, payment)} />
      </p>
      <AdminField id="refund-reason" label={t("booking-dialogs.refund.reason")} {...act.errorOf("reason")}>
        {(control) => (
          <AdminSelect {...control} value={form.reason} onChange={(event) => set({ reason: event.target.value })}>
            {REFUND_REASONS.map((reason) => (
              <option key={reason} value={reason}>
                {reasonText(reason)}
              </option>
            ))}
          </AdminSelect>
        )}
      </AdminField>
      <AdminField
        id="refund-words"
        label={t("booking-dialogs.refund.words")}
        optional={t("booking-admin.optional")}
        help={t("booking-dialogs.refund.wordsHelp")}
        {...act.errorOf("words")}
      >
        {(control) => (
          <AdminTextArea
            {...control}
            rows={2}
            maxLength={2000}
            value={words.text}
            onChange={(event) => words.write(event.target.value)}
          />
        )}
      </AdminField>
      {by !== null && (
        <AdminCheck checked={form.handed} onChange={(event) => set({ handed: event.currentTarget.checked })}>
          {t("booking-admin.handed.check", { way: by })}
        </AdminCheck>
      )}
      {fits && !isHanded && (
        <p className="text-text-2">
          {t("booking-dialogs.refund.what", { amount: money(amount, currency), ...wayInTexts(method) })}{" "}
          {t("booking-dialogs.refund.after", { left: money(left - amount, currency) })}
        </p>
      )}
    </ActDialog>
  );
}
