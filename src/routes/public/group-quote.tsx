import { data, redirectDocument } from "react-router";
import { z } from "zod";
import { acceptQuote } from "#src/modules/changes/groups/accept-quote.server.ts";
import { declineQuote } from "#src/modules/changes/groups/decline-quote.server.ts";
import { ownQuote } from "#src/modules/changes/groups/queries.server.ts";
import { depositRef } from "#src/modules/changes/groups/rules/deposit.ts";
import type { OwnQuote } from "#src/modules/changes/groups/schema.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import {
  optionFor,
  paymentOptions,
  paymentStateOf,
  settleOpenPayments,
} from "#src/modules/money/payments/queries.server.ts";
import { startPayment } from "#src/modules/money/payments/start-payment.server.ts";
import { waySent } from "#src/modules/sales/booking/rules/details-form.ts";
import { refusalText } from "#src/modules/sales/booking/rules/refusal-text.ts";
import { type RequestContext, requestContext } from "#src/platform/context.server.ts";
import { act, actOf } from "#src/routes/shared/act.server.ts";
import { guestAct } from "#src/routes/shared/guest-act.server.ts";
import { PRIVATE } from "#src/routes/shared/headers.server.ts";
import type { FormAnswer } from "#src/ui/form/answer.ts";
import { later } from "#src/ui/later.tsx";
import type { Route } from "./+types/group-quote";

export const headers = () => PRIVATE;

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("token");

/** Opening the link changes nothing, as email scanners open links too; but a payment that was made meanwhile is settled. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const before = await ownQuote(ctx, params.quoteId, tokenOf(request));
  // works from the URL alone: bank apps return to another browser
  if (before?.standing === "deposit") await settleOpenPayments(ctx, before.deposit!.id!);
  const quote = before?.standing === "deposit" ? await ownQuote(ctx, params.quoteId, tokenOf(request)) : before;
  const returned = new URL(request.url).searchParams.get("payment") === "returned";
  const paying = quote?.standing === "deposit" ? await payingOf(ctx, quote, returned) : null;
  return data({ quote, paying }, { status: quote ? 200 : 404, headers: PRIVATE });
}

/** What the form that pays a deposit needs. */
async function payingOf(ctx: RequestContext, { deposit }: OwnQuote, returned: boolean) {
  const { last, bank } = await paymentStateOf(ctx, deposit!.id!);
  return {
    ways: await paymentOptions(ctx, deposit!.amount),
    isWaiting: bank !== null || (returned && last === "open"),
    key: crypto.randomUUID(),
    practice: practises(ctx),
  };
}

const Nothing = z.object({});

/** Accepts or declines what is offered, or leads to where its deposit is paid. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const form = await request.formData();
  const link = { id: params.quoteId, token: tokenOf(request) };
  if (form.get("intent") === "pay") return pay(context.get(requestContext), link, form);
  const refusal = ({ reason }: { reason: string }) => ({
    // what it became since is on the page
    formError: reason.startsWith("quote_") ? ("groups.quote.changed" as const) : ("groups.quote.failed" as const),
  });
  const acts = {
    accept: act({
      input: Nothing,
      run: (ctx) => acceptQuote(ctx, link),
      done: () => ({}),
      refusal,
    }),
    decline: act({
      input: Nothing,
      run: (ctx) => declineQuote(ctx, link),
      done: () => ({}),
      refusal,
    }),
  };
  return guestAct(context.get(requestContext), form, actOf(acts, form), { headers: PRIVATE });
}

async function pay(ctx: RequestContext, { id, token }: { id: string; token: string | null }, form: FormData) {
  const quote = await ownQuote(ctx, id, token);
  const refuse = (formError: FormAnswer["formError"], values?: FormAnswer["values"]) =>
    data<FormAnswer>(
      { intent: "pay", id: "", at: ctx.now.getTime(), ...(formError && { formError }), ...(values && { values }) },
      { status: 409, headers: PRIVATE },
    );
  if (quote?.standing !== "deposit") return refuse("groups.quote.changed");
  const { id: depositId, amount: bill } = quote.deposit!;
  const option = await optionFor(ctx, bill, waySent(form) ?? "");
  if (!option) return refuse("groups.quote.changed");
  const key = form.get("key");
  const isKey = typeof key === "string" && /^[\w-]{8,100}$/.test(key);
  const started = await startPayment(
    ctx,
    { ...option, email_code: "", of: depositRef(depositId!), displayed_total: bill },
    isKey ? key : crypto.randomUUID(),
  );
  if (started.ok) throw redirectDocument(started.redirect_url);
  const { message, values } = refusalText(started, ctx.locale);
  return refuse(message, values);
}

export default later(
  "page-group-quote",
  async () => (await import("#src/modules/changes/groups/components/group-quote-page.tsx")).default,
  "touched",
);
