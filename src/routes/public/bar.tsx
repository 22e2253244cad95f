import { data } from "react-router";
import { barPage } from "#src/modules/evening/vouchers/queries.server.ts";
import { redeemVoucher, undoVoucher } from "#src/modules/evening/vouchers/redeem-voucher.server.ts";
import {
  type BarAnswer,
  notReached,
  redeemed,
  refusedAtBar,
  undone,
} from "#src/modules/evening/vouchers/rules/answer.ts";
import { RedeemAct, UndoAct } from "#src/modules/evening/vouchers/schema.ts";
import { requestContext } from "#src/platform/context.server.ts";
import { later } from "#src/ui/later.tsx";
import { sendOrKeep } from "#src/ui/form/send-or-keep.ts";
import { textsOf } from "#src/kernel/form-texts.ts";
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

/** Redeems a voucher, or takes the last one back. */
export async function action({ context, params: { token }, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const form = Object.fromEntries(await request.formData());
  const undo = UndoAct.safeParse(form);
  if (undo.success) {
    const result = await undoVoucher(ctx, { token, use: undo.data.use });
    return answer(result.ok ? undone : refusedAtBar(result.reason, {}));
  }
  const parsed = RedeemAct.safeParse(form);
  if (!parsed.success) throw data(null, { status: 400, headers: SECRET });
  const result = await redeemVoucher(ctx, { token, ...parsed.data });
  if (result.ok) return answer(redeemed(result));
  const { ok: _, reason, ...values } = result;
  return answer(refusedAtBar(reason, values));
}

/** How a tap ended, and the key of the next one: with the answer, or the form would be emptied again while a code is typed. */
type Tapped = { said: BarAnswer | null; next: string };

// always 200: the page shows how it ended, and reads again what was redeemed
const answer = (lastAnswer: BarAnswer | null) =>
  data<Tapped>({ said: lastAnswer, next: crypto.randomUUID() }, { headers: SECRET });

/** After a tap that didn't arrive the next one is the same again. */
export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const sent = request.clone();
  return sendOrKeep(serverAction, async (): Promise<Tapped> => ({
    said: notReached,
    next: textsOf(await sent.formData(), ["key"]).key,
  }));
}

const BarPage = later(
  "page-bar",
  () => import("#src/modules/evening/vouchers/components/bar-page.tsx").then((part) => part.BarPage),
  "touched",
);

export default function Bar({ loaderData: { bar, tapKey }, actionData }: Route.ComponentProps) {
  return <BarPage bar={bar} answer={actionData?.said ?? null} tapKey={actionData?.next || tapKey} />;
}
