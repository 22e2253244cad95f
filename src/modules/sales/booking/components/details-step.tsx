import { type FormEvent, useEffect, useMemo, useRef, useState } from "react";
import { Form, useFetcher, useLocation, useNavigation } from "react-router";
import { clockTime, shortDate } from "#src/kernel/local-time.ts";
import type { Locale } from "#src/kernel/localized.ts";
import { type Currency, formatMoney } from "#src/kernel/money.ts";
import { loadAreas } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import { useReferral } from "#src/modules/sales/affiliates/components/use-referral.ts";
import { CHECKOUT_FORM, CHECKOUT_GRID } from "#src/modules/sales/booking/components/checkout-frame.tsx";
import { CouponEntry } from "#src/modules/sales/booking/components/coupon-entry.tsx";
import { CurrencySelect } from "#src/modules/sales/booking/components/currency-select.tsx";
import { DefaultButton } from "#src/modules/sales/booking/components/default-button.tsx";
import { type Hold, HoldStrip } from "#src/modules/sales/booking/components/hold-strip.tsx";
import { OrderSummary, type ReceiptLines, Saving } from "#src/modules/sales/booking/components/order-summary.tsx";
import { barIntent, PayMethods } from "#src/modules/sales/booking/components/pay-methods.tsx";
import { PersonFields } from "#src/modules/sales/booking/components/person-fields.tsx";
import { PhoneTotalBar, RECEIPT, ReceiptLine } from "#src/modules/sales/booking/components/phone-total.tsx";
import { Terms } from "#src/modules/sales/booking/components/terms.tsx";
import { TooFew } from "#src/modules/sales/booking/components/too-few.tsx";
import { UnpaidLink } from "#src/modules/sales/booking/components/unpaid-link.tsx";
import { useDraft } from "#src/modules/sales/booking/components/use-draft.ts";
import {
  addOnsText,
  asksOnLeaving,
  creditSum,
  costsAlike,
  type Details,
  detailsOf,
  type DetailsError,
  filledIn,
  isCodeAsked,
  type Priced,
  type PriceIntent,
} from "#src/modules/sales/booking/rules/details-form.ts";
import type { CheckoutOffer } from "#src/modules/sales/booking/schema.ts";
import type { NightProof } from "#src/modules/site/catalog/rules/proof.ts";
import { crawlInCity } from "#src/modules/site/catalog/rules/crawl.ts";
import { Button } from "#src/ui/button.tsx";
import { later } from "#src/ui/later.tsx";
import { classNames } from "#src/ui/class-names.ts";
import { Checkbox } from "#src/ui/checkbox.tsx";
import { ErrorSummary } from "#src/ui/error-summary.tsx";
import { StepHeading } from "#src/ui/step-heading.tsx";
import { dismissToast, toast } from "#src/ui/toasts.tsx";
import { useAnswer } from "#src/ui/use-answer.ts";

type DetailsStepProps = {
  offer: CheckoutOffer;
  priced: Priced;
  /** The server's response to the submitted form. */
  answer: Priced | undefined;
  currencies: readonly Currency[];
  countries: { value: string; label: string }[];
  /** Idempotency key: submitting the form twice books once. */
  formKey: string;
  /** What the checkout's address says of the last partner's link or printed code (`viaText`); empty for nothing. */
  referral: string;
  /** We know who books: their account or this browser has said it before. */
  known: boolean;
  /** True when there is no existing booking for this form to edit. */
  fresh: boolean;
  frozen: boolean;
  /** Payments are simulated. */
  practice: boolean;
  /** Nothing can be paid online: the page says how to pay us once the places are held. */
  paysByHand: boolean;
  /** Whether the price may depend on whose link brought the guest. */
  pricesByLink: boolean;
  /** Whether the guest is asked if they want one email in case they don't finish. */
  asksToRemind: boolean;
  hold: Hold | null;
  /** For how many places were wanted where there are fewer, and the most that one booking takes. */
  wanted: number | null;
  maxPeople: number;
  /** The versions of terms and privacy policy to agree to, and when the terms were last changed, in words. */
  agreedTo: string;
  termsUpdated: string | null;
  /** What speaks for the night. */
  proof?: NightProof;
  /** Error that blocked the submission but belongs to no field. */
  formError: DetailsError | null;
};

