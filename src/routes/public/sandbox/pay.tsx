import { redirect } from "react-router";
import { hostedSession, payPath } from "#src/modules/money/sandbox/queries.server.ts";
import { recordOutcome } from "#src/modules/money/sandbox/record-outcome.server.ts";
import { RETURNS } from "#src/modules/money/sandbox/rules/outcome.ts";
import { OutcomeInput } from "#src/modules/money/sandbox/schema.ts";
import { requestContext } from "#src/platform/context.server.ts";
import type { Route } from "./+types/pay";
import SandboxPay from "#src/modules/money/sandbox/components/pay-page.tsx";

// the URL is a secret
export const headers = () => ({ "cache-control": "no-store", "referrer-policy": "no-referrer" });

export async function loader({ context, params }: Route.LoaderArgs) {
  const session = await hostedSession(context.get(requestContext), params.id);
  if (!session) throw new Response(null, { status: 404 });
  return { session };
}

/** Triggers an outcome, then redirects the guest onward, or back here: to retry, or because "the tab was closed". */
export async function action({ context, params, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const session = await hostedSession(ctx, params.id);
  if (!session) throw new Response(null, { status: 404 });
  const form = await request.formData();
  const input = readOutcome(form);
  if (!input.success) throw new Response(null, { status: 400 });
  const result = await recordOutcome(ctx, session.id, input.data);
  const leaves = result.ok && !form.has("stay") ? RETURNS[input.data.outcome] : undefined;
  if (leaves) return redirect(leaves === "success" ? session.successUrl : session.cancelUrl, 303);
  return redirect(payPath(session.id, ctx.locale), 303);
}

const readOutcome = (form: FormData) =>
  OutcomeInput.safeParse({
    outcome: form.get("outcome"),
    delivery: form.get("delivery") ?? undefined,
    dispute: form.has("dispute"),
    refunds_fail: form.has("refunds_fail"),
  });

export default SandboxPay;
