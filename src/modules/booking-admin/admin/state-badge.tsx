import { useText } from "#src/locales/use-text.ts";
import type { ShownState } from "#src/modules/booking-admin/rules/filters.ts";
import type { ListedBooking } from "#src/modules/booking-admin/schema.ts";
import { Badge, type Tone } from "#src/ui/admin/badge.tsx";

const TONES: Record<ShownState, Tone> = {
  review: "judge",
  refund_failed: "judge",
  confirmed: "done",
  hold: "waiting",
  voucher: "waiting",
  lapsed: "none",
  cancelled: "failed",
  refunded: "failed",
};

/** A booking's state; for a held basket also the time left. */
export function StateBadge({ booking, now }: { booking: Pick<ListedBooking, "state" | "holdEnds">; now: string }) {
  const { t } = useText();
  const { state, holdEnds } = booking;
  const minutes = holdEnds ? Math.max(0, Math.ceil((Date.parse(holdEnds) - Date.parse(now)) / 60_000)) : 0;
  return (
    <Badge tone={TONES[state]}>
      {state === "hold" ? t("booking-admin-list.holdMinutes", { minutes }) : t(`booking-admin-list.state.${state}`)}
    </Badge>
  );
}
