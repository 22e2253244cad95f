import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { clockIn } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { FoldedParties } from "#src/modules/night/admin/folded-parties.tsx";
import { GuestPanel } from "#src/modules/night/admin/guest-panel.tsx";
import { NightHead } from "#src/modules/night/admin/night-head.tsx";
import { SeatsPanel } from "#src/modules/night/admin/seats-panel.tsx";
import {
  AlertsPanel,
  EmailsPanel,
  MoneyPanel,
  SalesPanel,
  TurnoutPanel,
} from "#src/modules/night/admin/side-panels.tsx";
import { useNight } from "#src/modules/night/admin/use-night.ts";
import { wishOf } from "#src/modules/night/rules/guest-list.ts";
import type { Night } from "#src/modules/night/schema.ts";
import { AdminButton, AdminLink } from "#src/ui/admin/button.tsx";
import { Pencil, Plus, RefreshCw } from "#src/ui/lucide/icons.ts";

/** What other modules show of a night, mounted by its route: who guides it, and where it stops. */
export type NightSlots = { guides?: ReactNode; stops?: ReactNode };

type NightPageProps = { given: Night; slots?: NightSlots };

/** The page of a night: before it, while it runs, and after it. */
export default function NightPage({ given, slots = {} }: NightPageProps) {
  const { t, locale } = useText();
  const live = useNight(given);
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
      {t("night.book")}
    </AdminLink>
  );
  return (
    <>
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
            {night.may.readSchedule && (
              <AdminLink
                icon={<Pencil aria-hidden size={15} />}
                to={localizedPath(`/admin/schedule/edit/${night.id}`, locale)}
              >
                {t("night.edit")}
              </AdminLink>
            )}
            {book}
          </>
        }
      />
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
          <AlertsPanel alerts={night.alerts} zone={night.zone} />
          <GuestPanel key={night.id} night={night} wish={wishOf(params)} path={path} invite={book} />
          <Folded night={night} />
        </div>
        <div className="grid min-w-0 gap-3 print:hidden">
          {slots.guides}
          <TurnoutPanel night={night} />
          <SalesPanel night={night} />
          {night.money && <MoneyPanel money={night.money} />}
          {night.emails && <EmailsPanel emails={night.emails} nightId={night.id} />}
          {slots.stops}
        </div>
      </div>
    </>
  );
}

function Folded({ night }: { night: Night }) {
  const held = night.parties.filter(({ state }) => state === "hold" || state === "voucher");
  const cancelled = night.parties.filter(({ state }) => state === "cancelled");
  return (
    <>
      <FoldedParties title="night.heldTitle" parties={held} zone={night.zone} />
      <FoldedParties title="night.cancelledTitle" parties={cancelled} zone={night.zone} />
    </>
  );
}
