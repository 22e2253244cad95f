import { redirect } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { assignGuide } from "#src/modules/evening/guides/assign-guide.server.ts";
import { repeatRequest } from "#src/modules/evening/guides/repeat-request.server.ts";
import {
  assignedAnswer,
  GUIDE_REFUSALS,
  namedRefusal,
  REFUSED_IN_URL,
  refusalOf,
} from "#src/modules/evening/guides/rules/answer.ts";
import { AssignGuide, ChangeShift } from "#src/modules/evening/guides/schema.ts";
import { withdrawShift } from "#src/modules/evening/guides/withdraw-shift.server.ts";
import { requestContext } from "#src/platform/context.server.ts";
import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { act } from "#src/routes/shared/act.server.ts";
import { staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/night-guides";

/** The address only takes forms: whoever opens it sees the night that they belong to. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  throw redirect(localizedPath(`/admin/schedule/edit/${params.id}`, ctx.locale));
}

export async function action({ params: { id }, context, request }: Route.ActionArgs) {
  const answer = await adminAct(
    { context, request },
    {
      refusals: GUIDE_REFUSALS,
      acts: {
        assign: act({
          input: AssignGuide,
          fields: ["user_id", "note"],
          run: (ctx, input) => assignGuide(ctx, { ...input, departure_id: id }),
          done: (result) => assignedAnswer(result),
          refusal: (refusal) => ({
            formError: refusalOf(refusal.reason),
            ...(refusal.reason === "guide_busy" && {
              values: { title: refusal.night.title, start: refusal.night.start },
            }),
          }),
        }),
        withdraw: act({
          input: ChangeShift,
          run: (ctx, { shift_id }) => withdrawShift(ctx, { departure_id: id, shift_id }),
          done: ({ told: isNotified }) => ({
            flash: isNotified ? "guides-admin.withdrawn" : "guides-admin.withdrawnQuietly",
          }),
        }),
        ask_again: act({
          input: ChangeShift,
          run: (ctx, { shift_id }) => repeatRequest(ctx, { departure_id: id, shift_id }),
          done: "guides-admin.askedAgain",
        }),
      },
    },
  );
  if (request.headers.get("sec-fetch-dest") !== "document") return answer;
  // a form that was posted without scripts has no page of its own to show the answer on: that of the form shows it
  const { locale } = context.get(requestContext);
  const [edit, night] = ["schedule/edit", "nights"].map((at) => localizedPath(`/admin/${at}/${id}`, locale));
  const from = URL.parse(request.headers.get("referer") ?? "")?.pathname;
  const refusal = namedRefusal(answer.data);
  const query = refusal ? `?${new URLSearchParams({ [REFUSED_IN_URL]: refusal })}` : "";
  throw redirect(`${from === night ? night : edit}${query}`);
}
