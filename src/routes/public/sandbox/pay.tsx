import { redirect } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { HostedFrame } from "#src/modules/money/sandbox/components/hosted-frame.tsx";
import { PaymentSheet } from "#src/modules/money/sandbox/components/payment-sheet.tsx";
import { SessionResult } from "#src/modules/money/sandbox/components/session-result.tsx";
import { hasBench, TestBench } from "#src/modules/money/sandbox/components/test-bench.tsx";
import { hostedSession, payPath } from "#src/modules/money/sandbox/queries.server.ts";
import { recordOutcome } from "#src/modules/money/sandbox/record-outcome.server.ts";
import { RETURNS } from "#src/modules/money/sandbox/rules/outcome.ts";
import { type HostedSession, OutcomeInput } from "#src/modules/money/sandbox/schema.ts";
import { requestContext } from "#src/platform/context.server.ts";
import { LINK } from "#src/ui/button.tsx";
import { Notice } from "#src/ui/notice.tsx";
import type { Route } from "./+types/pay";

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

export default function SandboxPay({ loaderData: { session } }: Route.ComponentProps) {
  const { t } = useText();
  const bench = hasBench(session);
  return (
    <HostedFrame>
      <title>{t("sandbox.title")}</title>
      <meta name="robots" content="noindex" />
      {session.state === "open" && session.failure && <Refused session={session} reason={session.failure} />}
      {/* a plain form: the outcome is a page load, with or without JavaScript */}
      <form
        method="post"
        className={`grid items-start gap-6 lg:gap-8 ${bench ? "lg:grid-cols-2" : "mx-auto max-w-[34rem]"}`}
      >
        {session.state === "open" ? (
          <PaymentSheet session={session} />
        ) : (
          <SessionResult session={session} state={session.state} />
        )}
        {bench && <TestBench session={session} />}
      </form>
    </HostedFrame>
  );
}

function Refused({ session, reason }: { session: HostedSession; reason: string }) {
  const { t } = useText();
  return (
    <Notice tone="bad" live className="mb-6">
      <p>{t(reason === "insufficient_funds" ? "sandbox.failure.insufficient_funds" : "sandbox.failure.declined")}</p>
      <a href={session.cancelUrl} className={`${LINK} -mb-2 inline-flex min-h-11 items-center`}>
        {t("sandbox.backToShop")}
      </a>
    </Notice>
  );
}
