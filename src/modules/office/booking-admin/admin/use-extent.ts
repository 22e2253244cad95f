import { formatMoney } from "#src/kernel/money.ts";
import { numberFormat } from "#src/kernel/formatters.ts";
import { languageTag } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { SUMS } from "#src/modules/office/booking-admin/rules/booking-state.ts";
import type { Extent } from "#src/modules/office/booking-admin/schema.ts";

/** Formats extents: counts (approximate when not counted exactly) and money per currency. */
export function useExtent() {
  const { t, locale } = useText();
  const figure = (count: number) => numberFormat(languageTag(locale), {}).format(count);
  return {
    figure,
    countIn: ({ count, exact }: { count: number; exact: boolean }) =>
      exact ? figure(count) : t("booking-admin-list.about", { count: figure(count) }),
    /** The sums that there are, each with what it counts: never one sum over all states. */
    moneyIn: ({ money }: Pick<Extent, "money">) =>
      SUMS.filter((sum) => money[sum].length > 0).map((sum) =>
        t(`booking-admin-list.sum.${sum}`, { money: money[sum].map((one) => formatMoney(one, locale)).join(" + ") }),
      ),
  };
}
