import { data } from "react-router";
import { dateIn, HOME_ZONE } from "#src/kernel/local-time.ts";
import type { FieldError } from "#src/locales/field-errors.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { payNights, unpayNights } from "#src/modules/evening/guides/pay-nights.server.ts";
import { guidesPage } from "#src/modules/evening/guides/queries.server.ts";
import { type GuidesAnswer, refusalOf } from "#src/modules/evening/guides/rules/answer.ts";
import { monthIn } from "#src/modules/evening/guides/rules/month.ts";
import { GuidesIntent, PayNights, SetPay, ShowGuide } from "#src/modules/evening/guides/schema.ts";
import { setPay } from "#src/modules/evening/guides/set-pay.server.ts";
import { showGuide } from "#src/modules/evening/guides/show-guide.server.ts";
import type { RequestContext } from "#src/platform/context.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { readAfterRefusal } from "#src/routes/admin/shared.ts";
import type { Route } from "./+types/guides";
import GuidesPage from "#src/modules/evening/guides/admin/guides-page.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const today = dateIn(ctx.now, HOME_ZONE);
  const seen = await guidesPage(ctx, monthIn(new URL(request.url).searchParams.get("month"), today));
  if (!seen.ok) throw refused(seen);
  return { ...seen, today };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const form = Object.fromEntries(await request.formData());
  const asked = GuidesIntent.safeParse(form);
  if (!asked.success) throw data(null, { status: 400 });
  const { intent } = asked.data;
  const answer = await (intent === "set_pay"
    ? pay(ctx, form)
    : intent === "show"
      ? show(ctx, form)
      : settle(ctx, intent, form));
  return data<GuidesAnswer>({ ...answer, at: ctx.now.getTime() }, { status: answer.done ? 200 : 409 });
}

type Answer = Omit<GuidesAnswer, "at">;

async function pay(ctx: RequestContext, form: object): Promise<Answer> {
  const input = SetPay.safeParse(form);
  if (!input.success) {
    const fieldErrors = input.error.issues.map(({ path, message }): FieldError => ({
      id: String(path[0]),
      message: message as MessageId,
    }));
    return { fieldErrors };
  }
  const result = await setPay(ctx, input.data);
  if (result.ok) return { flash: "guides-admin.paySet", done: true };
  if (result.reason === "forbidden") throw refused(result);
  return { flash: refusalOf(result.reason), bad: true };
}

async function show(ctx: RequestContext, form: object): Promise<Answer> {
  const input = ShowGuide.safeParse(form);
  if (!input.success) throw data(null, { status: 400 });
  const result = await showGuide(ctx, input.data);
  if (result.ok) return { flash: input.data.shown ? "guides-admin.isShown" : "guides-admin.isHidden", done: true };
  if (result.reason === "forbidden") throw refused(result);
  return { flash: refusalOf(result.reason), bad: true };
}

async function settle(ctx: RequestContext, intent: "pay" | "unpay", form: object): Promise<Answer> {
  const input = PayNights.safeParse(form);
  if (!input.success) throw data(null, { status: 400 });
  const { user_id, month } = input.data;
  if (intent === "unpay") {
    const result = await unpayNights(ctx, input.data);
    if (result.ok) return { flash: "guides-admin.notPaid", values: { count: result.nights }, done: true };
    if (result.reason === "forbidden") throw refused(result);
    return { flash: refusalOf(result.reason), bad: true };
  }
  const result = await payNights(ctx, input.data);
  if (result.ok) {
    const undo = { intent: "unpay", user_id: user_id ?? "", month, shift_ids: result.shiftIds.join(",") };
    return { flash: "guides-admin.markedPaid", values: { count: result.nights }, done: true, undo };
  }
  if (result.reason === "forbidden") throw refused(result);
  return { flash: refusalOf(result.reason), bad: true };
}

export const shouldRevalidate = readAfterRefusal;

export default GuidesPage;