/** They are folded: their code comes with the first touch. */
const AddOnChoice = later(
  "add-on-choice",
  async () => (await import("#src/modules/sales/booking/components/add-on-choice.tsx")).AddOnChoice,
  "touched",
);

/** The schema is a fifth of the page's script, and nobody needs it or its errors before they type: it comes with the first focus. */
let rules: typeof import("#src/modules/sales/booking/rules/check-details.ts") | null = null;
async function fetchRules(locale: Locale): Promise<void> {
  const coming = [
    import("#src/modules/sales/booking/rules/check-details.ts"),
    loadAreas(locale, ["errors", "credits"]),
  ] as const;
  // where they don't come, the server checks the form
  const [come] = await Promise.all(coming).catch(() => [null]);
  rules ??= come;
}

/** Guests, price, agreement and how to pay: one button leads on to the payment page. */
export function DetailsStep({
  offer,
  priced: loaded,
  answer,
  currencies,
  countries,
  formKey,
  referral: loadedReferral,
  known: isFilled,
  fresh,
  frozen,
  practice,
  paysByHand,
  pricesByLink,
  asksToRemind,
  hold,
  wanted: target,
  maxPeople,
  agreedTo,
  termsUpdated,
  proof,
  formError,
}: DetailsStepProps) {
  const { t, locale } = useText();
  const form = useRef<HTMLFormElement>(null);
  const live = useLivePrice(form, loaded, answer);
  const { priced, busy } = live;
  const referral = useReferral(loadedReferral);
  const [checked, setChecked] = useState<{ at: number; priceAt: number; fieldErrors: DetailsError[] } | null>(null);
  const { formMethod, formData } = useNavigation();
  const sending = formMethod === "POST";
  const intent = formData?.get("intent");
  const storedDraft = useDraft(form, offer.departure_id, !answer && !hold && fresh);
  // oxlint-disable-next-line react/exhaustive-deps -- a draft is restored once; reloaded data must not overwrite later input
  const draft = useMemo(() => storedDraft && filledIn(storedDraft, loaded.details), [storedDraft]);
  const agreement = useAgreement({ agreedTo, termsUpdated }, answer);
  const start = answer?.details ?? draft ?? loaded.details;
  const left = Math.max(1, offer.left);
  const [people, setPeople] = useState(() => clamp(Number(start.number_of_people) || 1, left));
  // the draft is only found after hydration: the people count follows in the same render, the price after a request
  const [appliedDraft, setAppliedDraft] = useState<Details | null>(null);
  if (draft && draft !== appliedDraft) {
    setAppliedDraft(draft);
    setPeople(clamp(Number(draft.number_of_people) || 1, left));
  }
  useEffect(() => {
    if (draft && !costsAlike(draft, loaded.details)) live.ask("update");
    // oxlint-disable-next-line react/exhaustive-deps -- once per draft, not per render
  }, [draft]);

  useEffect(() => {
    // only the browser may know whose link it followed
    if (pricesByLink && referral !== loadedReferral) live.ask("update", { referral });
    // oxlint-disable-next-line react/exhaustive-deps -- once per link, not per render
  }, [referral]);

  // errors of the last submission stay until the next one; a newer price supersedes those on people, total and coupon
  const sent = checked ?? answer ?? null;
  const overtaken = checked ? checked.priceAt !== priced.at : live.asked;
  const errors = (sent?.fieldErrors ?? []).filter(({ id }) => !overtaken || !PRICED.has(id));
  const summary = formError ? [...errors, formError] : errors;
  const fieldErrors = live.asked ? [...summary, ...priced.fieldErrors] : summary;
  const straight = summary.length === 1 && summary.every((one) => !NO_CONTROL.has(one.id) && !isCodeAsked(one));
  const unpaid = summary.find(({ booking }) => booking)?.booking;
  const errorOf = (id: string) => {
    const fieldError = fieldErrors.find((f) => f.id === id);
    // the summary says why a code is asked for; its field isn't wrong
    return fieldError && !isCodeAsked(fieldError) ? t(fieldError.message, fieldError.values) : undefined;
  };

  /** Validates with the server's schema before submitting, once that is here: until then the server does. */
  const check = (event: FormEvent<HTMLFormElement>) => {
    const submitter = (event.nativeEvent as SubmitEvent).submitter;
    if (submitter instanceof HTMLButtonElement && !submitter.value.startsWith("place")) return;
    const formValues = detailsOf(new FormData(event.currentTarget));
    const found = rules?.wrongDetails(formValues, offer.departure_id, locale) ?? [];
    if (found.length > 0) event.preventDefault();
    setChecked(found.length > 0 ? { at: Date.now(), priceAt: priced.at, fieldErrors: found } : null);
  };

  const { quote } = priced;
  const credit = creditSum(priced.credits);
  const toPay = quote.total.amount_minor - credit;
  const total = formatMoney({ amount: toPay, currency: quote.total.currency }, locale);
  const free = toPay === 0;
  const lines = linesOf(priced, offer.early_bird);
  const ways = priced.ways ?? loaded.ways ?? [];
  const proceed = (
    <Button
      type="submit"
      name="intent"
      value="place"
      wide
      busy={sending && intent === "place"}
      className="max-w-[34rem]"
    >
      {t(free ? "booking-checkout.pay.free" : "booking-checkout.proceed")}
      <span className="tabular-nums">{total}</span>
    </Button>
  );
  const line = { date: shortDate(offer.date, locale), time: clockTime(offer.start_time, locale), people };

  return (
    <Form
      ref={form}
      method="post"
      noValidate
      onSubmit={check}
      onFocus={() => void fetchRules(locale)}
      onBlur={({ target: { name, value }, relatedTarget: next }) => {
        if (asksOnLeaving({ name, value }, next as Partial<HTMLButtonElement> | null, priced.details))
          live.ask("update");
      }}
      className={CHECKOUT_GRID}
    >
      <input type="hidden" name="key" value={formKey} />
      <input type="hidden" name="displayed_total" value={busy ? "" : String(quote.total.amount_minor)} />
      <input type="hidden" name="displayed_currency" value={quote.total.currency} />
      <input type="hidden" name="displayed_people" value={quote.number_of_people} />
      <input type="hidden" name="displayed_add_ons" value={addOnsText(priced.details)} />
      <input type="hidden" name="displayed_credit" value={credit} />
      <input type="hidden" name="price_promise" value={quote.price_promise ?? ""} />
      <input type="hidden" name="agreed_to" value={agreement.agreedTo} />
      <input type="hidden" name="referral" value={referral} />
      {free && <input type="hidden" name="method" value="free" />}
      {/* whatever is sent before the draft has its price has its codes; they come before those that the page was loaded with */}
      {draft && !answer && !live.isAnswered && <DraftCodes draft={draft} />}
      <DefaultButton intent={barIntent(ways, "place")} />
      <div className="relative min-w-0">
        <StepHeading step="details">{t("booking-checkout.details.title")}</StepHeading>
        {/* outside the receipt, which phones fold away; the first price is read there */}
        <p role="status" className="sr-only">
          {live.asked && t("booking-checkout.totalNow", { total })}
        </p>
        {hold && (
          <div className="mt-5 max-w-[34rem]">
            <HoldStrip hold={hold} />
          </div>
        )}
      </div>
      <ReceiptLine
        text={t("booking-checkout.line", line)}
        total={total}
        saving={<Saving lines={lines} />}
        open={fieldErrors.some(({ id }) => IN_RECEIPT.has(id))}
      />
      <aside className={RECEIPT}>
        <OrderSummary
          departure={offer}
          lines={lines}
          total={quote.total}
          pesos={quote.in_pesos}
          why={priced.why ?? null}
          busy={busy}
          credit={credit > 0 ? { amount_minor: credit, currency: quote.total.currency } : null}
          refundable={quote.total.amount_minor === 0 ? null : offer.refundable}
          proof={proof ?? null}
          hasLine
        >
          <CouponEntry
            applied={priced.details.coupon_code}
            isUnused={quote.unused_coupon_code !== null}
            partner={priced.details.partner_code}
            credits={priced.details.credit_codes}
            isPaid={free}
            enteredCode={priced.details.coupon_typed}
            error={errorOf("coupon_typed")}
            busy={live.intent === "coupon-apply"}
            isUpdate={live.isUpdate}
            onAsk={live.ask}
          />
          <CurrencySelect
            key={draft ? "draft" : "loaded"}
            value={start.currency}
            offered={currencies}
            error={errorOf("currency")}
            frozen={frozen}
            onChoose={(currency) => live.ask("update", { currency })}
          />
        </OrderSummary>
      </aside>
      <section className={CHECKOUT_FORM}>
        {target !== null && (
          <TooFew departure={offer.departure_id} left={offer.left} people={target} maxPeople={maxPeople} />
        )}
        <div className={classNames("mb-6 empty:hidden", straight && "scripted:hidden")}>
          <ErrorSummary
            key={sent?.at}
            title={summary.length > 0 ? t("errors.summary", { count: summary.length }) : ""}
            calm={summary.every(isCodeAsked)}
            straight={straight}
            errors={summary.map(({ id, message, values }) => ({ id, message: t(message, values) }))}
          />
          <UnpaidLink departureId={offer.departure_id} booking={unpaid} />
        </div>
        <PersonFields
          key={draft ? "draft" : "loaded"}
          details={start}
          isFilled={isFilled}
          countries={countries}
          people={people}
          left={left}
          errorOf={errorOf}
          onPeople={(next) => {
            setPeople(next);
            live.ask("update", { number_of_people: String(next) });
          }}
        />
        <AddOnChoice
          key={draft ? "draft add-ons" : "add-ons"}
          offered={priced.addOns}
          chosen={start.add_ons}
          error={errorOf("add_ons")}
          onChoose={(field, quantity) => live.ask("update", { [field]: String(quantity) })}
        />
        <div className="mt-6 mb-6 grid gap-4">
          <Terms
            key={agreement.agreedTo}
            defaultChecked={start.agreed}
            error={errorOf("agreed")}
            updated={agreement.termsUpdated}
          />
          {asksToRemind && (
            <Checkbox
              key={draft ? "draft" : "loaded"}
              id="remind"
              name="remind"
              value="yes"
              defaultChecked={start.remind}
            >
              {t("booking-checkout.remind")}
            </Checkbox>
          )}
        </div>
        {/* without scripts, what was changed above has its price here */}
        <Button type="submit" name="intent" value="update" kind="secondary" small className="mb-6 scripted:hidden">
          {t("booking-checkout.update")}
        </Button>
        {free || paysByHand ? (
          proceed
        ) : (
          <>
            <h2 className="mb-4 text-h3">{t("booking-checkout.pay.title")}</h2>
            <PayMethods ways={ways} total={total} act="place">
              {proceed}
            </PayMethods>
          </>
        )}
        <p className="mt-3.5 max-w-[34rem] text-small text-text-2">
          {t(
            free
              ? credit > 0
                ? "credits.paid"
                : "booking-checkout.pay.freeText"
              : paysByHand
                ? "booking-cases.afterwards"
                : "booking-checkout.pay.next",
          )}
          {practice && !free && <strong className="mt-1 block text-text">{t("booking-checkout.pay.test")}</strong>}
        </p>
      </section>
      <PhoneTotalBar
        crawl={crawlInCity(offer.crawl_title, offer.city)}
        total={total}
        text={t("booking-checkout.barLine", line)}
      >
        <Button type="submit" name="intent" value={barIntent(ways, "place")} busy={sending}>
          {t(free ? "booking-checkout.pay.shortFree" : "booking-checkout.continue")}
        </Button>
      </PhoneTotalBar>
    </Form>
  );
}

