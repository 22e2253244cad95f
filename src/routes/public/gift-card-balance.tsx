import { z } from "zod";
import type { Currency } from "#src/kernel/money.ts";
import { checkBalance } from "#src/modules/sales/gift-cards/check-balance.server.ts";
import { lastDayOf } from "#src/modules/sales/gift-cards/rules/gift-card.ts";
import { signedIn } from "#src/platform/context.server.ts";
import { act } from "#src/routes/shared/act.server.ts";
import { guestAct } from "#src/routes/shared/guest-act.server.ts";
import { PRIVATE } from "#src/routes/shared/headers.server.ts";
import { lostForm } from "#src/ui/form/answer.ts";
import { sendOrKeep } from "#src/ui/form/send-or-keep.ts";
import { later } from "#src/ui/later.tsx";
import type { Route } from "./+types/gift-card-balance";

/** What is left (minor units), and the day on which it ends. */
type Extra = { balance: { amount: number; left: number; currency: Currency; until: string | null } };

export const action = async ({ context, request }: Route.ActionArgs) =>
  guestAct<Extra>(
    await signedIn(context),
    await request.formData(),
    act({
      input: z.object({ code: z.string().max(100, "errors.tooLong").catch("") }),
      run: (ctx, { code }) => checkBalance(ctx, code),
      done: ({ amount, left, currency, until }) => ({
        balance: { amount, left, currency, until: until && lastDayOf(new Date(until)) },
      }),
      refusal: ({ reason }) => (reason === "nothing_left" ? { formError: "gift-cards.balance.nothing" } : undefined),
    }),
  );

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders ?? PRIVATE;

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  sendOrKeep(serverAction, () => lostForm<Extra>("gift-cards.error.failed"));

export default later(
  "page-gift-card-balance",
  async () => (await import("#src/modules/sales/gift-cards/components/gift-card-balance-page.tsx")).default,
  "touched",
);
