import { Link } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { LINK } from "#src/ui/button.tsx";

/** Leads to the booking to pay or cancel before more can be booked; nothing where it isn't known. */
export function UnpaidLink({ departureId, booking }: { departureId: string; booking: string | undefined }) {
  const { t, locale } = useText();
  if (!booking) return null;
  return (
    <Link
      to={localizedPath(`/checkout?departure=${departureId}&booking=${booking}`, locale)}
      className={`${LINK} mt-3 inline-flex min-h-11 items-center`}
    >
      {t("booking-checkout.unpaidBooking")}
    </Link>
  );
}
