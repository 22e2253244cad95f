import { answerOwn } from "#src/modules/evening/guides/answer-shifts.server.ts";
import { ownShifts } from "#src/modules/evening/guides/queries.server.ts";
import { renewCalendar } from "#src/modules/evening/guides/renew-calendar.server.ts";
import { GUIDE_REFUSALS } from "#src/modules/evening/guides/rules/answer.ts";
import { AnswerOwn, RenewCalendar, ShowOneself } from "#src/modules/evening/guides/schema.ts";
import { showOneself } from "#src/modules/evening/guides/show-guide.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { act } from "#src/routes/shared/act.server.ts";
import { readAfterRefusal } from "#src/routes/admin/shared.ts";
import type { Route } from "./+types/my-shifts";
import MyShiftsPage from "#src/modules/evening/guides/admin/my-shifts-page.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const page = await ownShifts(await staffContext(context));
  if (!page.ok) throw refused(page);
  return page;
}

export const action = (args: Route.ActionArgs) =>
  adminAct(args, {
    refusals: GUIDE_REFUSALS,
    acts: {
      answer: act({
        input: AnswerOwn,
        run: answerOwn,
        done: (_, { answer }) => ({
          flash: answer === "accept" ? "guides-admin.youAccepted" : "guides-admin.youDeclined",
        }),
      }),
      renew: act({ input: RenewCalendar, run: renewCalendar, done: "guides-admin.calendarRenewed" }),
      appear: act({
        input: ShowOneself,
        run: showOneself,
        done: (_, { shown: isPublic }) => ({
          flash: isPublic ? "guides-admin.youAppear" : "guides-admin.youDontAppear",
        }),
      }),
    },
  });

export const shouldRevalidate = readAfterRefusal;

export default MyShiftsPage;
