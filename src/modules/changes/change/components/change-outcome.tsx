import { timeIn } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";
import { Refunds } from "#src/modules/changes/manage/components/refunds.tsx";
import type { PaymentState } from "#src/modules/money/payments/schema.ts";
import { ButtonLink } from "#src/ui/button.tsx";
import { Notice, type NoticeTone } from "#src/ui/notice.tsx";

const TONES: Record<Exclude<PaymentState["change"], "none">, NoticeTone> = {
  open: "info",
  at_bank: "info",
  made: "good",
  failed: "bad",
  cancelled: "warning",
  lost: "warning",
  review: "warning",
};

type ChangeOutcomeProps = {
  payment: PaymentState;
  /** The guest has just come back from the provider. */
  returned: boolean;
  /** End of the hold of a change waiting for payment; null if none waits, or this visitor may not know. */
  keptUntil: string | null;
  timeZone: string;
  /** Path to pay or drop the change; null if this visitor may not. */
  managePath: string | null;
};

/** The outcome of a change of a confirmed booking that needed payment, or that it still waits, and the refunds. */
export function ChangeOutcome({ payment, returned, keptUntil, timeZone, managePath }: ChangeOutcomeProps) {
  const { t, locale } = useText();
  const { change } = payment;
  const isSettled = change === "at_bank" || (returned && change !== "none");
  const waits = keptUntil !== null && change !== "at_bank" && !(isSettled && change === "open");
  if (!isSettled && !waits && payment.refunds.length === 0) return null;
  const waitNotice = waits && (
    <>
      <p>{t("payments-confirmation.changeWaits", { time: timeIn(new Date(keptUntil), timeZone, locale) })}</p>
      {managePath && (
        <ButtonLink to={managePath} small className="mt-3 mb-1">
          {t("payments-confirmation.changeWaitsAction")}
        </ButtonLink>
      )}
    </>
  );
  return (
    <div className="mb-6 grid max-w-[44rem] gap-3">
      {isSettled ? (
        <Notice tone={TONES[change]} live title={t(`payments-confirmation.changed.${change}`)}>
          <p>{t(`payments-confirmation.changed.${change}Text`)}</p>
          {waitNotice}
        </Notice>
      ) : (
        waitNotice && <Notice tone="warning">{waitNotice}</Notice>
      )}
      <Refunds payment={payment} stands />
    </div>
  );
}
