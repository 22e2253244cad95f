import { Link } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { waitingPath } from "#src/modules/sales/schedule/rules/waiting-path.ts";
import { LINK } from "#src/ui/button.tsx";
import { Notice } from "#src/ui/notice.tsx";

type TooFewProps = { departure: string; left: number; people: number; maxPeople: number };

/** Says that fewer places are booked than were wanted, and why: the rest of the night, or of what one booking takes. */
export function TooFew({ departure, left, people: all, maxPeople }: TooFewProps) {
  const { t, locale } = useText();
  const most = Math.min(all, maxPeople);
  if (all > maxPeople && left >= maxPeople)
    return <Notice className="mb-6 max-w-[34rem]" title={t("booking-cases.tooFew.most", { max: maxPeople })} />;
  return (
    <Notice tone="warning" className="mb-6 max-w-[34rem]" title={t("booking-checkout.tooFew", { left })}>
      {t("booking-cases.tooFew.wanted", { wanted: most })}{" "}
      <Link to={waitingPath(departure, locale, most)} className={LINK}>
        {t("booking-cases.tooFew.wait", { wanted: most })}
      </Link>
    </Notice>
  );
}