/** What the page asks to agree to: as loaded, then as the last answer said, also once a request failed. */
function useAgreement(loaded: Pick<DetailsStepProps, "agreedTo" | "termsUpdated">, answer: Priced | undefined) {
  const [agreement, setAgreement] = useState(loaded);
  const { agreedTo = agreement.agreedTo, termsUpdated = null } = answer ?? {};
  if (agreedTo !== agreement.agreedTo) setAgreement({ agreedTo, termsUpdated });
  return agreement;
}

const clamp = (people: number, left: number) => Math.min(Math.max(1, people), left);

/** What an error may name that isn't a control. */
const NO_CONTROL = new Set(["main", "order-total"]);

/** Controls and figures in the receipt, which phones unfold. */
const IN_RECEIPT = new Set(["order-total", "coupon_typed", "currency"]);

const UNANSWERED: DetailsError = { id: "coupon_typed", message: "errors.coupon_error" };

/** The codes of a draft, which the form hasn't got yet. */
const DraftCodes = ({ draft }: { draft: Details }) =>
  (["coupon_code", "partner_code", "credit_codes"] as const).map((name) => (
    <input key={name} type="hidden" name={name} value={draft[name]} />
  ));

/** What the page's action returns for a price request; `offline` when the request failed. */
type PriceAnswer = { answer: Priced | null; at?: number; offline?: boolean };

