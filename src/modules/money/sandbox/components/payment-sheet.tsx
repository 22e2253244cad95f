import { Wallet } from "#src/ui/lucide/icons.ts";
import type { ReactNode } from "react";
import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import type { HostedSession } from "#src/modules/money/sandbox/schema.ts";
import { Button } from "#src/ui/button.tsx";
import { PayMark } from "#src/ui/pay-mark.tsx";

type Sheet = { session: HostedSession };

/** The payment as the guest sees it, styled as the chosen method, with the pay button. */
export function PaymentSheet({ session }: Sheet) {
  if (session.method === "apple_pay" || session.method === "google_pay") return <PhoneSheet session={session} />;
  if (session.method === "oxxo" || session.method === "spei") return <VoucherSheet session={session} />;
  return session.method === "paypal" ? <PayPalSheet session={session} /> : <CardSheet session={session} />;
}

function CardSheet({ session }: Sheet) {
  const { t } = useText();
  return (
    <section className="rounded-lg bg-surface p-5 shadow-lg sm:p-7">
      <Asked session={session} mark={<PayMark way="card" className="h-12! w-[4.65rem]!" />} />
      <dl className="mt-6 grid grid-cols-2 gap-x-3 gap-y-4">
        <Printed label={t("sandbox.sheet.number")} wide>
          4242 4242 4242 4242
        </Printed>
        <Printed label={t("sandbox.sheet.expires")}>12 / 40</Printed>
        <Printed label={t("sandbox.sheet.code")}>123</Printed>
      </dl>
      <p className="mt-2 mb-6 text-small text-text-2">{t("sandbox.sheet.filledIn")}</p>
      <Pay session={session} kind="primary" />
    </section>
  );
}

/** A dark sheet at the bottom of the screen, in both themes. */
function PhoneSheet({ session }: Sheet) {
  const { t } = useText();
  return (
    <section className="night rounded-lg p-5 inset-ring inset-ring-border sm:p-7">
      <Asked
        session={session}
        mark={
          <Wordmark>
            {t(session.method === "google_pay" ? "sandbox.method.google_pay" : "sandbox.method.apple_pay")}
          </Wordmark>
        }
      />
      <dl className="my-6 divide-y divide-border border-y">
        <Row label={t("sandbox.sheet.payWith")}>{t("sandbox.sheet.testCard")}</Row>
      </dl>
      <Pay session={session} kind="primary" className="bg-paper! text-ink! [--press:var(--n-line)]" />
    </section>
  );
}

/** White in both themes, like another company's page. */
function PayPalSheet({ session }: Sheet) {
  const { t } = useText();
  return (
    <section className="paper rounded-lg bg-surface p-5 text-text shadow-lg sm:p-7">
      <Asked session={session} mark={<Wordmark>{t("sandbox.method.paypal")}</Wordmark>} />
      <dl className="my-6 divide-y divide-border border-y">
        <Row label={t("sandbox.sheet.payWith")}>
          <span className="inline-flex items-center gap-2">
            <Wallet aria-hidden size={20} className="text-agave-text" />
            {t("sandbox.sheet.testBalance")}
          </span>
        </Row>
      </dl>
      <Pay session={session} kind="accent" />
    </section>
  );
}

/** Cash at a shop or a transfer: nothing is paid here, the guest takes a voucher or an account. */
function VoucherSheet({ session }: Sheet) {
  const { t } = useText();
  const isTransfer = session.method === "spei";
  return (
    <section className="rounded-lg bg-surface p-5 shadow-lg sm:p-7">
      <Asked
        session={session}
        mark={<Wordmark>{t(isTransfer ? "sandbox.method.spei" : "sandbox.method.oxxo")}</Wordmark>}
      />
      <p className="my-6 text-text-2">{t(isTransfer ? "sandbox.sheet.transfer" : "sandbox.sheet.voucher")}</p>
      <div className="grid gap-3">
        <Button wide type="submit" name="outcome" value="voucher">
          {t(isTransfer ? "sandbox.takeAccount" : "sandbox.takeVoucher")}
        </Button>
        <Button kind="secondary" wide type="submit" name="outcome" value="cancel">
          {t("sandbox.cancel")}
        </Button>
      </div>
    </section>
  );
}

function Asked({ session, mark }: Sheet & { mark: ReactNode }) {
  const { locale } = useText();
  return (
    <div className="flex items-start justify-between gap-4">
      <div>
        <h1 className="font-text text-body font-semibold">{session.description}</h1>
        <p className="display mt-2 text-price tabular-nums">{formatMoney(session.asked, locale)}</p>
      </div>
      {mark}
    </div>
  );
}

const Wordmark = ({ children }: { children: ReactNode }) => (
  <p className="text-lead leading-none font-bold whitespace-nowrap italic">{children}</p>
);

const Printed = ({ label, wide, children }: { label: string; wide?: boolean; children: ReactNode }) => (
  <div className={wide ? "col-span-2" : ""}>
    <dt className="mb-1 text-small font-semibold">{label}</dt>
    <dd className="rounded-md bg-surface-2 px-3.5 py-2.5 tabular-nums inset-ring inset-ring-border">{children}</dd>
  </div>
);

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex items-center justify-between gap-4 py-3">
    <dt className="text-text-2">{label}</dt>
    <dd className="text-right font-semibold">{children}</dd>
  </div>
);

function Pay({ session, ...look }: Sheet & { kind: "primary" | "accent"; className?: string }) {
  const { t, locale } = useText();
  return (
    <div className="grid gap-3">
      <Button {...look} wide type="submit" name="outcome" value="approve">
        {t("sandbox.pay", { amount: formatMoney(session.asked, locale) })}
      </Button>
      <Button kind="secondary" wide type="submit" name="outcome" value="cancel">
        {t("sandbox.cancel")}
      </Button>
    </div>
  );
}
