import { Wallet } from "#src/ui/lucide/icons.ts";
import { useRef, useState, useSyncExternalStore } from "react";
import { Form, Link, useNavigation } from "react-router";
import { clockTime } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { WhyAmount } from "#src/modules/base/ledger/admin/why-amount.tsx";
import { whySale } from "#src/modules/evening/till/rules/why-till.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { HAND_WAYS, handWaysIn, hasReference } from "#src/kernel/pay-method.ts";
import { parseAmount } from "#src/kernel/amount.ts";
import { useText } from "#src/locales/use-text.ts";
import { creditUse } from "#src/modules/money/credits/rules/credit.ts";
import { AddOnRows } from "#src/modules/sales/booking/components/add-on-choice.tsx";
import { type CounterAddOn, counterAddOns } from "#src/modules/sales/booking/rules/counter-add-ons.ts";
import { SMALLEST_CHARGE } from "#src/modules/sales/booking/rules/quote.ts";
import { CreditField, useCredit } from "#src/modules/evening/till/admin/credit-field.tsx";
import { PeopleField } from "#src/modules/evening/till/admin/people-field.tsx";
import { ReferenceField, WayChoice } from "#src/modules/evening/till/admin/way-choice.tsx";
import { CurrencyChoice } from "#src/modules/evening/till/admin/currency-choice.tsx";
import { SellWithoutLine } from "#src/modules/evening/till/admin/sell-without-line.tsx";
import { FormRefusal } from "#src/ui/admin/form-refusal.tsx";
import type { TillAnswer } from "#src/modules/evening/till/rules/answer.ts";
import { isForPhone } from "#src/modules/evening/till/rules/offline.ts";
import { mostLikely } from "#src/modules/evening/till/rules/most-likely.ts";
import { billAtDoor, changeOf, type DoorCurrency } from "#src/modules/evening/till/rules/cash.ts";
import { AdminButton, ADMIN_LINK, AdminLink } from "#src/ui/admin/button.tsx";
import { Empty } from "#src/ui/admin/empty.tsx";
import { AdminCheck, AdminField, AdminInput, AdminNotice, AdminSelect } from "#src/ui/admin/field.tsx";
import { currentLoss, onLoss } from "#src/ui/admin/line.ts";
import { EmailInput } from "#src/ui/email-input.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";

const WAYS = [...HAND_WAYS, "link"] as const;

type Departure = {
  id: string;
  title: string;
  city: string;
  start: string;
  running: boolean;
  own: boolean;
  ofTill: boolean;
  free: number;
  /** per person in minor units; those of `parties` from their size on */
  prices: Record<DoorCurrency, number | null>;
  parties: readonly { from: number; prices: Record<DoorCurrency, number | null> }[];
  addOns: readonly CounterAddOn<DoorCurrency>[];
};

type DoorSaleProps = {
  offer: { departures: Departure[]; hasTill: boolean; maxPeople: number; steps: Record<DoorCurrency, number> };
  /** the departure that the seller came from */
  departureId: string | null;
  formKey: string;
  /** who sells */
  me: string;
  answer: TillAnswer | undefined;
};

