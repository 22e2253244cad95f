import { numberFormat } from "#src/kernel/formatters.ts";
import { languageTag, type Locale } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import type { MoneyState, ShownState } from "#src/modules/office/booking-admin/rules/booking-state.ts";
import type { ListedBooking } from "#src/modules/office/booking-admin/schema.ts";
import { sayAge } from "#src/modules/office/operations/rules/amounts.ts";
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
  terminal: "waiting",
  transfer: "waiting",
  refunding: "waiting",
  refunded: "none",
  part_refunded: "none",
};

type StateBadgeProps = { booking: Pick<ListedBooking, "state" | "holdEnds" | "money">; now: string };

/** A booking's state, for a held basket also the time left; beside it what is to be done about its money. */
export function StateBadge({ booking, now }: StateBadgeProps) {
  const { t, locale } = useText();
  const { state, holdEnds, money } = booking;
  const minutes = holdEnds ? Math.max(0, Math.ceil((Date.parse(holdEnds) - Date.parse(now)) / 60_000)) : 0;
  return (
    <span className="badges">
      <Badge tone={TONES[state]}>
        {state === "hold"
          ? t("booking-admin-list.holdLeft", { time: sayTime(minutes, locale) })
          : t(`booking-admin-list.state.${state}`)}
      </Badge>
      {money && <Badge tone={MONEY_TONES[money]}>{t(`booking-admin-list.money.${money}`)}</Badge>}
    </span>
  );
}

/** The time that is left of a hold: minutes, above two hours in hours or days. */
const sayTime = (minutes: number, locale: Locale): string =>
  minutes < 120
    ? numberFormat(languageTag(locale), { style: "unit", unit: "minute", unitDisplay: "short" }).format(minutes)
    : sayAge(minutes * 60, locale);
