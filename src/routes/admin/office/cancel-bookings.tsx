import { data } from "react-router";
import { previewBulkCancel } from "#src/modules/office/booking-admin/preview-bulk-act.server.ts";
import { CANCEL_CHOICES } from "#src/modules/office/booking-admin/rules/admin-money.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { confirmationWordOfSeveral } from "#src/modules/changes/cancellation/rules/cancel-preview.ts";
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
  const bulkCancel = await previewBulkCancel(ctx, chosenIn(request), choice);
  if (!bulkCancel.ok && bulkCancel.reason === "too_many") return { tooMany: bulkCancel.max, formKey: "" };
  if (!bulkCancel.ok) throw refused(bulkCancel);
  if (bulkCancel.rows.length === 0) throw data(null, { status: 404 });
  const { rows, preview, fingerprint } = bulkCancel;
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

export const action = (args: Route.ActionArgs) =>
  actOnSeveral(args, (ctx) => ({ act: "cancel", choice: choiceIn(ctx, args.request).choice }));

/** The refund rule in the address; without one, what a single cancellation begins with. */
function choiceIn(ctx: RequestContext, request: Request) {
  const mayRefund = can(ctx.actor, "payments.change");
  const match = CANCEL_CHOICES.find((one) => one === new URL(request.url).searchParams.get("choice"));
  return { mayRefund, choice: mayRefund ? (match ?? "guest") : "none" } as const;
}

export default CancelBookingsPage;
