import { useText } from "#src/locales/use-text.ts";
import { HostedFrame } from "#src/modules/money/sandbox/components/hosted-frame.tsx";
import { PaymentSheet } from "#src/modules/money/sandbox/components/payment-sheet.tsx";
import { SessionResult } from "#src/modules/money/sandbox/components/session-result.tsx";
import { hasBench, TestBench } from "#src/modules/money/sandbox/components/test-bench.tsx";
import { type HostedSession } from "#src/modules/money/sandbox/schema.ts";
import { LINK } from "#src/ui/button.tsx";
import { Notice } from "#src/ui/notice.tsx";
import type { Route } from "#routes/public/sandbox/+types/pay.ts";

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
