import { data, redirect } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { previewBulkCancel } from "#src/modules/office/booking-admin/preview-bulk-act.server.ts";
import { CANCEL_CHOICES } from "#src/modules/office/booking-admin/rules/admin-money.ts";
import { askedIn } from "#src/modules/office/booking-admin/rules/bulk-acts.ts";
import { StartBulkAct } from "#src/modules/office/booking-admin/schema.ts";
import { startBulkAct } from "#src/modules/office/booking-admin/start-bulk-act.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { confirmationWordOfSeveral, isConfirmed } from "#src/modules/money/payments/rules/cancel-preview.ts";
import type { RequestContext } from "#src/platform/context.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/cancel-bookings";
import CancelBookingsPage from "#src/modules/office/booking-admin/admin/cancel-bookings-page.tsx";

/** A refused preview is computed again; by default the router doesn't revalidate after a refusal. */
export const shouldRevalidate = () => true;

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const asked = wishIn(ctx, request);
  const seen = await previewBulkCancel(ctx, asked.chosen, asked.choice);
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
    choice: asked.choice,
    mayRefund: asked.mayRefund,
    counted: ctx.now.toISOString(),
    word: confirmationWordOfSeveral(ahead, ctx.locale),
    formKey: crypto.randomUUID(),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const { chosen, choice } = wishIn(ctx, request);
  const at = ctx.now.getTime();
  const input = StartBulkAct.safeParse(Object.fromEntries(await request.formData()));
  if (!input.success) throw data(null, { status: 400 });
  const { key, fingerprint, count, word } = input.data;
  if (!isConfirmed(word, confirmationWordOfSeveral(count, ctx.locale)))
    return data({ at, wrongWord: true, stale: false }, { status: 422 });
  const started = await startBulkAct(ctx, { key, chosen, act: { act: "cancel", choice }, fingerprint });
  if (started.ok) throw redirect(localizedPath(`/admin/bookings/bulk/${started.id}`, ctx.locale));
  if (started.reason === "forbidden") throw refused(started);
  return data({ at, wrongWord: false, stale: true }, { status: 409 });
}

/** The bookings in the address, and the rule; without a rule, what a single cancellation begins with. */
function wishIn(ctx: RequestContext, request: Request) {
  const { searchParams } = new URL(request.url);
  const chosen = askedIn(searchParams);
  if (!chosen) throw data(null, { status: 404 });
  const mayRefund = can(ctx.actor, "payments.change");
  const asked = CANCEL_CHOICES.find((one) => one === searchParams.get("choice"));
  return { chosen, mayRefund, choice: mayRefund ? (asked ?? "guest") : "none" } as const;
}

export default CancelBookingsPage;
