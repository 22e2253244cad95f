import { useEffect, useRef, useState } from "react";
import { localizedPath } from "#src/kernel/localized.ts";
import { type HandWay, hasReference } from "#src/kernel/pay-method.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import { cashStep, inCash, takesMoney } from "#src/modules/evening/till/rules/cash.ts";
import { useKeptPlaces } from "#src/modules/evening/till/admin/use-kept-places.ts";
import { AdminButton, ADMIN_LINK } from "#src/ui/admin/button.tsx";
import { AdminNotice } from "#src/ui/admin/field.tsx";
import { stopTelling } from "#src/ui/admin/line.ts";
import { CircleCheck, WifiOff } from "#src/ui/lucide/icons.ts";

type WithoutLineProps = {
  me: string;
  departure: string;
  people: number;
  /** the key of the sale that had no answer; null for a new sale */
  saleKey: string | null;
  /** how the guests pay */
  way: HandWay;
  /** what is filled in of the rest: read when it is sold */
  form: () => FormData;
  /** whether the server didn't answer; else it has no place left, but this phone may */
  isLost: boolean;
  onSold: () => void;
};

const CODE = "MXN";

/** Where a sale fails for want of a line, or of free places: sells it from what this phone keeps, with what was filled in already. */
export function SellWithoutLine({ me, departure, people, saleKey, way, form, isLost, onSold }: WithoutLineProps) {
  const { t, locale } = useText("till");
  const { sales, reserve } = useKeptPlaces(me, departure, true);
  const [sold, setSold] = useState<{ people: number; cash: number } | null>(null);
  const [failed, setFailed] = useState<"few" | "lost" | null>(null);
  const [busy, setBusy] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  // what tells of the lost line lies over the foot of the page, where this is
  useEffect(() => box.current?.scrollIntoView({ block: "center" }), []);
  const money = (amount: number) => formatMoney({ amount, currency: CODE }, locale);
  const scanner = (
    <a href={localizedPath("/admin/ticket-scanner", locale)} className={ADMIN_LINK}>
      {t("till.offline.done")}
    </a>
  );
  if (sold)
    return (
      <AdminNotice tone="done" icon={<CircleCheck aria-hidden size={18} />}>
        <strong className="block text-base">
          {t("till.offline.sold", { people: sold.people })} · {t("till.ways.amount", { way, amount: money(sold.cash) })}
        </strong>
        <span className="block">{t("till.offline.soldText")}</span>
        {scanner}
      </AdminNotice>
    );
  const price = reserve?.prices[CODE];
  const isEnough = reserve !== null && takesMoney(price) && people <= Math.min(reserve.here, reserve.most);
  if (!isLost && !isEnough) return null;
  const total = isEnough ? (price ?? 0) * people : 0;
  const due = isEnough && way === "cash" ? inCash(total, cashStep(CODE, reserve.step)) : total;
  const sell = () => {
    if (!reserve) return;
    const fields = form();
    const text = (name: string) => {
      const value = fields.get(name);
      return typeof value === "string" ? value : "";
    };
    setBusy(true);
    setFailed(null);
    void sales
      .sell({
        people,
        name: text("name").trim(),
        language: text("language") === "es" ? "es" : "en",
        idSeen: fields.has("id_seen"),
        way,
        reference: hasReference(way) ? text("reference").trim() : "",
        letIn: fields.has("let_in"),
        from: reserve,
        ...(saleKey === null ? {} : { key: saleKey }),
      })
      .then(
        (result) => {
          if (typeof result === "string") return setFailed(result);
          setSold({ people, cash: result });
          // the form that waits for the line isn't sent anymore
          stopTelling();
          onSold();
        },
        () => setFailed("lost"),
      )
      .finally(() => setBusy(false));
  };
  return (
    <div ref={box} role="alert">
      <AdminNotice tone={isEnough ? "waiting" : "failed"} icon={<WifiOff aria-hidden size={16} />}>
        <p>{t(isLost ? "till.offline.lost" : "till.offline.soldOutElsewhere")}</p>
        {isEnough ? (
          <>
            <p>{t("till.offline.keepsHere", { n: reserve.here })}</p>
            {failed && (
              <p className="font-semibold">{t(failed === "few" ? "till.offline.few" : "till.offline.notKept")}</p>
            )}
            <AdminButton kind="ink" busy={busy} onClick={sell} className="my-1.5 h-12!">
              {t("till.offline.sellHere", { way, amount: money(due) })}
            </AdminButton>
          </>
        ) : (
          <p>{t(reserve ? "till.offline.fewHere" : "till.offline.noneHere", { n: reserve?.here ?? 0 })}</p>
        )}
        {scanner}
      </AdminNotice>
    </div>
  );
}
