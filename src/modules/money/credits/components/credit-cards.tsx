import { TicketPercent } from "#src/ui/lucide/icons.ts";
import { dateIn, dayAndYear } from "#src/kernel/local-time.ts";
import { type Currency, formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import type { SaidWhy } from "#src/locales/why.ts";
import { Why } from "#src/ui/why.tsx";
import { CutEdge } from "#src/ui/sheet.tsx";

type Credit = {
  code: string;
  amount: number;
  left: number;
  currency: Currency;
  expires_at: string | null;
  /** Why so much is left. */
  why?: SaidWhy | null;
};

/** Credit as a paper card: its code, what is left and the expiry date. */
export function CreditCards({ credits, timeZone }: { credits: Credit[]; timeZone: string }) {
  const { t, locale } = useText();
  return credits.map(({ code, amount, left, currency, expires_at, why }) => {
    const money = (minor: number) => formatMoney({ amount: minor, currency }, locale);
    return (
      <section
        key={code}
        aria-label={t("credits.title")}
        className="paper mb-[30px] max-w-[26rem] text-text drop-shadow-[0_10px_14px_#4d102926]"
      >
        <div className="rounded-t-lg bg-surface px-5 pt-5 pb-4 md:px-6">
          <p className="flex items-center gap-2 text-small font-semibold text-text-2">
            <TicketPercent aria-hidden size={20} className="text-brand-text" />
            {t("credits.title")}
          </p>
          <p className="display mt-2 text-[2.4rem] leading-none tabular-nums">
            {money(left)}
            <Why why={why} />
          </p>
          {left < amount && <p className="mt-1 text-small text-text-2">{t("credits.of", { amount: money(amount) })}</p>}
          <p className="mt-4 border-t-2 border-dashed pt-4">
            <span className="block text-small text-text-2">{t("credits.code")}</span>
            <span className="text-[1.2rem] font-bold tracking-wide whitespace-nowrap tabular-nums select-all">
              {code}
            </span>
          </p>
          {expires_at && (
            <p className="mt-2 text-small text-text-2">
              {t("credits.until", { date: dayAndYear(dateIn(new Date(expires_at), timeZone), locale) })}
            </p>
          )}
        </div>
        <CutEdge className="-mt-px bg-surface" />
      </section>
    );
  });
}
