import { data } from "react-router";
import { previewBulkCancel } from "#src/modules/office/booking-admin/preview-bulk-act.server.ts";
import { CANCEL_CHOICES } from "#src/modules/office/booking-admin/rules/admin-money.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { confirmationWordOfSeveral } from "#src/modules/money/payments/rules/cancel-preview.ts";
import type { RequestContext } from "#src/platform/context.server.ts";
import { actOnSeveral, chosenIn } from "#src/routes/admin/shared/bulk-act.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/cancel-bookings";
import CancelBookingsPage from "#src/modules/office/booking-admin/admin/cancel-bookings-page.tsx";

/** A refused preview is computed again; by default the router doesn't revalidate after a refusal. */
export const shouldRevalidate = () => true;

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const { choice, mayRefund } = choiceIn(ctx, request);
  const seen = await previewBulkCancel(ctx, chosenIn(request), choice);
  if (!seen.ok && seen.reason === "too_many") return { tooMany: seen.max, formKey: "" };
  if (!seen.ok) throw refused(seen);
  if (seen.rows.length === 0) throw data(null, { status: 404 });
  const { rows, preview, fingerprint } = seen;
  const ahead = rows.filter(({ expected }) => expected !== null).length;
  return {
    tooMany: null,
    rows,
    preview,
    fingerprint,
    choice,
    mayRefund,
    counted: ctx.now.toISOString(),
    word: confirmationWordOfSeveral(ahead, ctx.locale),
    formKey: crypto.randomUUID(),
  };
}

export const action = (asked: Route.ActionArgs) =>
  actOnSeveral(asked, (ctx) => ({ act: "cancel", choice: choiceIn(ctx, asked.request).choice }));

/** The refund rule in the address; without one, what a single cancellation begins with. */
function choiceIn(ctx: RequestContext, request: Request) {
  const mayRefund = can(ctx.actor, "payments.change");
  const asked = CANCEL_CHOICES.find((one) => one === new URL(request.url).searchParams.get("choice"));
  return { mayRefund, choice: mayRefund ? (asked ?? "guest") : "none" } as const;
}

export default CancelBookingsPage;
