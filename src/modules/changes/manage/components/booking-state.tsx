import type { LucideIcon } from "#src/ui/lucide/icon.ts";
import { Ban, CircleAlert, CircleCheck, Clock, Hourglass, TicketPercent } from "#src/ui/lucide/icons.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import type { MyBooking } from "#src/modules/sales/booking/schema.ts";
import { refundSum } from "#src/modules/changes/manage/rules/refund-sum.ts";
import type { ConfirmationKind } from "#src/modules/changes/manage/rules/confirmation-view.ts";
import type { PaymentState } from "#src/modules/money/payments/schema.ts";
import { classNames } from "#src/ui/class-names.ts";

/** A booking in the list with its payment and review state. */
export type DrawerBooking = MyBooking & {
  kind: ConfirmationKind;
  refunds: PaymentState["refunds"];
  review: { stars: number | null; path: string | null };
};

const LOOKS: Record<ConfirmationKind, [LucideIcon, string]> = {
  success: [CircleCheck, "text-high-text"],
  pending: [Clock, "text-marigold-text"],
  payment_cancelled: [Clock, "text-marigold-text"],
  payment_failed: [CircleAlert, "text-low-text"],
  waiting: [Hourglass, "text-marigold-text"],
  by_hand: [Clock, "text-marigold-text"],
  at_bank: [Hourglass, "text-marigold-text"],
  expired: [Ban, "text-text-2"],
  unplaced: [CircleAlert, "text-low-text"],
  choosing: [CircleAlert, "text-low-text"],
  credited: [TicketPercent, "text-high-text"],
  review: [Hourglass, "text-marigold-text"],
  cancelled_by_guest: [Ban, "text-text-2"],
  cancelled_by_us: [Ban, "text-text-2"],
  departure_cancelled: [Ban, "text-low-text"],
};

/** A booking's state in words with an icon, and the state of its refunds. */
export function BookingState({ kind, over, refunds }: Pick<DrawerBooking, "kind" | "over" | "refunds">) {
  const { t, locale } = useText();
  const [Icon, ink] = LOOKS[kind];
  const sum = refundSum(refunds);
  const been = kind === "success" && over;
  return (
    <div className="grid gap-1">
      <p className={classNames("flex items-start gap-2 leading-snug font-bold", been ? "text-text-2" : ink)}>
        <Icon aria-hidden size={20} className="mt-px shrink-0" />
        {been ? t("booking-mine.been") : t(`booking-mine.state.${kind}`)}
      </p>
      {sum && (
        <p className="text-small font-semibold">
          {t("booking-mine.refundSum", { amount: formatMoney(sum, locale), parts: sum.parts })}
        </p>
      )}
      {refunds.map(({ amount_minor, currency, status }, index) => (
        <p key={index} className="text-small text-text-2">
          {t("booking-mine.refund", { amount: formatMoney({ amount: amount_minor, currency }, locale), status })}
        </p>
      ))}
    </div>
  );
}
