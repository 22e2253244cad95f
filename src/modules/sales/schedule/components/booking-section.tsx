import { ChevronDown } from "#src/ui/lucide/icons.ts";
import { useText } from "#src/locales/use-text.ts";
import { LiveBooking } from "#src/modules/sales/schedule/components/live-booking.tsx";
import { useLanding } from "#src/modules/sales/schedule/components/use-booking-hash.ts";
import { type BookingData, useChoice } from "#src/modules/sales/schedule/components/use-booking.ts";
import { SectionHead } from "#src/ui/section-head.tsx";

const TOGGLE =
  "mb-2 ml-auto flex min-h-11 w-fit items-center gap-1.5 rounded-md px-2 text-small font-semibold text-text-2 hover:text-text";

/** Choose a departure, see its price, book. Pass it to `later()`: its links work before its code has loaded. */
export function BookingSection({ data }: { data: BookingData }) {
  const { t } = useText();
  const choice = useChoice(data);
  return (
    <section
      id="booking-section"
      data-landing={useLanding()}
      className="relative section -scroll-mt-8 overflow-x-clip bg-surface-2 md:-scroll-mt-12"
    >
      {/* the product's short name for the section */}
      <span id="booking" aria-hidden className="absolute top-0 -scroll-mt-8 md:-scroll-mt-12" />
      <div className="wrap">
        <SectionHead title={t("schedule.title")} lead={t("schedule.lead")} />
        <details open className="group">
          <summary className={`${TOGGLE} list-none [&::-webkit-details-marker]:hidden`}>
            <span className="not-group-open:hidden">{t("schedule.hide")}</span>
            <span className="group-open:hidden">{t("schedule.show")}</span>
            <ChevronDown aria-hidden size={18} className="transition-transform group-open:rotate-180" />
          </summary>
          <LiveBooking data={data} choice={choice} />
        </details>
      </div>
    </section>
  );
}
