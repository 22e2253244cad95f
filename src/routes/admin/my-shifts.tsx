import { data } from "react-router";
import { answerOwn } from "#src/modules/evening/guides/answer-shifts.server.ts";
import { ownShifts } from "#src/modules/evening/guides/queries.server.ts";
import { renewCalendar } from "#src/modules/evening/guides/renew-calendar.server.ts";
import { type GuidesAnswer, refusalOf } from "#src/modules/evening/guides/rules/answer.ts";
import { OwnIntent } from "#src/modules/evening/guides/schema.ts";
import { showOneself } from "#src/modules/evening/guides/show-guide.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { readAfterRefusal } from "#src/routes/admin/shared.ts";
import type { Route } from "./+types/my-shifts";
import MyShiftsPage from "#src/modules/evening/guides/admin/my-shifts-page.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const seen = await ownShifts(await staffContext(context));
  if (!seen.ok) throw refused(seen);
  return seen;
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const asked = OwnIntent.safeParse(Object.fromEntries(await request.formData()));
  if (!asked.success) throw data(null, { status: 400 });
  const intent = asked.data;
  const answer = (body: Omit<GuidesAnswer, "at">) =>
    data<GuidesAnswer>({ ...body, at: ctx.now.getTime() }, { status: body.bad ? 409 : 200 });
  if (intent.intent === "renew") {
    const result = await renewCalendar(ctx, intent);
    if (!result.ok) throw refused(result);
    return answer({ flash: "guides-admin.calendarRenewed", done: true });
  }
  if (intent.intent === "appear") {
    const result = await showOneself(ctx, intent);
    if (!result.ok) throw refused(result);
    return answer({ flash: intent.shown ? "guides-admin.youAppear" : "guides-admin.youDontAppear", done: true });
  }
  const result = await answerOwn(ctx, intent);
  if (result.ok)
    return answer({ flash: intent.answer === "accept" ? "guides-admin.youAccepted" : "guides-admin.youDeclined" });
  if (result.reason === "forbidden") throw refused(result);
  return answer({ flash: refusalOf(result.reason), bad: true });
}

export const shouldRevalidate = readAfterRefusal;

export default MyShiftsPage;