/** Controls whose errors a new price supersedes. */
const PRICED = new Set(["number_of_people", "add_ons", "order-total", "coupon_typed", "currency"]);

/** The price of the current form: as loaded, then as the server responds to each change. */
function useLivePrice(form: React.RefObject<HTMLFormElement | null>, loaded: Priced, answer: Priced | undefined) {
  const { t } = useText();
  const { pathname, search } = useLocation();
  const fetcher = useFetcher<PriceAnswer>();
  const [livePrice, setLivePrice] = useState<Priced>();
  // a request ends those before it: the newest answer is the last one's
  const [lastAsked, setLastAsked] = useState<PriceIntent>();
  // keep the last answer: the next request may fail
  if (fetcher.data?.answer && fetcher.data.answer !== livePrice) setLivePrice(fetcher.data.answer);
  // after a plain form post, loader and action data have the same timestamp: the action's wins
  const prices = [loaded, answer, livePrice].filter((priced) => priced !== undefined);
  const newest = prices.reduce((one, next) => (next.at >= one.at ? next : one));
  const { offline, at = 0 } = fetcher.data ?? {};
  const priced = offline ? { ...newest, at, fieldErrors: [UNANSWERED], applied: false } : newest;
  // whether the newest price comes from a price request rather than from a submission
  const isAsked = Boolean(offline) || (livePrice !== undefined && newest === livePrice);
  // a code that a price rule is better than takes nothing off
  const appliedAt = livePrice?.applied && livePrice.quote.unused_coupon_code === null ? livePrice.at : 0;
  useAnswer(appliedAt || null, () => toast({ title: t("booking-checkout.couponApplied"), tone: "good" }));
  // on the next step the toast would cover the payment methods
  useEffect(() => (appliedAt ? dismissToast : undefined), [appliedAt]);
  const ask = (intent: PriceIntent, change: Record<string, string> = {}) => {
    if (!form.current) return;
    setLastAsked(intent);
    const body = new FormData(form.current);
    for (const [name, value] of Object.entries({ ...change, intent })) body.set(name, value);
    // a price request changes nothing: skip revalidation
    void fetcher.submit(body, { method: "post", action: pathname + search, defaultShouldRevalidate: false });
  };
  const isAnswered = livePrice !== undefined;
  const intent = fetcher.formData?.get("intent");
  const isUpdate = isAsked && lastAsked === "update";
  return { priced, asked: isAsked, isUpdate, isAnswered, busy: fetcher.state !== "idle", intent, ask };
}

/** Converts a quote to receipt lines. */
function linesOf({ quote, addOns }: Pick<Priced, "quote" | "addOns">, earlyBird: boolean): ReceiptLines {
  const { price_per_person: unit, regular_price_per_person: regular } = quote;
  const reduced = unit.amount_minor < regular.amount_minor;
  return {
    people: quote.number_of_people,
    kind: !reduced ? "base" : quote.price_rule ? "rule" : earlyBird ? "earlyBird" : "sale",
    rule: quote.price_rule,
    unit,
    regular: reduced ? regular : null,
    add_ons: quote.add_ons,
    bought: addOns.filter(({ quantity }) => quantity > 0),
    subtotal: quote.subtotal,
    discount: quote.discount,
    coupon_code: quote.coupon_code,
    unused_code: quote.unused_coupon_code,
  };
}