/** Sells places of tonight: how many, of which crawl, for how much, and how it is paid. */
export function DoorSaleForm({ offer, departureId, formKey, me, answer }: DoorSaleProps) {
  const { t, locale } = useText("till");
  const { departures, hasTill, steps } = offer;
  const [key] = useState(answer?.key ?? formKey);
  const [chosen, setChosen] = useState(
    () => (departures.find(({ id }) => id === departureId) ?? mostLikely(departures))?.id,
  );
  const [people, setPeople] = useState(2);
  const [currency, setCurrency] = useState<DoorCurrency>("MXN");
  const [chosenWay, setWay] = useState<(typeof WAYS)[number]>(hasTill ? "cash" : "link");
  const ways = WAYS.filter((one) => one === "link" || handWaysIn(currency).includes(one));
  const way = ways.includes(chosenWay) ? chosenWay : "cash";
  const [reference, setReference] = useState("");
  const [handed, setHanded] = useState("");
  const busy = useNavigation().formData?.get("intent") === "sell";
  const form = useRef<HTMLFormElement>(null);
  const loss = useSyncExternalStore(onLoss, currentLoss, () => 0);
  // the sale without an answer; the alternative stays on offer after the waiting has ended
  const [lost, setLost] = useState<{ way: (typeof WAYS)[number] } | null>(null);
  const [code, setCode] = useState("");
  const [quantities, setQuantities] = useState<Readonly<Record<string, number>>>({});
  // for good: under its key the server may have the sale with the code or the add-ons, whatever is chosen after it
  const [isMoreSent, setMoreSent] = useState(false);
  const { check, refusal, left } = useCredit(code, currency, answer);
  const [isSoldHere, setSoldHere] = useState(false);
  if (busy && loss !== 0 && !lost) setLost({ way });
  const departure = departures.find(({ id }) => id === chosen) ?? departures[0];
  if (!departure) {
    return (
      <Panel padded={false}>
        <Empty title={t("till.sale.none")} text={t("till.sale.noneText")} />
      </Panel>
    );
  }
  const { prices } = departure.parties.findLast(({ from }) => from <= people) ?? departure;
  const price = prices[currency];
  const { rows, chosen: addOns, sum: addOnSum } = counterAddOns(departure.addOns, quantities, { people, currency });
  const total = price === null ? null : price * people + addOnSum;
  const pays = total !== null && left !== null ? creditUse({ left, total, smallest: SMALLEST_CHARGE[currency] }) : 0;
  const { rest, due, isTaken, isPaidHere } = billAtDoor({ total, pays, way, step: steps[currency] });
  const cash = isTaken && way === "cash" ? parseAmount(handed) : null;
  const isShort = due !== null && cash !== null && changeOf(cash, due) === null;
  // with none free nothing is sent: what this phone keeps may be more
  const most = departure.free < 1 ? offer.maxPeople : Math.min(departure.free, offer.maxPeople);
  const hasCode = code.trim() !== "";
  const hasMore = hasCode || addOns.length > 0;
  const send = () => {
    setLost(null);
    if (hasMore) setMoreSent(true);
  };
  return (
    <Form ref={form} method="post" onSubmit={send} className="grid max-w-md gap-3">
      <input type="hidden" name="intent" value="sell" />
      <input type="hidden" name="key" value={key} />
      <input type="hidden" name="expected" value={total ?? ""} />
      <input type="hidden" name="credit_pays" value={pays} />
      <FormRefusal answer={answer} />
      <Panel>
        <div className="grid gap-3">
          {departures.length > 1 ? (
            <AdminField id="departure_id" label={t("till.sale.departure")}>
              {(control) => (
                <AdminSelect
                  {...control}
                  name="departure_id"
                  value={departure.id}
                  onChange={({ currentTarget }) => setChosen(currentTarget.value)}
                >
                  {departures.map((one) => (
                    <option key={one.id} value={one.id}>
                      {t("till.sale.option", { crawl: one.title, time: clockTime(one.start, locale), free: one.free })}
                    </option>
                  ))}
                </AdminSelect>
              )}
            </AdminField>
          ) : (
            <p>
              <input type="hidden" name="departure_id" value={departure.id} />
              <strong className="block">{departure.title}</strong>
              <span className="text-text-2">
                {t("till.sale.left", { time: clockTime(departure.start, locale), free: departure.free })}
              </span>
            </p>
          )}
          <div className="flex flex-wrap items-start justify-between gap-3">
            <PeopleField id="people" name="people" most={most} people={people} onPeople={setPeople} />
            <CurrencyChoice id="currency" value={currency} onChange={setCurrency} />
          </div>
          <p aria-live="polite" className="flex items-baseline justify-between gap-3 border-t border-border pt-3">
            <span className="text-text-2">
              {price !== null &&
                t("till.sale.each", { people, price: formatMoney({ amount: price, currency }, locale) })}
              {addOnSum > 0 && (
                <span className="block">
                  {t("booking-checkout.addOns")} {formatMoney({ amount: addOnSum, currency }, locale)}
                </span>
              )}
            </span>
            <strong className="heading text-4xl tabular-nums">
              {due === null ? t("till.sale.noPrice") : formatMoney({ amount: due, currency }, locale)}
            </strong>
          </p>
          {due !== null && price !== null && (
            <p className="-mt-2 text-right text-fine text-text-3">
              {t("why-admin.till.why")}
              <WhyAmount
                name={t("booking-checkout.total")}
                why={whySale({ people, price: { amount: price, currency }, addOns: addOnSum, credit: pays, due })}
              />
            </p>
          )}
          {rest !== null && due !== rest && (
            <p className="text-right text-fine text-text-3">
              {t("till.sale.rounded", { price: formatMoney({ amount: rest, currency }, locale) })}
            </p>
          )}
        </div>
      </Panel>
      {rows.length > 0 && (
        <details className="rounded-panel border border-border bg-surface px-3.5 py-2">
          <summary className="min-h-9 content-center font-semibold pointer-coarse:min-h-11">
            {t("booking-checkout.addOns")}{" "}
            <span className="font-normal wrap-anywhere text-text-2">{rows.map(({ name }) => name).join(" · ")}</span>
          </summary>
          {loss !== 0 && <p className="text-text-2">{t("till.sale.addOnsOffline")}</p>}
          <AddOnRows
            key={departure.id}
            offered={rows}
            quantities={quantities}
            onQuantity={(id, quantity) => setQuantities((now) => ({ ...now, [id]: quantity }))}
          />
          {addOns.length > 0 && isPaidHere && (
            <AdminCheck name="hand_out" value="on" className="pb-2">
              {t("till.sale.handOut")}
            </AdminCheck>
          )}
        </details>
      )}
      <Panel>
        <div className="grid gap-3">
          <CreditField
            code={code}
            onCode={setCode}
            check={check}
            refusal={refusal}
            sale={{ departureId: departure.id, people, currency, addOns }}
            pays={pays > 0 ? { amount: pays, currency } : null}
            isOffline={loss !== 0}
          />
          {isTaken ? (
            <WayChoice id="way" value={way} options={ways} onChange={setWay} />
          ) : (
            <input type="hidden" name="way" value="cash" />
          )}
          {isTaken && way !== "link" && !hasTill && (
            <AdminNotice icon={<Wallet aria-hidden size={16} />}>
              {t("till.sale.needsTill")}{" "}
              <Link to={localizedPath("/admin/till", locale)} className={ADMIN_LINK}>
                {t("till.sale.openTill")}
              </Link>
            </AdminNotice>
          )}
          {isTaken && way === "cash" && due !== null && (
            <Change due={due} currency={currency} handed={handed} onHanded={setHanded} />
          )}
          {isTaken && hasReference(way) && due !== null && (
            <p className="text-text-2">
              {t("till.sale.tell", { way, amount: formatMoney({ amount: due, currency }, locale) })}
            </p>
          )}
          {isTaken && (
            <ReferenceField id="reference" name="reference" way={way} value={reference} onChange={setReference} />
          )}
          <AdminCheck name="id_seen" value="on">
            {t("till.sale.idSeen")}
          </AdminCheck>
          <AdminCheck name="let_in" value="on" defaultChecked>
            {t("till.sale.letIn")}
          </AdminCheck>
        </div>
      </Panel>
      <details className="rounded-panel border border-border bg-surface px-3.5 py-2">
        <summary className="min-h-9 content-center font-semibold pointer-coarse:min-h-11">
          {t("till.sale.guest")}
        </summary>
        <div className="grid gap-3 pt-1 pb-2">
          <AdminField id="name" label={t("till.sale.name")} optional={t("till.optional")}>
            {(control) => <AdminInput {...control} name="name" maxLength={80} autoComplete="off" />}
          </AdminField>
          <AdminField
            id="email"
            label={t("till.sale.email")}
            optional={t("till.optional")}
            help={t("till.sale.emailHelp")}
          >
            {(control) => (
              <EmailInput {...control} as={AdminInput} guess={ADMIN_LINK} name="email" autoComplete="off" />
            )}
          </AdminField>
          <AdminField id="language" label={t("till.sale.language")}>
            {(control) => (
              <AdminSelect {...control} name="language" defaultValue={locale}>
                <option value="en">{t("till.sale.english")}</option>
                <option value="es">{t("till.sale.spanish")}</option>
              </AdminSelect>
            )}
          </AdminField>
        </div>
      </details>
      {lost !== null && (hasMore || isMoreSent) && (
        <AdminNotice tone="waiting" icon={<Wallet aria-hidden size={16} />}>
          {t("till.sale.creditLost")}
        </AdminNotice>
      )}
      {isForPhone({ isLost: lost !== null, isFull: departure.free < people, hasMore, isMoreSent }) && (
        <SellWithoutLine
          key={`${departure.id} ${lost !== null}`}
          me={me}
          departure={departure.id}
          people={people}
          // a sale by link that hasn't been paid lapses by itself
          saleKey={lost && lost.way !== "link" ? key : null}
          // the server may have the sale that was sent, as it was sent
          way={lost && lost.way !== "link" ? lost.way : way === "link" ? "cash" : way}
          form={() => new FormData(form.current!)}
          isLost={lost !== null}
          onSold={() => setSoldHere(true)}
        />
      )}
      <div className={lost === null ? "sticky bottom-20 z-2 md:static" : undefined}>
        <AdminButton
          kind="ink"
          type="submit"
          busy={busy}
          disabled={departure.free < 1 || total === null || isShort || isSoldHere || (hasCode && pays === 0)}
          className="h-14! w-full text-base"
        >
          {departure.free < 1
            ? t("till.sale.soldOut")
            : t("till.sale.submit", {
                way: isTaken ? way : "none",
                amount: due === null ? "" : formatMoney({ amount: due, currency }, locale),
              })}
        </AdminButton>
      </div>
      <AdminLink to={localizedPath("/admin/till", locale)} kind="quiet" icon={<Wallet aria-hidden size={15} />}>
        {t("till.title")}
      </AdminLink>
    </Form>
  );
}

type ChangeProps = { due: number; currency: DoorCurrency; handed: string; onHanded: (text: string) => void };

/** What goes back of what the guest hands over. Only a help: nothing of it is stored. */
function Change({ due, currency, handed, onHanded }: ChangeProps) {
  const { t, locale } = useText("till");
  const cash = parseAmount(handed);
  const back = cash === null ? null : changeOf(cash, due);
  return (
    <div className="grid grid-cols-2 items-end gap-3">
      <AdminField id="given" label={t("till.sale.given")}>
        {(control) => (
          <AdminInput
            {...control}
            name="given"
            inputMode="decimal"
            autoComplete="off"
            value={handed}
            onChange={({ currentTarget }) => onHanded(currentTarget.value)}
            unit={currency}
          />
        )}
      </AdminField>
      <output htmlFor="given" className="pb-1 text-right">
        <span className="block text-fine text-text-3">{t("till.sale.change")}</span>
        <strong className="text-xl tabular-nums">
          {cash !== null && back === null
            ? t("till.sale.tooLittle")
            : formatMoney({ amount: back ?? 0, currency }, locale)}
        </strong>
      </output>
    </div>
  );
}
