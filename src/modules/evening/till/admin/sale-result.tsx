import { CircleCheck, CircleX, Undo2 } from "#src/ui/lucide/icons.ts";
import { useEffect, useState } from "react";
import { Form, useNavigation, useRevalidator, useSubmit } from "react-router";
import { BookingReference } from "#src/modules/sales/booking/admin/booking-reference.tsx";
import { clockIn } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { type Currency, formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import { Qr } from "#src/modules/evening/till/admin/qr.tsx";
import { FormRefusal } from "#src/ui/admin/form-refusal.tsx";
import { changeOf } from "#src/modules/evening/till/rules/cash.ts";
import type { SaleWay } from "#src/modules/evening/till/rules/till.ts";
import type { TillAnswer } from "#src/modules/evening/till/rules/answer.ts";
import { AdminButton, AdminLink } from "#src/ui/admin/button.tsx";
import { ConfirmDialog } from "#src/ui/admin/confirm.tsx";
import { AdminNotice } from "#src/ui/admin/field.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";

const EVERY_MS = 2500;

type Sale = {
  id: string;
  reference: string;
  people: number;
  way: Exclude<SaleWay, "offline">;
  state: "waiting" | "paid" | "ended" | "undone";
  undoMs: number;
  total: { amount: number; currency: Currency };
  amount: number | null;
  credit: number;
  addOns: { id: string; name: string; quantity: number; out: number }[];
  holdExpiresAt: string;
  zone: string;
  pay: { url: string; qrSvg: string } | null;
  tickets: { position: number; name: string; code: string; qrSvg: string }[];
  link: { url: string; qrSvg: string } | null;
};

/** Asks again until a sale is paid or over: the guest pays on their own phone. */
function useWaiting(waits: boolean) {
  const { revalidate, state } = useRevalidator();
  // an effect because time passes by itself
  useEffect(() => {
    if (!waits) return;
    const asking = setInterval(() => {
      if (document.visibilityState === "visible" && state === "idle") void revalidate();
    }, EVERY_MS);
    return () => clearInterval(asking);
  }, [waits, state, revalidate]);
}

type SoldProps = {
  sale: Sale;
  /** The cash that the guest handed over (minor units), for as long as this page is open; null if nobody typed it. */
  cash: number | null;
  answer: TillAnswer | undefined;
};

/** A sale at the door: the code to pay with, then the tickets for the guest to photograph. */
export function Sold({ sale, cash: handed, answer }: SoldProps) {
  const { t, locale } = useText("till");
  const { state, total, amount: takings, credit, people, reference } = sale;
  // a gift card or credit paid all of it
  const way = takings === null && credit === total.amount ? ("none" as const) : sale.way;
  useWaiting(state === "waiting");
  const busy = useNavigation().formData?.get("intent") === "cancel";
  const amount = formatMoney({ amount: takings ?? total.amount - credit, currency: total.currency }, locale);
  const byCredit = credit > 0 ? formatMoney({ amount: credit, currency: total.currency }, locale) : null;
  const back = handed === null || takings === null || way !== "cash" ? null : changeOf(handed, takings);
  const next = localizedPath("/admin/door-sale", locale);
  return (
    <div className="grid max-w-md gap-3">
      <FormRefusal answer={answer} />
      <div aria-live="polite">
        {state === "paid" && (
          <AdminNotice tone="done" icon={<CircleCheck aria-hidden size={18} />}>
            <strong className="block text-base">{t("till.sold.paid", { people, amount, way })}</strong>
            {byCredit && <span className="block">{t("till.sold.credit", { amount: byCredit })}</span>}
            {back !== null && back > 0 && (
              <span className="block">
                {t("till.sold.back", { amount: formatMoney({ amount: back, currency: total.currency }, locale) })}
              </span>
            )}
            <span className="text-fine">
              <BookingReference reference={reference} />
            </span>
          </AdminNotice>
        )}
        {state === "ended" && (
          <AdminNotice tone="failed" icon={<CircleX aria-hidden size={18} />}>
            {t("till.sold.ended")}
          </AdminNotice>
        )}
        {state === "undone" && (
          <AdminNotice tone="waiting" icon={<CircleX aria-hidden size={18} />}>
            <strong className="block text-base">{t("till.sold.undone", { amount, way })}</strong>
            {byCredit && <span className="block">{t("till.sold.creditBack", { amount: byCredit })}</span>}
          </AdminNotice>
        )}
        {state === "waiting" && (
          <AdminNotice>
            <strong className="block text-base">{t("till.sold.waiting", { people, amount })}</strong>
            {byCredit && <span className="block">{t("till.sold.credit", { amount: byCredit })}</span>}
            {t("till.sold.until", { time: clockIn(new Date(sale.holdExpiresAt), sale.zone) })}
          </AdminNotice>
        )}
      </div>
      {sale.addOns.length > 0 && state !== "ended" && state !== "undone" && (
        <Panel title={t("booking-checkout.addOns")}>
          <ul>
            {sale.addOns.map(({ id, name, quantity, out }) => (
              <li key={id} className="wrap-anywhere">
                {t("tickets.addOn", { quantity, name, redeemed: out })}
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {sale.undoMs > 0 && (
        <Undo
          key={sale.id}
          id={sale.id}
          ms={sale.undoMs}
          amount={amount}
          way={way}
          credit={byCredit}
          isOut={sale.addOns.some(({ out }) => out > 0)}
        />
      )}
      {sale.pay && (
        <Panel title={t("till.sold.pay")}>
          <Qr svg={sale.pay.qrSvg} label={t("till.sold.payCode")} className="mx-auto max-w-72" />
          <p className="mt-2 text-center text-fine break-all text-text-3">{sale.pay.url.split("?", 1)}</p>
        </Panel>
      )}
      {sale.link && (
        <Panel title={t("till.sold.link", { count: people })}>
          <Qr svg={sale.link.qrSvg} label={t("till.sold.linkCode")} className="mx-auto max-w-72" />
          <p className="mt-2 text-text-2">{t("till.sold.linkText")}</p>
        </Panel>
      )}
      {sale.tickets.length > 0 && (
        <Panel title={t("till.sold.tickets")}>
          <ul className="grid grid-cols-2 gap-3">
            {sale.tickets.map(({ position, name, code, qrSvg }) => (
              <li key={position} className="grid gap-1 text-center">
                <Qr svg={qrSvg} label={t("till.sold.ticketCode", { n: position })} />
                <span className="truncate">{name || t("till.sold.guest", { n: position })}</span>
                <span className="font-mono font-semibold">{code}</span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {state === "paid" && (takings !== null || credit > 0) && (
        <p className="text-fine text-text-3">{t("till.sold.mistyped")}</p>
      )}
      <AdminLink to={next} kind={state === "waiting" ? "plain" : "ink"} className="h-12!">
        {t("till.sold.next")}
      </AdminLink>
      {state === "waiting" && (
        <Form method="post">
          <input type="hidden" name="intent" value="cancel" />
          <input type="hidden" name="booking_id" value={sale.id} />
          <AdminButton kind="danger" type="submit" busy={busy} className="w-full">
            {t("till.sold.cancel")}
          </AdminButton>
        </Form>
      )}
    </div>
  );
}

type UndoProps = {
  id: string;
  ms: number;
  amount: string;
  way: Sale["way"] | "none";
  credit: string | null;
  isOut: boolean;
};

/** For two minutes: undoes the sale, after explaining what that does. `ms`: how long from now the undo is offered. */
function Undo({ id, ms, amount, way, credit, isOut }: UndoProps) {
  const { t } = useText("till");
  const submit = useSubmit();
  const busy = useNavigation().formData?.get("intent") === "undo";
  const [isOver, setOver] = useState(false);
  const [isAsking, setAsking] = useState(false);
  // an effect because time passes by itself
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  if (isOver && !isAsking) return null;
  return (
    <>
      <AdminButton busy={busy} icon={<Undo2 aria-hidden size={15} />} onClick={() => setAsking(true)}>
        {t("till.sold.undo")}
      </AdminButton>
      <ConfirmDialog
        open={isAsking}
        title={t("till.sold.undoTitle")}
        confirmLabel={t("till.sold.undoDo", { amount, way })}
        cancelLabel={t("till.sold.undoNo")}
        dangerous
        busy={busy}
        onConfirm={() => {
          setAsking(false);
          void submit({ intent: "undo", booking_id: id }, { method: "post" });
        }}
        onClose={() => setAsking(false)}
      >
        <p>{t("till.sold.undoText", { amount, way })}</p>
        {credit && <p>{t("till.sold.creditBack", { amount: credit })}</p>}
        {isOut && <p>{t("till.sold.handedBack")}</p>}
      </ConfirmDialog>
    </>
  );
}
