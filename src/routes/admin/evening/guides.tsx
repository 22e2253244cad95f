import { dateIn, HOME_ZONE } from "#src/kernel/local-time.ts";
import { payNights, unpayNights } from "#src/modules/evening/guides/pay-nights.server.ts";
import { guidesPage } from "#src/modules/evening/guides/queries.server.ts";
import { GUIDE_REFUSALS } from "#src/modules/evening/guides/rules/answer.ts";
import { monthIn } from "#src/modules/evening/guides/rules/month.ts";
import { PayNights, SetPay, ShowGuide } from "#src/modules/evening/guides/schema.ts";
import { setPay } from "#src/modules/evening/guides/set-pay.server.ts";
import { showGuide } from "#src/modules/evening/guides/show-guide.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { act } from "#src/routes/shared/act.server.ts";
import { readAfterRefusal } from "#src/routes/admin/shared.ts";
import type { Route } from "./+types/guides";
import GuidesPage from "#src/modules/evening/guides/admin/guides-page.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const today = dateIn(ctx.now, HOME_ZONE);
  const page = await guidesPage(ctx, monthIn(new URL(request.url).searchParams.get("month"), today));
  if (!page.ok) throw refused(page);
  return { ...page, today };
}

export const action = (args: Route.ActionArgs) =>
  adminAct(args, {
    refusals: GUIDE_REFUSALS,
    acts: {
      set_pay: act({ input: SetPay, fields: ["amount"], run: setPay, done: "guides-admin.paySet" }),
      show: act({
        input: ShowGuide,
        run: showGuide,
        done: (_, { shown: isPublic }) => ({ flash: isPublic ? "guides-admin.isShown" : "guides-admin.isHidden" }),
      }),
      pay: act({
        input: PayNights,
        run: payNights,
        done: ({ nights, shiftIds }, { user_id, month }) => ({
          flash: "guides-admin.markedPaid",
          values: { count: nights },
          undo: { intent: "unpay", user_id: user_id ?? "", month, shift_ids: shiftIds.join(",") },
        }),
      }),
      unpay: act({
        input: PayNights,
        run: unpayNights,
        done: ({ nights }) => ({ flash: "guides-admin.notPaid", values: { count: nights } }),
      }),
    },
  });

export const shouldRevalidate = readAfterRefusal;

export default GuidesPage;
