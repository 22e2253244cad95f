import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import type { HostedSession } from "#src/modules/money/sandbox/schema.ts";
import { buttonClass } from "#src/ui/button.tsx";
import { Notice } from "#src/ui/notice.tsx";

type Done = Exclude<HostedSession["state"], "open">;
const TONES = { paid: "good", pending: "info", failed: "bad", cancelled: "warning", expired: "warning" } as const;

/** The outcome of a payment, and the way back to the shop. */
export function SessionResult({ session, state }: { session: HostedSession; state: Done }) {
  const { t, locale } = useText();
  const { asked: amount, charged, method } = session;
  const reached = state === "paid" || state === "pending";
  const isWrong = charged !== null && charged.amount !== amount.amount;
  return (
    <section className="grid gap-4 rounded-lg bg-surface p-5 shadow-lg sm:p-7">
      <h1 className="text-h2">{t(`sandbox.state.${state}.title`, { method })}</h1>
      <p className="text-text-2">{session.description}</p>
      <Notice tone={TONES[state]}>
        {t(`sandbox.state.${state}.text`, { amount: formatMoney(charged ?? amount, locale), method })}
      </Notice>
      {isWrong && (
        <Notice tone="warning">{t("sandbox.state.paid.wrong", { asked: formatMoney(amount, locale) })}</Notice>
      )}
      {session.disputed && <Notice tone="warning">{t("sandbox.state.paid.disputed")}</Notice>}
      {/* a plain link: the shop is another site */}
      <a href={reached ? session.successUrl : session.cancelUrl} className={buttonClass({ wide: true })}>
        {t("sandbox.backToShop")}
      </a>
    </section>
  );
}
