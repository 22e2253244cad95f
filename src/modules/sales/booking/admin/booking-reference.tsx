import { Link } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { useMay } from "#src/modules/base/identity/admin/use-me.ts";
import { ADMIN_LINK } from "#src/ui/admin/button.tsx";

/** A booking's reference wherever staff see one: it leads to the booking, for whoever may open it. */
export function BookingReference({ reference }: { reference: string }) {
  const { locale } = useText();
  const mayOpen = useMay("bookings.read");
  if (!mayOpen) return <span className="font-mono">{reference}</span>;
  return (
    <Link to={localizedPath(`/admin/bookings/${reference}`, locale)} className={`font-mono ${ADMIN_LINK}`}>
      {reference}
    </Link>
  );
}
