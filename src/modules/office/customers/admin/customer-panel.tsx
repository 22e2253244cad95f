import { Link } from "react-router";
import { BookingReference } from "#src/modules/sales/booking/admin/booking-reference.tsx";
import { shortDate } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import type { CustomerBooking, CustomerDetails } from "#src/modules/office/customers/schema.ts";
import { Badge, type Tone } from "#src/ui/admin/badge.tsx";
import { ADMIN_LINK, AdminLink } from "#src/ui/admin/button.tsx";
import { PanelPart, SidePanel } from "#src/ui/admin/side-panel.tsx";

const TONES: Record<CustomerBooking["status"], Tone> = { confirmed: "done", pending: "waiting", cancelled: "failed" };

type PanelProps = {
  details: CustomerDetails;
  closeHref: string;
  /** Where all of it can be erased; null for whoever may not. */
  eraseHref: string | null;
};

/** One customer: bookings, reviews and messages. */
export function CustomerPanel({ details, closeHref, eraseHref }: PanelProps) {
  const { t, locale } = useText();
  const { customer, imported, bookings, messages } = details;
  const rated = bookings.filter(({ stars }) => stars !== null);
  return (
    <SidePanel
      title={customer.name}
      meta={customer.contact}
      closeHref={closeHref}
      footer={
        eraseHref && (
          <AdminLink kind="danger" to={eraseHref}>
            {t("customers.erase")}
          </AdminLink>
        )
      }
    >
      {imported && (
        <PanelPart title={t("customers.imported")}>
          <p>
            {t("customers.importedFrom", { source: imported.source })}{" "}
            {t(imported.language === "es" ? "customers.speaks.es" : "customers.speaks.en")}
          </p>
          {imported.tags.length > 0 && (
            <p className="mt-1 text-text-2">{t("customers.importedTags", { tags: imported.tags.join(", ") })}</p>
          )}
        </PanelPart>
      )}
      <PanelPart title={t("customers.bookings")}>
        {bookings.length === 0 && <p className="text-text-3">{t("customers.noBookings")}</p>}
        <ul>
          {bookings.map((booking) => (
            <Booked key={booking.id} booking={booking} />
          ))}
        </ul>
        {bookings.length > 0 && (
          <Link
            to={localizedPath(`/admin/bookings?q=${encodeURIComponent(customer.contact)}`, locale)}
            className={`${ADMIN_LINK} mt-2 inline-block text-fine`}
          >
            {t("customers.allBookings")}
          </Link>
        )}
      </PanelPart>
      <PanelPart title={t("customers.reviews")}>
        {rated.length === 0 && <p className="text-text-3">{t("customers.noReviews")}</p>}
        {rated.map(({ id, stars, comment, title, date }) => (
          <div key={id} className="mb-2">
            <p className="font-semibold">
              {t("customers.stars", { stars: stars ?? 0 })}{" "}
              <span className="font-normal text-text-2">
                {title}, {shortDate(date, locale)}
              </span>
            </p>
            {comment && <p className="break-words">{comment}</p>}
          </div>
        ))}
      </PanelPart>
      <PanelPart title={t("customers.messages")}>
        {messages.length === 0 && <p className="text-text-3">{t("customers.noMessages")}</p>}
        <ul className="grid gap-1.5">
          {messages.map(({ id, subject, done }) => (
            <li key={id} className="flex gap-2">
              <Link
                to={localizedPath(`/admin/messages?open=${id}`, locale)}
                className={`${ADMIN_LINK} mr-auto min-w-0 break-words`}
              >
                {subject}
              </Link>
              <Badge tone={done ? "done" : "waiting"}>
                {t(done ? "customers.message.done" : "customers.message.open")}
              </Badge>
            </li>
          ))}
        </ul>
        {messages.length > 0 && (
          <Link
            to={localizedPath(`/admin/messages?view=all&q=${encodeURIComponent(customer.contact)}`, locale)}
            className={`${ADMIN_LINK} mt-2 inline-block text-fine`}
          >
            {t("customers.allMessages")}
          </Link>
        )}
      </PanelPart>
    </SidePanel>
  );
}

function Booked({ booking }: { booking: CustomerBooking }) {
  const { t, locale } = useText();
  const { id, reference, status, date, time, title, people, total } = booking;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-b border-border py-2 last:border-b-0">
      <Link to={localizedPath(`/admin/bookings?open=${id}`, locale)} className={`${ADMIN_LINK} truncate`}>
        {title}
      </Link>
      <span className="text-right">{formatMoney(total, locale)}</span>
      <span className="text-text-2">
        {shortDate(date, locale)}, {time}, {t("customers.people", { people })},{" "}
        <BookingReference reference={reference} />
      </span>
      <span className="text-right">
        <Badge tone={TONES[status]}>{t(`customers.state.${status}`)}</Badge>
      </span>
    </li>
  );
}
