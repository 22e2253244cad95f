import type { Currency } from "#src/kernel/money.ts";
import type { Why } from "#src/locales/why.ts";
import type { MonthNight } from "#src/modules/evening/guides/schema.ts";

/** Why a guide's month comes to what it does in each currency: the pay of its nights, as it was agreed for each. */
export function whyPay(nights: readonly MonthNight[], shiftIds: readonly string[], currency: Currency): Why["steps"] {
  return nights.flatMap(({ shiftId, date, title, pay }) =>
    shiftIds.includes(shiftId) && pay?.currency === currency
      ? [{ text: "why-admin.guides.night", values: { title, day: { day: date } }, adds: pay.amount } as const]
      : [],
  );
}
