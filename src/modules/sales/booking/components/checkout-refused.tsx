import type { MessageId } from "#src/locales/i18n.ts";
import { longDate } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { checkoutPath } from "#src/modules/sales/schedule/components/book-now.tsx";
import { WaitForIt } from "#src/modules/sales/schedule/components/wait-for-it.tsx";
import { NextNights } from "#src/modules/sales/schedule/components/next-nights.tsx";
import type { Instead } from "#src/modules/sales/schedule/schema.ts";
import { buttonClass, ButtonLink } from "#src/ui/button.tsx";
import { Flag } from "#src/ui/papel-picado.tsx";

type CheckoutRefusedProps = {
  reason: string | null;
  link: string | null;
  /** Places that are left. */
  left: number;
  /** The number of places requested; null if unknown. */
  people: number | null;
  /** The departure of a hold that lapsed, whose places are gone. */
  lapsed: string | null;
  /** What to offer instead of the departure. */
  instead: Instead | null;
};

/** Shown when there is nothing to check out: no departure was chosen, or it can't be booked. */
export function CheckoutRefused({ reason, link, left, people, lapsed, instead }: CheckoutRefusedProps) {
  const { t, locale } = useText();
  const calendar = `${localizedPath("/", locale)}#booking`;
  const nights = (instead?.nights ?? []).map(({ external_booking_link: elsewhere, ...night }) => ({
    ...night,
    to: elsewhere ?? checkoutPath(night.id, locale, people),
  }));
  const soldOut = reason === "sold_out";
  const title = !reason
    ? "booking-cases.empty.title"
    : lapsed && soldOut
      ? "booking-cases.holdOver.gone"
      : soldOut
        ? "booking-checkout.soldOut.title"
        : "booking-checkout.refused.title";
  return (
    <section className="grid max-w-[34rem] justify-items-start gap-4 py-12">
      <Flag motif={reason ? "calavera" : "toast"} className="w-18 text-brand" />
      <h1 className="text-h2">{t(title)}</h1>
      {instead && <p className="-mt-2 font-semibold">{longDate(instead.date, locale)}</p>}
      <p className="text-lead text-text-2">
        {reason ? t(`errors.${reason}` as MessageId, { left }) : t("booking-cases.empty.text")}
      </p>
      {lapsed && <p>{t("booking-cases.holdOver.nothing")}</p>}
      {lapsed && left > 0 && (
        <ButtonLink to={checkoutPath(lapsed, locale, people)}>{t("booking-cases.holdOver.bookAgain")}</ButtonLink>
      )}
      {instead && !link && <NextNights {...instead} nights={nights} heading="h2" />}
      {instead && soldOut && <WaitForIt departure={instead.id} people={people} />}
      <div className="mt-2 flex flex-wrap gap-3">
        {link && (
          <a href={link} target="_blank" rel="noopener noreferrer" className={buttonClass({})}>
            {t("booking-checkout.external")}
          </a>
        )}
        <ButtonLink to={calendar} kind={link || nights.length > 0 ? "secondary" : "primary"}>
          {t(reason ? "booking-checkout.chooseOther" : "booking-checkout.chooseDate")}
        </ButtonLink>
      </div>
    </section>
  );
}
