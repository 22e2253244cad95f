import { data } from "react-router";
import { barPage } from "#src/modules/evening/vouchers/queries.server.ts";
import { redeemVoucher, undoVoucher } from "#src/modules/evening/vouchers/redeem-voucher.server.ts";
import {
  type BarAnswer,
  type BarExtra,
  notReached,
  redeemed,
  refusedAtBar,
  undone,
} from "#src/modules/evening/vouchers/rules/answer.ts";
import { RedeemAct, UndoAct } from "#src/modules/evening/vouchers/schema.ts";
import { requestContext } from "#src/platform/context.server.ts";
import { later } from "#src/ui/later.tsx";
import { aboutForm, type Reply } from "#src/ui/form/answer.ts";
import { sendOrKeep } from "#src/ui/form/send-or-keep.ts";
import { type Act, act, actOf } from "#src/routes/shared/act.server.ts";
import { guestAct } from "#src/routes/shared/guest-act.server.ts";
import { SECRET } from "#src/routes/shared/headers.server.ts";
import type { Route } from "./+types/bar";

export const headers = () => SECRET;

const STATUS = { open: 200, off: 403, revoked: 410 } as const;

/** What a bar sees behind its secret link. Opening it changes nothing. */
export async function loader({ context, params: { token } }: Route.LoaderArgs) {
  const bar = await barPage(context.get(requestContext), token);
  const page = { bar, tapKey: crypto.randomUUID() };
  return data(page, { status: bar ? STATUS[bar.state] : 404, headers: SECRET });
}

export async function action({ context, params: { token }, request }: Route.ActionArgs) {
  const form = await request.formData();
  // always 200: the page shows how it ended, and reads anew what was redeemed
  return guestAct<BarExtra>(context.get(requestContext), form, actOf(actsOf(token), form), {
    headers: SECRET,
    statusOf: () => 200,
  });
}

/** Redeems a voucher, or takes the last one back. */
const actsOf = (token: string): Record<string, Act<BarExtra>> => ({
  redeem: act({
    input: RedeemAct,
    run: (ctx, tap) => redeemVoucher(ctx, { token, ...tap }),
    done: (result) => withNext(redeemed(result)),
    refusal: (result) => {
      const { ok: _, reason, ...values } = result;
      return withNext(refusedAtBar(reason, values));
    },
  }),
  undo: act({
    input: UndoAct,
    run: (ctx, { use }) => undoVoucher(ctx, { token, use }),
    done: () => withNext(undone),
    refusal: ({ reason }) => withNext(refusedAtBar(reason)),
  }),
});

const withNext = (reply: Reply<BarExtra>) => ({ ...reply, next: crypto.randomUUID() });

/** After a tap that didn't arrive the next one is the same again. */
export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const sent = request.clone();
  return sendOrKeep(serverAction, async (): Promise<BarAnswer> => ({
    ...aboutForm(await sent.formData()),
    at: Date.now(),
    ...notReached,
  }));
}

const BarPage = later(
  "page-bar",
  () => import("#src/modules/evening/vouchers/components/bar-page.tsx").then((part) => part.BarPage),
  "touched",
);

export default function Bar({ loaderData: { bar, tapKey }, actionData }: Route.ComponentProps) {
  return <BarPage bar={bar} answer={actionData} tapKey={actionData?.next ?? actionData?.key ?? tapKey} />;
}
