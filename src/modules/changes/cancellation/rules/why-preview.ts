import { namedWay } from "#src/kernel/pay-method.ts";
import type { Why } from "#src/locales/why.ts";
import type { CancelPreview } from "#src/modules/changes/cancellation/rules/cancel-preview.ts";

/** Why cancelling gives back what the preview says in one currency: what is still ours of each payment, by the way it was paid. */
export const whyBack = ({ backBy }: CancelPreview, { money }: CancelPreview["back"][number]): Why => ({
  amount: money,
  steps: backBy
    .filter((one) => one.money.currency === money.currency)
    .map(({ way, payments, money: { amount: adds } }) => ({
      text: "why-admin.preview.back" as const,
      values: { payments, way: { text: "booking-admin.way" as const, values: { method: namedWay(way) } } },
      adds,
    })),
});
