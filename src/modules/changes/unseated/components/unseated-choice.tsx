import type { LucideIcon } from "#src/ui/lucide/icon.ts";
import { ArrowLeft, CalendarDays, ChevronRight, TicketPercent, Undo2 } from "#src/ui/lucide/icons.ts";
import type { ReactNode } from "react";
import { Form, Link, useNavigation } from "react-router";
import { dateIn, dateInSentence, timeIn } from "#src/kernel/local-time.ts";
import { formatMoney } from "#src/kernel/money.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import type { Values } from "#src/locales/message.ts";
import { useText } from "#src/locales/use-text.ts";
import type { BookingView, ChangeQuote, DateToMoveTo } from "#src/modules/sales/booking/schema.ts";
import { ChangeReceipt } from "#src/modules/changes/change/components/change-quote.tsx";
import { DateChoice } from "#src/modules/changes/change/components/date-choice.tsx";
import { manageAddress, type ManagePlace } from "#src/modules/changes/manage/rules/manage-page.ts";
import { wayBackValues } from "#src/modules/money/payments/rules/paid-before.ts";
import { Button, LINK } from "#src/ui/button.tsx";
import type { FormAnswer } from "#src/ui/form/answer.ts";
import { Notice } from "#src/ui/notice.tsx";

/** The alternatives to the refund: all three, one of the other departures, or the quote for one. */
export type Choice =
  | { screen: "choice"; departures: number }
  | { screen: "date"; dates: DateToMoveTo[] }
  | {
      screen: "quote";
      quote: Omit<ChangeQuote, "version"> | null;
      given: number;
      /** Returned amounts (minor units): as money, `before` of it from another system, and to the credit used. */
      back: { money: number; before: number; credit: number };
      /** Whether cancelling the new departure would still be refunded. */
      refundable: boolean;
      refused: { message: MessageId; values: Values } | null;
    };

/** What is to be decided: why the booking has no places, how much money goes back without a decision, and when. */
export type ShownUndecided = { why: "unplaced" | "night_off"; amount_minor: number; until: string };

type UnseatedChoiceProps = {
  place: ManagePlace;
  booking: BookingView;
  undecided: ShownUndecided;
  /** Paid in cash, which can't be refunded automatically. */
  cash: boolean;
  /** How much of what goes back another system took, which gives it back (minor units). */
  before: number;
  choice: Choice;
  /** The answer to the last form: why it did nothing. */
  answer: FormAnswer | undefined;
};

/**
 * A booking without places. Paid too late: another departure, credit, or the money back. Its night was called off: another
 * departure or the money. Works without JavaScript.
 */
export function UnseatedChoice(props: UnseatedChoiceProps) {
  const { t } = useText("errors");
  const { place, choice, answer } = props;
  return (
    <div className="grid max-w-[40rem] gap-5">
      {choice.screen !== "choice" && (
        <Link
          to={manageAddress(place, choice.screen === "quote" ? { do: "date" } : {})}
          className={`${LINK} inline-flex min-h-11 items-center gap-2 justify-self-start`}
        >
          <ArrowLeft aria-hidden size={20} />
          {t(
            choice.screen === "quote"
              ? "payments-confirmation.choice.toDates"
              : props.undecided.why === "unplaced"
                ? "payments-confirmation.choice.toChoice.unplaced"
                : "payments-confirmation.choice.toChoice.night_off",
          )}
        </Link>
      )}
      <h1 className="text-h2">
        <Title {...props} />
      </h1>
      {answer?.formError && (
        <Notice tone="bad" live title={t("payments-confirmation.choice.refused")}>
          {t(answer.formError, answer.values)}
        </Notice>
      )}
      <Body {...props} />
    </div>
  );
}

function Title({ choice, undecided }: UnseatedChoiceProps) {
  const { t, locale } = useText();
  if (choice.screen === "choice")
    return t(
      undecided.why === "unplaced"
        ? "payments-confirmation.title.unplaced"
        : "payments-confirmation.title.departure_cancelled",
    );
  if (choice.screen === "date" || !choice.quote) return t("payments-confirmation.choice.dateTitle");
  return t("payments-confirmation.choice.moveTitle", { date: dateInSentence(choice.quote.after.date, locale) });
}

function Body(props: UnseatedChoiceProps): ReactNode {
  const { t } = useText();
  const { choice, place, booking } = props;
  switch (choice.screen) {
    case "choice":
      return <Ways {...props} departures={choice.departures} />;
    case "date":
      return (
        <>
          <p className="text-lead text-text-2">
            {t("payments-confirmation.choice.dates", { people: booking.number_of_people })}
          </p>
          <DateChoice dates={choice.dates} place={place} />
        </>
      );
    case "quote":
      if (choice.quote) return <Move {...choice} quote={choice.quote} timeZone={booking.departure.time_zone} />;
      return (
        <Notice tone="warning" title={t("payments-confirmation.choice.refused")}>
          {choice.refused && t(choice.refused.message, choice.refused.values)}
        </Notice>
      );
  }
}

