import { ArrowLeft } from "#src/ui/lucide/icons.ts";
import { Link } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { BookingActions } from "#src/modules/office/booking-admin/admin/booking-actions.tsx";
import { BookingBadge, BookingMeta, BookingPanel } from "#src/modules/office/booking-admin/admin/booking-panel.tsx";
import { ADMIN_LINK } from "#src/ui/admin/button.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import type { Route } from "#routes/admin/+types/booking.ts";

/** One booking on its own page. */
export default function Booking({ loaderData: { panel } }: Route.ComponentProps) {
  const { t, locale } = useText();
  const { name } = panel.guest;
  const title = name || panel.reference;
  const page = t("booking-admin.tab", { name: title, reference: panel.reference });
  return (
    <>
      <PageHead
        title={title}
        tab={t("admin.tab", { page, brand: t("common.brand") })}
        back={
          <Link
            to={localizedPath("/admin/bookings", locale)}
            className={`${ADMIN_LINK} inline-flex items-center gap-1`}
          >
            <ArrowLeft aria-hidden size={14} />
            {t("booking-admin.back")}
          </Link>
        }
        meta={
          <span className="flex flex-wrap items-center gap-2">
            <BookingBadge panel={panel} />
          </span>
        }
      />
      <div className="mb-3 text-text-2">
        <BookingMeta panel={panel} />
      </div>
      <Panel>
        <BookingPanel panel={panel} />
        {panel.may.change && (
          <div className="mt-2 flex flex-wrap gap-2 border-t border-border pt-3">
            <BookingActions panel={panel} />
          </div>
        )}
      </Panel>
    </>
  );
}
