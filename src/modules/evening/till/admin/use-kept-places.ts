import { useEffect, useState, useSyncExternalStore } from "react";
import { deviceOf } from "#src/modules/evening/door/components/forget-door.ts";
import { NO_DOOR } from "#src/modules/evening/till/admin/use-sales-here.ts";
import { OfflineSales } from "#src/modules/evening/till/admin/offline-sales.ts";

/**
 * What this phone keeps of a night to sell offline, outside the scanner: read from the phone once `isEnabled`, null where there
 * is nothing. It doesn't reserve or return places; sales are uploaded for as long as the page is open.
 */
export function useKeptPlaces(userId: string, departure: string, isEnabled: boolean) {
  const [sales] = useState(() => new OfflineSales({ id: userId, name: "" }, NO_DOOR, false));
  const [device, setDevice] = useState<string | null>(null);
  useSyncExternalStore(sales.subscribe, sales.snapshot, sales.snapshot);
  useEffect(() => {
    if (!isEnabled) return;
    void deviceOf(userId)
      .then(async (found) => {
        if (found === null) return;
        await sales.open();
        setDevice(found);
      })
      .catch(() => {});
    return () => sales.close();
  }, [sales, userId, isEnabled]);
  return { sales, reserve: device === null ? null : sales.reserveAt(device, departure) };
}