function Ways({ place, booking, undecided, cash, before, departures }: UnseatedChoiceProps & { departures: number }) {
  const { t, locale } = useText();
  const { currency } = booking.total;
  const isLate = undecided.why === "unplaced";
  const hasMoney = undecided.amount_minor > 0;
  const say = (minor: number) => formatMoney({ amount: minor, currency }, locale);
  const amount = say(undecided.amount_minor);
  const { time_zone: zone, city } = booking.departure;
  const at = new Date(undecided.until);
  const until = { time: timeIn(at, zone, locale), date: dateInSentence(dateIn(at, zone), locale), city };
  return (
    <>
      <p className="text-lead text-text-2">
        {t(isLate ? "payments-confirmation.text.unplaced" : "payments-confirmation.text.nightOff")}
      </p>
      <section aria-labelledby="ways" className="grid gap-4">
        <h2 id="ways" className="text-h3">
          {hasMoney ? t("payments-confirmation.choice.title", { amount }) : t("payments-confirmation.choice.titleFree")}
        </h2>
        <ul className="rounded-lg bg-surface shadow-md *:border-dashed *:border-border *:not-first:border-t-2">
          <li>
            {departures > 0 ? (
              <Link
                to={manageAddress(place, { do: "date" })}
                className="block no-underline hover:bg-text/4 active:bg-text/8"
              >
                <Way Icon={CalendarDays} title={t("payments-confirmation.choice.date")} leads>
                  {t("payments-confirmation.choice.dateText", { departures })}
                </Way>
              </Link>
            ) : (
              <Way Icon={CalendarDays} title={t("payments-confirmation.choice.date")} off>
                {t("payments-manage.date.none")}
              </Way>
            )}
          </li>
          {isLate && (
            <li>
              <Way Icon={TicketPercent} title={t("payments-confirmation.choice.credit")}>
                {t("payments-confirmation.choice.creditText", { amount })}
                <Press intent="credit">{t("payments-confirmation.choice.creditAction", { amount })}</Press>
              </Way>
            </li>
          )}
          {hasMoney && (
            <li>
              <Way Icon={Undo2} title={t("payments-confirmation.choice.refund")}>
                {t(
                  cash && before === 0 ? "payments-confirmation.cashBack" : "payments-confirmation.choice.refundText",
                  wayBackValues(undecided.amount_minor, before, say),
                )}
                <Press intent="refund">{t("payments-confirmation.choice.refundAction", { amount })}</Press>
              </Way>
            </li>
          )}
        </ul>
      </section>
      <Notice tone="warning" title={t("payments-confirmation.choice.until", until)}>
        {hasMoney
          ? t("payments-confirmation.choice.otherwise", { amount })
          : t("payments-confirmation.choice.otherwiseFree")}
      </Notice>
    </>
  );
}

type WayProps = { Icon: LucideIcon; title: string; leads?: boolean; off?: boolean; children: ReactNode };

function Way({ Icon, title, leads = false, off = false, children }: WayProps) {
  return (
    <span className="flex items-start gap-4 px-5 py-4.5 md:px-6">
      <Icon aria-hidden size={24} className={off ? "mt-0.5 shrink-0 text-text-3" : "mt-0.5 shrink-0 text-brand-text"} />
      <span className="min-w-0 grow text-text-2">
        <span className={`display block text-[1.35rem] leading-tight ${off ? "" : "text-text"}`}>{title}</span>
        <span className="mt-1 grid gap-3">{children}</span>
      </span>
      {leads && <ChevronRight aria-hidden size={22} className="shrink-0 self-center text-text-3" />}
    </span>
  );
}

/** An alternative that needs no further choice. */
function Press({ intent, children }: { intent: "credit" | "refund"; children: ReactNode }) {
  const sending = useNavigation().formData?.get("intent") === intent;
  return (
    <Form method="post">
      <Button type="submit" kind="secondary" small name="intent" value={intent} busy={sending}>
        {children}
      </Button>
    </Form>
  );
}

type MoveProps = { quote: Omit<ChangeQuote, "version">; given: number } & {
  back: { money: number; before: number; credit: number };
  refundable: boolean;
  timeZone: string;
};

/** The suffix of the message id, by how the difference is returned. */
function cheaper({ money, credit }: MoveProps["back"]) {
  if (credit === 0) return money > 0 ? "cheaper" : "same";
  return money > 0 ? "cheaperBoth" : "cheaperCredit";
}

function Move({ quote, given: waived, back, refundable, timeZone }: MoveProps) {
  const { t, locale } = useText();
  const sending = useNavigation().formMethod === "POST";
  const { currency } = quote.difference;
  const money = (amount: number) => formatMoney({ amount, currency }, locale);
  const until = new Date(quote.refund_until);
  const deadline = { date: dateInSentence(dateIn(until, timeZone), locale), time: timeIn(until, timeZone, locale) };
  const kind = waived > 0 ? "dearer" : cheaper(back);
  const amount = money(waived > 0 ? waived : back.money + back.credit);
  return (
    <>
      <ChangeReceipt quote={quote} />
      <p>
        {t(`payments-confirmation.choice.price.${kind}`, {
          amount,
          money: money(back.money),
          credit: money(back.credit),
          ...wayBackValues(back.money, back.before, money),
        })}
      </p>
      {quote.after.total.amount_minor > 0 && (
        <p className="text-text-2">
          {refundable ? t("payments-manage.quote.until", deadline) : t("payments-manage.quote.over")}
        </p>
      )}
      <Form method="post">
        <input type="hidden" name="back" value={back.money} />
        <input type="hidden" name="currency" value={currency} />
        <Button type="submit" wide name="intent" value="move" busy={sending} className="max-w-[34rem]">
          {t("payments-confirmation.choice.move", {
            back: back.money > 0 ? "some" : "none",
            amount: money(back.money),
          })}
        </Button>
      </Form>
    </>
  );
}
