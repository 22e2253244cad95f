import { isRouteErrorResponse } from "react-router";
import { z } from "zod";
import { dateIn, dateInSentence, HOME_ZONE, timeIn } from "#src/kernel/local-time.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { historyOf } from "#src/modules/office/audit-log/queries.server.ts";
import { giftCardForStaff, listGiftCards } from "#src/modules/sales/gift-cards/queries.server.ts";
import { CARD_LIST, CARD_REFUSALS, ISSUE_FIELDS } from "#src/modules/sales/gift-cards/rules/card-list.ts";
import { issueGiftCard } from "#src/modules/sales/gift-cards/issue-gift-card.server.ts";
import { readdressGiftCard } from "#src/modules/sales/gift-cards/readdress-gift-card.server.ts";
import { refundGiftCard } from "#src/modules/sales/gift-cards/refund-gift-card.server.ts";
import { IssueGiftCard, ReaddressGiftCard, RefundGiftCard } from "#src/modules/sales/gift-cards/schema.ts";
import { voidGiftCard } from "#src/modules/sales/gift-cards/void-gift-card.server.ts";
import GiftCardsPage, { GiftCardsFailure } from "#src/modules/sales/gift-cards/admin/gift-cards-page.tsx";
import { AdminFailure } from "#src/routes/admin/components/failure.tsx";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { keepFormValues } from "#src/routes/admin/shared.ts";
import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { act } from "#src/routes/shared/act.server.ts";
import type { Route } from "./+types/gift-cards";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const filter = CARD_LIST.read(new URL(request.url).searchParams);
  const list = await listGiftCards(ctx, { search: filter.q, page: filter.page });
  if (!list.ok) throw refused(list);
  const mayChange = can(ctx.actor, "payments.change");
  const isNew = filter.open === "new" && mayChange;
  const opened = filter.open && !isNew ? await giftCardForStaff(ctx, filter.open) : null;
  return {
    cards: list.cards,
    total: list.total,
    filter,
    mayChange,
    opened,
    history: opened ? await historyOf(ctx, [["gift_card", opened.id]]) : [],
    issue: isNew ? { key: crypto.randomUUID(), day: dateIn(ctx.now, HOME_ZONE) } : null,
  };
}

export const action = (args: Route.ActionArgs) =>
  adminAct(args, {
    refusals: CARD_REFUSALS,
    acts: {
      issue: act({
        input: (form) => {
          const { intent: _intent, id: _id, ...typed } = Object.fromEntries(form);
          return IssueGiftCard.safeParse(typed);
        },
        fields: ISSUE_FIELDS,
        run: issueGiftCard,
        done: "gift-cards-admin.flash.issued",
        refusal: (refusal, _, { locale }) => {
          if (refusal.reason !== "amount_outside") return undefined;
          const { least, most, currency } = refusal;
          const money = (amount: number) => formatMoney({ amount, currency }, locale);
          return { formError: "gift-cards.error.outside", values: { least: money(least), most: money(most) } };
        },
      }),
      send: act({
        input: (form) =>
          ReaddressGiftCard.safeParse({ id: form.get("id"), receiver_email: form.get("receiver_email") }),
        fields: ["receiver_email"],
        run: readdressGiftCard,
        done: "gift-cards-admin.flash.sent",
      }),
      refund: act({ input: RefundGiftCard, run: refundGiftCard, done: "gift-cards-admin.flash.refunded" }),
      void: act({
        input: z.object({ id: z.uuid() }),
        run: voidGiftCard,
        done: "gift-cards-admin.flash.voided",
        refusal: (refusal, _, { locale, now }) => {
          if (refusal.reason !== "card_payable" || refusal.until <= now) return undefined;
          const { until } = refusal;
          const values = {
            date: dateInSentence(dateIn(until, HOME_ZONE), locale),
            time: timeIn(until, HOME_ZONE, locale),
          };
          return { flash: "gift-cards-admin.refused.payable", bad: true, values };
        },
      }),
    },
  });

export const clientAction = (args: Route.ClientActionArgs) =>
  keepFormValues(args, () => "gift-cards-admin.refused.failed");

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return isRouteErrorResponse(error) ? <AdminFailure error={error} /> : <GiftCardsFailure />;
}

export default GiftCardsPage;
