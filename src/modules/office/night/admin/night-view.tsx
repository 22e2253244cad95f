import { type ReactNode, useState } from "react";
import { useSearchParams } from "react-router";
import { clockIn } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { UnseenNotice } from "#src/modules/site/catalog/admin/hidden-reasons.tsx";
import { ActKey } from "#src/modules/office/night/admin/check-in.tsx";
import { FoldedParties } from "#src/modules/office/night/admin/folded-parties.tsx";
import { GuestPanel } from "#src/modules/office/night/admin/guest-panel.tsx";
import { NightHead } from "#src/modules/office/night/admin/night-head.tsx";
import { NightMenu } from "#src/modules/office/night/admin/night-menu.tsx";
import { SeatsPanel } from "#src/modules/office/night/admin/seats-panel.tsx";
import {
  AlertsPanel,
  EmailsPanel,
  MoneyPanel,
  SalesPanel,
  TurnoutPanel,
} from "#src/modules/office/night/admin/side-panels.tsx";
import { useNight } from "#src/modules/office/night/admin/use-night.ts";
import { GUEST_LIST } from "#src/modules/office/night/rules/guest-list.ts";
import type { Night } from "#src/modules/office/night/schema.ts";
import { AdminButton, AdminLink } from "#src/ui/admin/button.tsx";
import { Footprints, Mail, Plus, RefreshCw, ScanLine, Store } from "#src/ui/lucide/icons.ts";
import { later } from "#src/ui/later.tsx";

const EmailDialog = later(
  "email-dialog",
  async () => (await import("#src/modules/office/booking-admin/admin/email-dialog.tsx")).EmailDialog,
);

/** What other modules show of a night, mounted by its route: who guides it, where it stops, and who waits for places. */
export type NightSlots = { guides?: ReactNode; stops?: ReactNode; waiting?: ReactNode };

type NightPageProps = { initial: Night; slots: NightSlots; actKey: string };

