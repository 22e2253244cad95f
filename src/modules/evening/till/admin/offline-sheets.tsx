import { type ReactNode, useState } from "react";
import { clockIn } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { HAND_WAYS, type HandWay, hasReference } from "#src/kernel/pay-method.ts";
import { parseAmount } from "#src/kernel/amount.ts";
import { useText } from "#src/locales/use-text.ts";
import { PeopleField } from "#src/modules/evening/till/admin/people-field.tsx";
import { ReferenceField, WayChoice } from "#src/modules/evening/till/admin/way-choice.tsx";
import { DoorSheet } from "#src/modules/evening/door/admin/sheets.tsx";
import type { OfflineSales, SalesView } from "#src/modules/evening/till/admin/offline-sales.ts";
import { cashStep, changeOf, inCash, takesMoney } from "#src/modules/evening/till/rules/cash.ts";
import { type RefusedHere, sayReason, sayWait, waitsForTill } from "#src/modules/evening/till/rules/offline.ts";
import { CircleCheck } from "#src/ui/lucide/icons.ts";

const SOLID =
  "flex min-h-13.5 w-full items-center justify-center rounded-[14px] bg-text px-4 text-[1.0625rem] font-semibold text-on-ink no-underline disabled:opacity-50";
const LINE =
  "flex min-h-13.5 w-full items-center justify-center rounded-[14px] border-2 border-border-strong px-4 text-[1.0625rem] font-semibold text-text no-underline";
const FIELD = "h-12 w-full rounded-[12px] border-2 border-border-strong bg-bg px-3 text-text";
const CODE = "MXN";

type SellProps = { sales: OfflineSales; view: SalesView; night: string; onClose: () => void };

/** Sells places of this phone's, then says what to tell the guests. */
export function SellSheet({ sales, view, night, onClose }: SellProps) {
  const { t, locale } = useText("till");
  const [sold, setSold] = useState<{ people: number; way: HandWay; cash: number; back: number } | null>(null);
  const { reserve } = view;
  const price = reserve?.prices[CODE];
  const money = (amount: number) => formatMoney({ amount, currency: CODE }, locale);
  if (sold) {
    return (
      <DoorSheet title={t("till.offline.title")} onClose={onClose}>
        <div className="grid gap-3">
          <p role="status" className="flex items-center gap-3">
            <CircleCheck aria-hidden size={44} strokeWidth={2} className="shrink-0 text-agave-text" />
            <span>
              <strong className="heading block text-2xl leading-tight!">
                {t("till.offline.sold", { people: sold.people })}
              </strong>
              {t("till.ways.amount", { way: sold.way, amount: money(sold.cash) })}
              {sold.back > 0 && <b className="block">{t("till.sold.back", { amount: money(sold.back) })}</b>}
            </span>
          </p>
          <p className="text-text-2">{t("till.offline.soldText")}</p>
          <button type="button" onClick={onClose} className={SOLID}>
            {t("till.offline.done")}
          </button>
          {reserve && reserve.here > 0 && (
            <button type="button" onClick={() => setSold(null)} className={LINE}>
              {t("till.sold.next")}
            </button>
          )}
        </div>
      </DoorSheet>
    );
  }
  return (
    <DoorSheet title={t("till.offline.title")} onClose={onClose}>
      {reserve && reserve.here > 0 && takesMoney(price) ? (
        <SellForm
          night={night}
          price={price}
          step={reserve.step}
          left={reserve.here}
          most={Math.min(reserve.here, reserve.most)}
          onSell={async ({ cash: handed, ...what }) => {
            const cash = await sales.sell({ ...what, language: locale });
            if (typeof cash === "string") return cash;
            setSold({
              people: what.people,
              way: what.way,
              cash,
              back: handed === null ? 0 : (changeOf(handed, cash) ?? 0),
            });
            return null;
          }}
        />
      ) : (
        <div className="grid gap-1 pb-2">
          <p className="font-semibold">{t("till.offline.none")}</p>
          <p className="text-text-2">{t("till.offline.noneText")}</p>
        </div>
      )}
    </DoorSheet>
  );
}

type SellFormProps = {
  night: string;
  price: number;
  step: number;
  left: number;
  most: number;
  /** `cash`: what the guest handed over, where it was typed */
  onSell: (what: {
    people: number;
    name: string;
    idSeen: boolean;
    way: HandWay;
    reference: string;
    cash: number | null;
  }) => Promise<"few" | "lost" | null>;
};

