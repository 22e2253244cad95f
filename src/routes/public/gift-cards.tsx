import { redirect } from "react-router";
import { z } from "zod";
import { dateIn, HOME_ZONE } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { type Currency, formatMoney } from "#src/kernel/money.ts";
import { appSettings, currenciesToPayIn, currencyRates } from "#src/modules/base/settings/queries.server.ts";
import { setOrConverted } from "#src/modules/site/catalog/rules/price.ts";
import { nightsToGive, orderGiftCard } from "#src/modules/sales/gift-cards/order-gift-card.server.ts";
import { MOST_DAYS_AHEAD } from "#src/modules/sales/gift-cards/rules/gift-card.ts";
import {
  FIELDS,
  type FormValues,
  type OrderExtra,
  readFormValues,
  TRAP,
} from "#src/modules/sales/gift-cards/rules/order-form.ts";
import { OrderGiftCard } from "#src/modules/sales/gift-cards/schema.ts";
import { type RequestContext, requestContext, signedIn } from "#src/platform/context.server.ts";
import { act, withHidden } from "#src/routes/shared/act.server.ts";
import { guestAct } from "#src/routes/shared/guest-act.server.ts";
import { PRIVATE } from "#src/routes/shared/headers.server.ts";
import { lostForm } from "#src/ui/form/answer.ts";
import { sendOrKeep } from "#src/ui/form/send-or-keep.ts";
import { later } from "#src/ui/later.tsx";
import type { Route } from "./+types/gift-cards";

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const { giftCards } = await appSettings(ctx);
  return { offer: giftCards.on ? await offerOf(ctx) : null };
}

async function offerOf(ctx: RequestContext) {
  const [{ giftCards, maxPeople }, currencies, nights, rates, actor] = await Promise.all([
    appSettings(ctx),
    currenciesToPayIn(ctx),
    nightsToGive(ctx),
    currencyRates(ctx),
    ctx.user(),
  ]);
  const { amounts, least, most, months, refundDays } = giftCards;
  const listed = amounts[1] ?? amounts[0];
  const start: FormValues = {
    key: crypto.randomUUID(),
    worth: listed === undefined ? "own" : "listed",
    listed: String(listed ?? ""),
    own: "",
    currency: currencies[0] ?? "MXN",
    crawl: nights[0]?.id ?? "",
    people: "2",
    receiver_name: "",
    receiver_email: "",
    message: "",
    send_on: dateIn(ctx.now, HOME_ZONE),
    buyer_name: "",
    buyer_email: actor.email ?? "",
  };
  return {
    start,
    amounts: currencies.includes("MXN") ? amounts : [],
    least,
    most,
    months,
    refundDays,
    currencies,
    nights: nights.map(({ id, title, city, price, prices }) => ({
      id,
      title,
      city,
      price: setOrConverted(prices, price, start.currency as Currency, rates.perUsd),
    })),
    maxPeople,
    firstDay: start.send_on,
    lastDay: dateIn(new Date(ctx.now.getTime() + MOST_DAYS_AHEAD * 86_400_000), HOME_ZONE),
  };
}

export const action = async ({ context, request }: Route.ActionArgs) =>
  guestAct<OrderExtra>(
    await signedIn(context),
    await request.formData(),
    act({
      input: (form, { locale }) =>
        withHidden(
          OrderGiftCard.safeParse({ ...readFormValues(form), language: locale }),
          Hidden.safeParse(Object.fromEntries(form)),
        ),
      fields: FIELDS,
      typed: (form) => ({ formValues: readFormValues(form) }),
      run: (ctx, { [TRAP]: trap, ...input }) => orderGiftCard(ctx, input, trap),
      done: ({ id }, _, { locale }) => {
        throw redirect(localizedPath(id === null ? "/gift-cards" : `/gift-cards/${id}`, locale), { headers: PRIVATE });
      },
      refusal: (refusal, _, { locale }) => {
        if (refusal.reason === "amount_outside") {
          const { currency } = refusal;
          const money = (amount: number) => formatMoney({ amount, currency }, locale);
          return {
            formError: "gift-cards.error.outside",
            values: { least: money(refusal.least), most: money(refusal.most) },
          };
        }
        if (refusal.reason === "amount_missing")
          return { fieldErrors: [{ id: "own", message: "gift-cards.error.amount" }] };
        if (refusal.reason === "day_outside") return { formError: "gift-cards.error.day" };
        if (refusal.reason === "not_offered") return { formError: "gift-cards.notOffered" };
        return refusal.reason === "not_found" ? { formError: "gift-cards.error.worth" } : undefined;
      },
    }),
  );

const Hidden = z.object({ [TRAP]: z.string().catch("") });

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders ?? PRIVATE;

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  sendOrKeep(serverAction, () => lostForm<OrderExtra>("gift-cards.error.failed"));

export default later(
  "page-gift-cards",
  async () => (await import("#src/modules/sales/gift-cards/components/gift-cards-page.tsx")).default,
  "touched",
);
