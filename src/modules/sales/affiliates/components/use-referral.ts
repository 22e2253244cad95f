import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { adoptVia, REMEMBERED, rememberedVia } from "#src/modules/sales/affiliates/components/stored-affiliate.ts";
import { tellVisit } from "#src/modules/sales/affiliates/components/tell-visit.ts";
import { type Via, viaOf, viaText } from "#src/modules/sales/affiliates/rules/attribution.ts";

/**
 * What a checkout posts of the last partner link or printed code (`viaText`; empty for none): as its address said (`loaded`), or as the
 * browser remembers, whichever is later. Puts it into the address, because browsers inside other apps forget what they store, takes it out
 * once it is forgotten, and tells the server that somebody who came so has chosen a date.
 */
export function useReferral(loaded: string): string {
  const [referral, setReferral] = useState(loaded);
  const { key } = useLocation();
  // only the browser knows what it remembers; another tab may follow a later link while this form is filled in
  useEffect(() => {
    const take = (via: Via | null) => {
      const text = via ? viaText(via) : "";
      setReferral(text);
      putInAddress(text);
      if (via?.code) tellVisit("track-affiliate-choice", choiceOf(via.code, via.qr));
    };
    // not the link in the address: it may have been forgotten in another tab
    const look = () => take(rememberedVia());
    take(adoptVia(viaOf(loaded, Date.now())));
    const events = ["storage", REMEMBERED];
    for (const name of events) addEventListener(name, look);
    return () => {
      for (const name of events) removeEventListener(name, look);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- `key`: the router's own navigation takes it out of the address again
  }, [loaded, key]);
  return referral;
}

const choiceOf = (affiliateCode: string, qrCodeId: string | null) =>
  qrCodeId === null ? { affiliateCode } : { affiliateCode, qrCodeId };

function putInAddress(text: string): void {
  const url = new URL(location.href);
  if ((url.searchParams.get("via") ?? "") === text) return;
  if (text) url.searchParams.set("via", text);
  else url.searchParams.delete("via");
  // the state belongs to React Router; its own navigation would reload the page's data
  history.replaceState(history.state, "", url.pathname + url.search + url.hash);
}
