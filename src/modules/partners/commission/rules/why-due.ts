import type { Why } from "#src/locales/why.ts";
import type { StatementHead } from "#src/modules/partners/commission/schema.ts";

type Sums = Pick<StatementHead, "commission" | "cash" | "due" | "bookings">;

/** Why a partner is paid, or owes, what their statement says: what they earned less the cash that they keep of ours, or with what went back of it (below 0). */
export const whyDue = ({ commission, cash, due, bookings }: Sums): Why => ({
  amount: { amount: due, currency: "MXN" },
  steps: [
    { text: "why-admin.statement.commission", values: { count: bookings }, adds: commission },
    ...(cash !== 0 ? [{ text: "commission-admin.cash.kept", adds: -cash } as const] : []),
  ],
});
