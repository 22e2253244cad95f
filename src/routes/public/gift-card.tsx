import { data, redirect, redirectDocument } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { fail } from "#src/kernel/result.ts";
import {
  optionFor,
  paymentOptions,
  paymentStateOf,
  settleOpenPayments,
} from "#src/modules/money/payments/queries.server.ts";
import { startPayment } from "#src/modules/money/payments/start-payment.server.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import { waySent } from "#src/modules/sales/booking/rules/details-form.ts";
import { type Refusal, refusalText } from "#src/modules/sales/booking/rules/refusal-text.ts";
import { ownGiftCard } from "#src/modules/sales/gift-cards/queries.server.ts";
import { returnGiftCard } from "#src/modules/sales/gift-cards/return-gift-card.server.ts";
import { giftCardRef } from "#src/modules/sales/gift-cards/rules/gift-card.ts";
import { type RequestContext, signedIn } from "#src/platform/context.server.ts";
import { PRIVATE } from "#src/routes/shared/headers.server.ts";
import type { FormAnswer } from "#src/ui/form/answer.ts";
import { later } from "#src/ui/later.tsx";
import type { Route } from "./+types/gift-card";

export const headers = () => PRIVATE;

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const ctx = await signedIn(context);
  const before = await ownGiftCard(ctx, params.id);
  if (!before) throw data(null, { status: 404 });
  const returned = new URL(request.url).searchParams.get("payment") === "returned";
  // works from the URL alone: bank apps return to another browser
  if (before.state === "unpaid") await settleOpenPayments(ctx, before.id);
  const card = (await ownGiftCard(ctx, params.id)) ?? before;
  const { last, bank, voucher, voucher_lapsed: hasLapsed } = await paymentStateOf(ctx, card.id);
  return {
    card,
    ways: card.state === "unpaid" ? await paymentOptions(ctx, billOf(card), card.later) : [],
    isWaiting: bank !== null || (returned && last === "open" && voucher === null),
    voucher,
    hasLapsed,
    isNew: returned,
    payKey: crypto.randomUUID(),
    practice: practises(ctx),
  };
}

type Card = NonNullable<Awaited<ReturnType<typeof ownGiftCard>>>;
const billOf = ({ amount, currency }: Card) => ({ amount_minor: amount, currency });

export async function action({ context, params, request }: Route.ActionArgs) {
  const ctx = await signedIn(context);
  const card = await ownGiftCard(ctx, params.id);
  if (!card) throw data(null, { status: 404 });
  const form = await request.formData();
  if (form.get("intent") === "return") {
    const back = await returnGiftCard(ctx, card);
    if (back.ok) throw redirect(localizedPath(`/gift-cards/${card.id}`, ctx.locale), { headers: PRIVATE });
    return refuse(ctx, back);
  }
  const started = await pay(ctx, card, form);
  if (started.ok) throw redirectDocument(started.redirect_url);
  return refuse(ctx, started);
}

function refuse(ctx: RequestContext, refusal: Refusal) {
  const { message, values } = refusalText(refusal, ctx.locale);
  return data<FormAnswer>(
    { intent: "", id: "", at: ctx.now.getTime(), formError: message, ...(values && { values }) },
    { status: 409, headers: PRIVATE },
  );
}

async function pay(ctx: RequestContext, card: Card, form: FormData) {
  const bill = billOf(card);
  const option = await optionFor(ctx, bill, waySent(form) ?? "", card.later);
  if (!option) return fail("provider");
  const key = form.get("key");
  const isKey = typeof key === "string" && /^[\w-]{8,100}$/.test(key);
  return startPayment(
    ctx,
    { ...option, email_code: "", of: giftCardRef(card.id), displayed_total: bill },
    isKey ? key : crypto.randomUUID(),
  );
}

export default later(
  "page-gift-card",
  async () => (await import("#src/modules/sales/gift-cards/components/gift-card-page.tsx")).default,
  "touched",
);