function SellForm({ night, price, step, left, most, onSell }: SellFormProps) {
  const { t, locale } = useText("till");
  const [people, setPeople] = useState(1);
  const [way, setWay] = useState<HandWay>("cash");
  const [reference, setReference] = useState("");
  const [cash, setCash] = useState("");
  const [name, setName] = useState("");
  const [idSeen, setIdSeen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<"few" | "lost" | null>(null);
  const total = price * people;
  const due = way === "cash" ? inCash(total, cashStep(CODE, step)) : total;
  const money = (amount: number) => formatMoney({ amount, currency: CODE }, locale);
  const handed = way === "cash" ? parseAmount(cash) : null;
  const back = handed === null ? null : changeOf(handed, due);
  const isShort = handed !== null && back === null;
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (busy || isShort) return;
        setBusy(true);
        setFailed(null);
        void onSell({
          people,
          name: name.trim(),
          idSeen,
          way,
          reference: hasReference(way) ? reference.trim() : "",
          cash: handed,
        })
          .then(setFailed, () => setFailed("lost"))
          .finally(() => setBusy(false));
      }}
    >
      <p className="text-text-2">{t("till.offline.left", { title: night, n: left })}</p>
      <div className="flex items-end justify-between gap-3">
        <PeopleField id="sell-people" most={most} people={people} onPeople={setPeople} />
        <p aria-live="polite" className="text-right">
          <span className="block text-sub text-text-2">
            {t("till.sale.each", { people, price: money(price) })}
            {due !== total && `, ${t("till.sale.rounded", { price: money(total) })}`}
          </span>
          <strong className="heading text-[2rem] leading-tight! tabular-nums">{money(due)}</strong>
        </p>
      </div>
      <WayChoice id="sell-way" value={way} options={HAND_WAYS} onChange={setWay} />
      <ReferenceField id="sell-reference" way={way} value={reference} onChange={setReference} />
      {way === "cash" && (
        <div className="grid grid-cols-2 items-end gap-3">
          <label className="grid gap-1.5 font-semibold">
            {t("till.sale.given")}
            <input
              inputMode="decimal"
              autoComplete="off"
              value={cash}
              onChange={({ target }) => setCash(target.value)}
              className={`${FIELD} font-normal`}
            />
          </label>
          <output className="pb-1 text-right">
            <span className="block text-sub text-text-2">{t("till.sale.change")}</span>
            <strong className="text-xl tabular-nums">{isShort ? t("till.sale.tooLittle") : money(back ?? 0)}</strong>
          </output>
        </div>
      )}
      <label className="grid gap-1.5 font-semibold">
        <span>
          {t("till.sale.name")} <span className="font-normal text-text-2">{t("till.optional")}</span>
        </span>
        <input
          maxLength={80}
          autoComplete="off"
          value={name}
          onChange={({ target }) => setName(target.value)}
          className={`${FIELD} font-normal`}
        />
      </label>
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          checked={idSeen}
          onChange={({ target }) => setIdSeen(target.checked)}
          className="size-5 accent-current"
        />
        {t("till.sale.idSeen")}
      </label>
      {failed && (
        <p role="alert" className="font-semibold text-low-text">
          {t(failed === "few" ? "till.offline.few" : "till.offline.notKept")}
        </p>
      )}
      <button type="submit" disabled={busy || isShort} className={SOLID}>
        {t("till.offline.submit", { way, amount: money(due) })}
      </button>
    </form>
  );
}

type ListProps = {
  me: string;
  sales: OfflineSales;
  view: SalesView;
  zone: string;
  now: (deviceAt: string) => Date;
  onClose: () => void;
};

/** The sales on this phone that wait, and those that were refused: what to do with their cash. */
export function SalesSheet({ me, sales, view, zone, now, onClose }: ListProps) {
  const { t, locale } = useText("till");
  const { kept: queue, refused } = view;
  const items = (list: readonly (Omit<RefusedHere, "refused"> & { why: string })[]): ReactNode => (
    <ul className="grid gap-2">
      {list.map(({ sale, cash, userId, why }) => (
        <li key={sale.key} className="rounded-[12px] border-2 border-line-2 px-3.5 py-2">
          <b className="font-semibold tabular-nums">
            {t("till.offline.item", {
              people: sale.people,
              way: sale.way ?? "cash",
              amount: formatMoney({ amount: cash, currency: sale.currency }, locale),
            })}
          </b>
          <span className="block text-sub text-text-2">
            {[
              t("till.offline.itemAt", { time: clockIn(now(sale.sold_at), zone) }),
              userId === me ? "" : t("till.offline.itemOther"),
              sale.name,
            ]
              .filter(Boolean)
              .join(" · ")}
          </span>
          {why && <span className="block">{why}</span>}
        </li>
      ))}
    </ul>
  );
  const waiting = queue.map((one) => {
    const why = sayWait(one, me);
    return { ...one, why: why ? t(why) : "" };
  });
  return (
    <DoorSheet title={t("till.offline.list")} onClose={onClose}>
      <div className="grid gap-5">
        {refused.length > 0 && (
          <section className="grid gap-2.5">
            <h3 className="font-semibold">{t("till.offline.listRefused")}</h3>
            <p className="text-text-2">{t("till.offline.listRefusedText")}</p>
            {items(refused.map((one) => ({ ...one, why: t(sayReason(one.refused)) })))}
            <button
              type="button"
              onClick={() => {
                sales.understand();
                if (queue.length === 0) onClose();
              }}
              className={SOLID}
            >
              {t("till.offline.understood")}
            </button>
          </section>
        )}
        {waiting.length > 0 && (
          <section className="grid gap-2.5">
            <h3 className="font-semibold">{t("till.offline.listWaits")}</h3>
            {items(waiting)}
            {queue.some((one) => waitsForTill(one, me)) && (
              <a href={localizedPath("/admin/till", locale)} className={refused.length > 0 ? LINE : SOLID}>
                {t("till.offline.openTill")}
              </a>
            )}
          </section>
        )}
      </div>
    </DoorSheet>
  );
}
