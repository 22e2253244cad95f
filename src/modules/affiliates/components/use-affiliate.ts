import { useEffect } from "react";
import { useLocation } from "react-router";

/** Captures a partner's code from the address of any page. Its code is fetched only when there is something to do. */
export function useAffiliate(): void {
  const { key, search } = useLocation();
  // the address's own parameters and the browser's storage are no part of a render
  useEffect(() => {
    if (/[?&](affiliate|qr)=/i.test(search) || isOver())
      void import("#src/modules/affiliates/components/capture-affiliate.ts").then((m) => m.captureAffiliate());
    // oxlint-disable-next-line react/exhaustive-deps -- `key`: an address entered again may have the same parameters
  }, [key, search]);
}

function isOver(): boolean {
  try {
    return Number(localStorage.getItem("affiliate_expiry") ?? Infinity) <= Date.now();
  } catch {
    return false;
  }
}
