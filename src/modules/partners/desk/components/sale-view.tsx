import { MessageSquare, Printer } from "#src/ui/lucide/icons.ts";
import { clockTime, shortDate, timeIn } from "#src/kernel/local-time.ts";
import { formatPesos } from "#src/kernel/money.ts";
import { phoneDigits } from "#src/kernel/tel-link.ts";
import { useText } from "#src/locales/use-text.ts";
import type { DeskAnswer, DeskSaleView } from "#src/modules/partners/desk/schema.ts";
import { Qr } from "#src/modules/evening/till/admin/qr.tsx";
import { Button, buttonClass } from "#src/ui/button.tsx";
import { Notice } from "#src/ui/notice.tsx";

type SaleViewProps = {
  sale: DeskSaleView;
  /** why cash was refused although the places are held, or paid for */
  answer: DeskAnswer | null;
  /** what was typed for this sale, as long as this page is open; empty afterwards */
  phone: string;
  busy: boolean;
  onCancel: () => void;
  onNext: () => void;
  /** sells it in cash after all; null where that wasn't tried */
  onCash: (() => void) | null;
  /** sells it without the code that was refused; null where none was */
  onWithout: { way: "cash" | "link"; act: () => void } | null;
};

/** A sale: the code to pay with, then the tickets to hand out. */
export function SaleView({ sale, answer, phone, busy, onCancel, onNext, onCash, onWithout }: SaleViewProps) {
  const { t, locale } = useText();
  const { state, people, reference, pay, tickets } = sale;
  const amount = formatPesos(sale.total - sale.credit, locale);
  const byCredit = sale.credit > 0 && t("desk.sale.credit", { amount: formatPesos(sale.credit, locale) });
  return (
    <div className="grid grid-cols-1 gap-5">
      <div aria-live="polite" className="grid gap-3">
        {answer?.formError && (state === "waiting" || answer.reason === "paid_online") && (
          <Notice tone="warning">{t(answer.formError, answer.values)}</Notice>
        )}
        {state === "paid" && (
          <Notice tone="good" title={t("desk.sale.paid", { people })}>
            {sale.credit < sale.total && t(sale.way === "cash" ? "desk.sale.cash" : "desk.sale.byLink", { amount })}{" "}
            {byCredit}
          </Notice>
        )}
        {state === "ended" && <Notice tone="bad">{t("desk.sale.ended")}</Notice>}
        {state === "waiting" && (
          <Notice title={t("desk.sale.waiting", { people, amount })}>
            {t("desk.sale.until", { time: timeIn(new Date(sale.until), sale.zone, locale) })} {byCredit}
          </Notice>
        )}
      </div>
      <div>
        <h1 className="text-h3 wrap-anywhere">{sale.name}</h1>
        <span className="text-text-2">
          {sale.crawl}, {shortDate(sale.date, locale)}, {clockTime(sale.start, locale)}
        </span>
        {sale.addOns.map(({ id, name, quantity }) => (
          <span key={id} className="block wrap-anywhere">
            {t("booking-checkout.addOnLine", { quantity, name })}
          </span>
        ))}
        <span className="block font-mono text-small">{reference}</span>
      </div>
      {pay && (
        <section className="grid grid-cols-1 justify-items-center gap-2">
          <h2 className="text-h3">{t("desk.sale.pay")}</h2>
          <Qr svg={pay.qrSvg} label={t("desk.sale.payCode")} className="max-w-72" />
        </section>
      )}
      {tickets && (
        <section className="grid grid-cols-1 justify-items-center gap-3">
          <h2 className="text-h3">{t("desk.sale.tickets")}</h2>
          <Qr svg={tickets.qrSvg} label={t("desk.sale.ticketCode")} className="max-w-72" />
          <p className="text-center text-text-2">{t("desk.sale.ticketText")}</p>
          <div className="grid w-full gap-2.5 sm:grid-cols-2">
            <a
              href={whatsApp(
                phone,
                t("desk.sale.whatsappText", { count: people, crawl: sale.crawl, url: tickets.url }),
              )}
              target="_blank"
              rel="noreferrer"
              className={buttonClass({ kind: "secondary" })}
            >
              <MessageSquare aria-hidden size={20} />
              {t("desk.sale.whatsapp")}
            </a>
            <a href={tickets.pdf} target="_blank" rel="noreferrer" className={buttonClass({ kind: "secondary" })}>
              <Printer aria-hidden size={20} />
              {t("desk.sale.print")}
            </a>
          </div>
        </section>
      )}
      {state === "paid" && !tickets && <p className="text-text-2">{t("desk.sale.ticketsOver")}</p>}
      {state === "paid" && sale.way === "cash" && <p className="text-small text-text-2">{t("desk.sale.mistake")}</p>}
      <div className="grid gap-2.5">
        <Button wide kind={state === "waiting" ? "secondary" : "primary"} onClick={onNext}>
          {t("desk.sale.next")}
        </Button>
        {state === "waiting" && onWithout && (
          <Button wide kind="secondary" busy={busy} onClick={onWithout.act}>
            {t(onWithout.way === "cash" ? "desk.sale.withoutCash" : "desk.sale.withoutLink", {
              amount: formatPesos(sale.total, locale),
            })}
          </Button>
        )}
        {state === "waiting" && onCash && (
          <Button wide kind="secondary" busy={busy} onClick={onCash}>
            {t("desk.sale.again")}
          </Button>
        )}
        {state === "waiting" && (
          <Button wide kind="danger" busy={busy} onClick={onCancel}>
            {t("desk.sale.cancel")}
          </Button>
        )}
      </div>
    </div>
  );
}

/** To the typed number, or for WhatsApp to ask whom; ten digits are a Mexican number. */
function whatsApp(phone: string, text: string): string {
  const digits = phoneDigits(phone);
  const number = digits.length === 10 && !phone.trim().startsWith("+") ? `52${digits}` : digits;
  return `https://wa.me/${number}?text=${encodeURIComponent(text)}`;
}
