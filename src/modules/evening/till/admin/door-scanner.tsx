import { useEffect, useState, useSyncExternalStore } from "react";
import { HOME_ZONE } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import type { Me } from "#src/modules/evening/door/admin/phone-device.ts";
import type { Phone } from "#src/modules/evening/door/admin/phone.ts";
import { ScannerScreen, type Ways } from "#src/modules/evening/door/admin/scanner-screen.tsx";
import { usePhone } from "#src/modules/evening/door/admin/use-scanner.ts";
import { KeptPlaces } from "#src/modules/evening/till/admin/kept-places.tsx";
import { OfflineSales, type SalesView } from "#src/modules/evening/till/admin/offline-sales.ts";
import { waitsForTill } from "#src/modules/evening/till/rules/offline.ts";
import { SalesSheet, SellSheet } from "#src/modules/evening/till/admin/offline-sheets.tsx";
import { HandCoins } from "#src/ui/lucide/icons.ts";

/** The scanner, and what is sold at its door: with a line on the page for it, without one from the places that the phone holds. */
export function DoorScanner({ me, may }: { me: Me; may: Ways }) {
  const { t, locale } = useText("door-scanner", "till");
  const { phone, view } = usePhone(me, (below = "") => localizedPath(`/admin/ticket-scanner${below}`, locale));
  const { sales, shown: screen } = useSales(me, phone, may.sell);
  const [open, setOpen] = useState<"sell" | "list" | null>(null);
  const here = view.list?.departures.find(({ id }) => id === view.at);
  const notice = noticeOf(screen, view.offlineSince !== null, me.id);
  const close = () => setOpen(null);
  const sell = () => {
    const online =
      view.offlineSince === null && phone.isOnline ? sales.handBack(here?.free ?? 0) : Promise.resolve(false);
    void online
      .catch(() => false)
      .then((isOnline) => {
        if (isOnline) location.assign(localizedPath(`/admin/door-sale?departure=${view.at ?? ""}`, locale));
        else setOpen("sell");
      });
  };
  return (
    <ScannerScreen
      me={me}
      may={may}
      phone={phone}
      view={{ ...view, unsent: view.unsent + screen.kept.length }}
      extra={{
        tool: may.sell ? { icon: HandCoins, label: t("till.offline.tool"), onClick: sell } : null,
        notice: notice && {
          text: t(notice.text, { n: notice.n }),
          act: t("till.offline.bar.see"),
          onClick: () => setOpen("list"),
        },
        sheet:
          open === "sell" ? (
            <SellSheet sales={sales} view={screen} night={here ? `${here.title}, ${here.start}` : ""} onClose={close} />
          ) : open === "list" ? (
            <SalesSheet
              me={me.id}
              sales={sales}
              view={screen}
              zone={here?.zone ?? HOME_ZONE}
              now={(at) => new Date(Date.parse(at) - phone.aheadMs)}
              onClose={close}
            />
          ) : null,
        phone: may.sell && <KeptPlaces key={view.at} sales={sales} view={screen} />,
      }}
    />
  );
}

/** The sales of a phone, for as long as the page is open. */
function useSales(me: Me, phone: Phone, sells: boolean) {
  const [sales] = useState(() => new OfflineSales(me, phone, sells));
  const state = useSyncExternalStore(sales.subscribe, sales.snapshot, sales.snapshot);
  // sales are uploaded for as long as the page is open
  useEffect(() => {
    void sales.open();
    return () => sales.close();
  }, [sales]);
  return { sales, shown: state };
}

/** What a seller has to know at once: cash that belongs to nobody's booking before a till that isn't open, before what only waits. */
function noticeOf(
  { kept: queue, refused, failing }: SalesView,
  offline: boolean,
  me: string,
): { text: MessageId; n: number } | null {
  // somebody else's sale waits for their till, not for that of whoever has the phone now
  const needsTill = queue.filter((one) => waitsForTill(one, me)).length;
  const waiting = failing ? queue.length : queue.filter(({ waits }) => waits !== undefined).length;
  if (refused.length > 0) return { text: "till.offline.bar.refused", n: refused.length };
  if (needsTill > 0) return { text: "till.offline.bar.till", n: needsTill };
  if (offline) return queue.length > 0 ? { text: "till.offline.bar.kept", n: queue.length } : null;
  return waiting > 0 ? { text: "till.offline.bar.waits", n: waiting } : null;
}