/** The page of a night: before it, while it runs, and after it. */
export default function NightPage({ initial, slots, actKey }: NightPageProps) {
  const { t, locale } = useText();
  const live = useNight(initial);
  const { night } = live;
  const [params] = useSearchParams();
  const path = localizedPath(`/admin/nights/${night.id}`, locale);
  const isOpen = night.phase.is === "before" || night.phase.is === "running";
  const book = night.may.book && isOpen && (
    <AdminLink
      kind="ink"
      icon={<Plus aria-hidden size={16} />}
      to={localizedPath(`/admin/bookings/new?departure_id=${night.id}`, locale)}
    >
      <span className="md:hidden">{t("night.bookShort")}</span>
      <span className="max-md:hidden">{t("night.book")}</span>
    </AdminLink>
  );
  // as the till sells: on the night's own day, until it is over
  const isTonight = isOpen && !(night.phase.is === "before" && night.phase.days > 0);
  const sale = night.may.sell && isTonight ? localizedPath(`/admin/door-sale?departure=${night.id}`, locale) : null;
  const scan = localizedPath(`/admin/ticket-scanner?night=${night.id}`, locale);
  // nobody is let in by mistake days ahead
  const isAhead = isOpen && !isTonight;
  const listed = isAhead ? { ...night, may: { ...night.may, checkIn: false } } : night;
  const [isWriting, setWriting] = useState(false);
  const people = night.seats.booked;
  return (
    <ActKey value={actKey}>
      <NightHead
        night={night}
        actions={
          <>
            <AdminButton
              kind="quiet"
              busy={live.busy}
              onClick={live.refresh}
              icon={<RefreshCw aria-hidden size={15} />}
              className="max-md:hidden"
            >
              {live.age < 10 ? t("night.justNow") : t("night.ago", { count: live.age })}
            </AdminButton>
            {night.may.write && people > 0 && (
              <AdminButton icon={<Mail aria-hidden size={15} />} onClick={() => setWriting(true)}>
                <span className="md:hidden">{t("night.writeShort")}</span>
                <span className="max-md:hidden">{t("night.write")}</span>
              </AdminButton>
            )}
            {isTonight && night.may.checkIn && (
              <AdminLink className="max-md:hidden" icon={<ScanLine aria-hidden size={15} />} to={scan}>
                {t("night.scan")}
              </AdminLink>
            )}
            {sale && (
              <AdminLink className="max-md:hidden" icon={<Store aria-hidden size={15} />} to={sale}>
                {t("night.sell")}
              </AdminLink>
            )}
            {isOpen && night.may.checkIn && !night.may.book && (
              <AdminLink className="md:hidden" icon={<Footprints aria-hidden size={15} />} to={`${path}/way`}>
                {t("stops-admin.way.title")}
              </AdminLink>
            )}
            <NightMenu night={night} />
            {book}
          </>
        }
      />
      {isOpen && night.unseen && <UnseenNotice crawls={[night.unseen]} className="mb-3 print:hidden" />}
      {live.failed && (
        <p
          role="status"
          className="mb-3 rounded-md border border-gold-mark bg-marigold-tint px-3.5 py-1.5 text-marigold-text print:hidden"
        >
          {t("night.stale", { time: clockIn(new Date(night.at), night.zone) })}
        </p>
      )}
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_21rem] print:block">
        <div className="grid min-w-0 gap-3">
          <SeatsPanel night={night} />
          <AlertsPanel alerts={night.alerts} zone={night.zone} may={night.may} />
          <GuestPanel key={night.id} night={listed} wish={GUEST_LIST.read(params)} path={path} invite={book} />
          <Folded night={night} />
        </div>
        <div className="grid min-w-0 gap-3 print:hidden">
          {slots.guides}
          {slots.stops}
          {slots.waiting}
          <TurnoutPanel night={night} />
          <SalesPanel night={night} />
          {night.money && <MoneyPanel money={night.money} />}
          {night.emails && <EmailsPanel emails={night.emails} nightId={night.id} />}
        </div>
      </div>
      {isWriting && (
        <EmailDialog
          open
          base={localizedPath("/admin/bookings", locale)}
          chosen={{ night: night.id }}
          onClose={() => setWriting(false)}
          onSent={() => setWriting(false)}
        />
      )}
      {isTonight && night.may.checkIn && (
        <DoorBar age={live.age} guide={!night.may.readBookings} scan={scan} sale={sale} />
      )}
    </ActKey>
  );
}

/** On a phone the way to the camera stays in reach of the thumb. */
function DoorBar({ age, guide, scan, sale }: { age: number; guide: boolean; scan: string; sale: string | null }) {
  const { t } = useText();
  return (
    <div className="sticky bottom-16 z-20 -mx-3.5 mt-3 flex items-center gap-3 border-t border-line-2 bg-surface px-3.5 py-2 md:hidden print:hidden">
      <p className="mr-auto text-text-3">
        {age < 10 ? t("night.justNow") : t("night.ago", { count: age })}
        {guide && <span className="block">{t("night.wait")}</span>}
      </p>
      {sale && (
        <AdminLink icon={<Store aria-hidden size={18} />} to={sale}>
          {t("night.sellShort")}
        </AdminLink>
      )}
      <AdminLink kind="ink" icon={<ScanLine aria-hidden size={18} />} to={scan} className="text-base">
        {t("night.scan")}
      </AdminLink>
    </div>
  );
}

function Folded({ night }: { night: Night }) {
  const { t } = useText();
  const held = night.parties.filter(({ state }) => state !== "confirmed" && state !== "cancelled");
  const cancelled = night.parties.filter(({ state }) => state === "cancelled");
  return (
    <>
      <FoldedParties title={t("night.heldTitle")} parties={held} zone={night.zone} />
      <FoldedParties title={t("night.cancelledTitle")} parties={cancelled} zone={night.zone} />
    </>
  );
}
