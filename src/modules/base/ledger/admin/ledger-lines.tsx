import { dateIn, HOME_ZONE, clockIn, dayAndYear } from "#src/kernel/local-time.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import type { LedgerLine } from "#src/modules/base/ledger/rules/lines-of.ts";
import { providerText } from "#src/modules/base/ledger/rules/holders.ts";

/** What was posted: what it was, between which accounts, how much and when. */
export function LedgerLines({ lines }: { lines: readonly LedgerLine[] }) {
  const { t, locale } = useText();
  const named = ({ account, provider }: LedgerLine["from"]) =>
    provider === null
      ? t(`reconciliation.account.${account}`)
      : t("ledger.with", { account: t(`reconciliation.account.${account}`), provider: providerText(provider, t) });
  if (lines.length === 0) return <span className="text-text-3">{t("ledger.none")}</span>;
  return (
    <span role="list" className="grid gap-1.5">
      {lines.map(({ posting, kind, at, from, to, amount, currency }) => (
        <span role="listitem" key={posting} className="flex justify-between gap-4">
          <span className="min-w-0">
            {t(kind ? `reconciliation.ledger.kind.${kind}` : "ledger.other")}
            <span className="block text-fine text-text-3">
              {t("ledger.moved", { from: named(from), to: named(to) })}
              {" · "}
              <time dateTime={at}>
                {dayAndYear(dateIn(new Date(at), HOME_ZONE), locale)}, {clockIn(new Date(at), HOME_ZONE)}
              </time>
            </span>
          </span>
          <span className="flex-none font-medium tabular-nums">{formatMoney({ amount, currency }, locale)}</span>
        </span>
      ))}
    </span>
  );
}
