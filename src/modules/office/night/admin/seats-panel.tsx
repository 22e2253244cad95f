import { Link } from "react-router";
import { shortDate } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import type { Night } from "#src/modules/office/night/schema.ts";
import { ADMIN_LINK } from "#src/ui/admin/button.tsx";
import { classNames } from "#src/ui/class-names.ts";
import { PicadoEdge } from "#src/ui/admin/empty.tsx";
import { SeatStrip } from "#src/ui/admin/seat-strip.tsx";

/** The night's places in figures and as a strip: in, booked, on hold, free. Under bunting on its day. */
export function SeatsPanel({ night }: { night: Night }) {
  const { t, locale } = useText();
  const { seats, phase } = night;
  const isTonight = phase.is === "running" || (phase.is === "before" && phase.days === 0);
  const figures = [
    { name: t("night.in"), value: seats.inside, of: seats.booked, look: "bg-agave-text" },
    { name: t("night.booked"), value: seats.booked, of: seats.total, look: "bg-agave-2" },
    { name: t("night.held"), value: seats.held, of: null, look: "border-2 border-jaca" },
    { name: t("night.free"), value: seats.free, of: null, look: "bg-seat" },
  ];
  return (
    <section aria-label={t("night.seats")} className="rounded-panel border border-border bg-surface">
      {isTonight && (
        <div className="overflow-hidden rounded-t-panel print:hidden">
          <PicadoEdge />
        </div>
      )}
      <div className="grid gap-2.5 px-3.5 pt-2.5 pb-3.5">
        <dl className="grid grid-cols-[auto_auto_auto_auto] justify-between gap-x-4 md:justify-start md:gap-x-12">
          {figures.map(({ name, value, of, look }) => (
            <div key={name} className="flex flex-col-reverse">
              <dt className="flex items-center gap-1.5 text-fine text-text-2">
                <span aria-hidden className={classNames("size-2.5 shrink-0 rounded-[2px]", look)} />
                {name}
              </dt>
              <dd className="heading text-xl tabular-nums">
                {value}
                {of !== null && <span className="text-admin font-medium text-text-3">/{of}</span>}
              </dd>
            </div>
          ))}
        </dl>
        <SeatStrip
          inside={seats.inside}
          booked={seats.booked - seats.inside}
          held={seats.held}
          free={seats.free}
          label={t("night.strip", seats)}
        />
        {night.tables?.map(({ booking_id: id, organiser: name, paid, places }) => (
          <p key={id} className="text-fine text-text-2">
            <Link to={localizedPath(`/admin/bookings/${id}`, locale)} className={ADMIN_LINK}>
              {t("night.table", { name, paid, places })}
            </Link>
          </p>
        ))}
        {night.groups?.map(({ requestId, name, state, due, by }) => (
          <p key={requestId} className="text-fine text-text-2">
            <Link to={localizedPath(`/admin/groups?view=all&open=${requestId}`, locale)} className={ADMIN_LINK}>
              {t("night.group", {
                name,
                state,
                amount: due ? formatMoney({ amount: due.amount_minor, currency: due.currency }, locale) : "",
                by: shortDate(by, locale),
              })}
            </Link>
          </p>
        ))}
      </div>
    </section>
  );
}
