import type { MessageId } from "#src/locales/i18n.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { buttonClass, ButtonLink } from "#src/ui/button.tsx";
import { Flag } from "#src/ui/papel-picado.tsx";

/** Shown when there is nothing to check out: no departure was chosen, or it can't be booked. */
export function CheckoutRefused({ reason, link }: { reason: string | null; link: string | null }) {
  const { t, locale } = useText();
  const calendar = `${localizedPath("/", locale)}#booking`;
  const soldOut = reason === "sold_out";
  const title = !reason
    ? "booking-checkout.empty.title"
    : soldOut
      ? "booking-checkout.soldOut.title"
      : "booking-checkout.refused.title";
  return (
    <section className="grid max-w-[34rem] justify-items-start gap-4 py-12">
      <Flag motif={reason ? "calavera" : "toast"} className="w-18 text-brand" />
      <h1 className="text-h2">{t(title)}</h1>
      <p className="text-lead text-text-2">
        {reason ? t(`errors.${reason}` as MessageId, { left: 0 }) : t("booking-checkout.empty.text")}
      </p>
      <div className="mt-2 flex flex-wrap gap-3">
        {link && (
          <a href={link} target="_blank" rel="noopener noreferrer" className={buttonClass({})}>
            {t("booking-checkout.external")}
          </a>
        )}
        <ButtonLink to={calendar} kind={link ? "secondary" : "primary"}>
          {t(reason ? "booking-checkout.chooseOther" : "booking-checkout.chooseDate")}
        </ButtonLink>
      </div>
    </section>
  );
}
