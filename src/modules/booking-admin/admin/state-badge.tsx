import { useText } from "#src/locales/use-text.ts";
import type { MoneyState, ShownState } from "#src/modules/booking-admin/rules/filters.ts";
import type { ListedBooking } from "#src/modules/booking-admin/schema.ts";
import { Badge, type Tone } from "#src/ui/admin/badge.tsx";

const TONES: Record<ShownState, Tone> = {
  confirmed: "done",
  hold: "waiting",
  voucher: "waiting",
  bank: "waiting",
  by_hand: "waiting",
  lapsed: "none",
  cancelled: "failed",
};

const MONEY_TONES: Record<MoneyState, Tone> = {
  disputed: "judge",
  lost: "failed",
  review: "judge",
  refund_failed: "judge",
  hand_over: "waiting",
  transfer: "waiting",
  refunding: "waiting",
  refunded: "none",
  part_refunded: "none",
};

type StateBadgeProps = { booking: Pick<ListedBooking, "state" | "holdEnds" | "money">; now: string };

/** A booking's state, for a held basket also the time left; beside it what is to be done about its money. */
export function StateBadge({ booking, now }: StateBadgeProps) {
  const { t } = useText();
  const { state, holdEnds, money } = booking;
  const minutes = holdEnds ? Math.max(0, Math.ceil((Date.parse(holdEnds) - Date.parse(now)) / 60_000)) : 0;
  return (
    <span className="inline-flex flex-wrap items-center gap-1 max-md:justify-end">
      <Badge tone={TONES[state]}>
        {state === "hold" ? t("booking-admin-list.holdMinutes", { minutes }) : t(`booking-admin-list.state.${state}`)}
      </Badge>
      {money && <Badge tone={MONEY_TONES[money]}>{t(`booking-admin-list.money.${money}`)}</Badge>}
    </span>
  );
}
