import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useRevalidator } from "react-router";
import { unsentEntries } from "#src/modules/evening/door/components/forget-door.ts";
import { OfflineSales, type SalesPhone } from "#src/modules/evening/till/admin/offline-sales.ts";

/** At no door yet: nothing is lent to it or given back, it only hands over. */
export const NO_DOOR: SalesPhone = {
  snapshot: () => ({ phase: "opening", list: null, at: null, offlineSince: null }),
  subscribe: () => () => {},
  device: null,
  aheadMs: 0,
  now: () => Date.now(),
};

/**
 * Uploads this phone's offline sales, also outside the scanner: how many sales of a person aren't sent yet, their cash in minor
 * units of pesos, and as which device this phone is known (undefined until it is read). `till` is the state of the person's till:
 * once it is another, what waits for it is sent at once.
 */
export function useSalesHere(userId: string, till: string) {
  const [sales] = useState(() => new OfflineSales({ id: userId, name: "" }, NO_DOOR, false));
  const [device, setDevice] = useState<string | null>();
  const { kept: queue } = useSyncExternalStore(sales.subscribe, sales.snapshot, sales.snapshot);
  useEffect(() => {
    const nothing = { device: null };
    void unsentEntries()
      .catch(() => nothing)
      .then((found) => setDevice(found.device));
    void sales.open().catch(() => {});
    return () => sales.close();
  }, [sales]);
  // what waits for a till needn't wait for the next round
  // oxlint-disable-next-line react/exhaustive-deps -- `till`: another state of it is what they wait for
  useEffect(() => sales.hurry(), [sales, till]);
  const own = queue.filter((one) => one.userId === userId);
  const n = own.length;
  // what was sent is in the till now
  const { revalidate } = useRevalidator();
  const before = useRef(0);
  useEffect(() => {
    if (n < before.current) void revalidate();
    before.current = n;
  }, [n, revalidate]);
  return { unsent: { n, cash: own.reduce((sum, { cash }) => sum + cash, 0) }, device };
}
