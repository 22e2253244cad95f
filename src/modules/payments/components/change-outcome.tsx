import { useText } from "#src/locales/use-text.ts";
import { Refunds } from "#src/modules/payments/components/refunds.tsx";
import type { PaymentState } from "#src/modules/payments/schema.ts";
import { Notice, type NoticeTone } from "#src/ui/notice.tsx";

const TONES: Record<Exclude<PaymentState["change"], "none">, NoticeTone> = {
  open: "info",
  made: "good",
  failed: "bad",
  cancelled: "warning",
  lost: "warning",
  review: "warning",
};

/** What became of a change of a confirmed booking that had to be paid, told to whoever comes back from paying, and what was given back. */
export function ChangeOutcome({ payment, returned }: { payment: PaymentState; returned: boolean }) {
  const { t } = useText();
  const { change } = payment;
  const told = returned && change !== "none";
  if (!told && payment.refunds.length === 0) return null;
  return (
    <div className="wrap grid gap-3 py-4">
      {told && (
        <Notice tone={TONES[change]} live title={t(`confirmation.changed.${change}`)}>
          <p>{t(`confirmation.changed.${change}Text`)}</p>
        </Notice>
      )}
      <Refunds payment={payment} />
    </div>
  );
}
