import { useEffect } from "react";
import { useLocation } from "react-router";

/** Captures an affiliate code from the URL of any page. The code that does it is loaded only if needed. */
export function useAffiliate(): void {
  const { key, search } = useLocation();
  // URL parameters and storage aren't part of rendering
  useEffect(() => {
    // where storage is blocked the visitor may be at another page when the code has come
    const { href } = location;
    if (/[?&](affiliate|qr)=/i.test(search) || isOver())
      void import("#src/modules/sales/affiliates/components/capture-affiliate.ts").then((m) =>
        m.captureAffiliate(href),
      );
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
