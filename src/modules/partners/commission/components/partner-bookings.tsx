import { type ReactNode, useId } from "react";
import { Form, Link, useLocation, useSearchParams } from "react-router";
import { dayOf, shortDate } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";
import { Answered, type PartnerAnswer } from "#src/modules/partners/commission/components/answered.tsx";
import { useFigures } from "#src/modules/partners/commission/components/use-figures.ts";
import type {
  PageStatement,
  PartnerPage,
  ShownBooking,
  ShownLine,
} from "#src/modules/partners/commission/rules/partner-page.ts";
import type { Why } from "#src/modules/partners/commission/rules/why.ts";
import { Button, buttonClass, LINK } from "#src/ui/button.tsx";
import { classNames } from "#src/ui/class-names.ts";
import { Flag } from "#src/ui/papel-picado.tsx";
import { TextArea } from "#src/ui/text-area.tsx";

/** Bookings that a month shows before all are asked for: what comes after them must be found. */
const FIRST = 5;

type PartnerBookingsProps = { page: PartnerPage; answer: PartnerAnswer | null };

/** The bookings of a partner's month, which say why it earns what it earns. `answer`: to a form of one of them. */
export function PartnerBookings({ page, answer }: PartnerBookingsProps) {
  const { t } = useText();
  return (
    <section aria-labelledby="bookings" className="grid gap-5">
      <h2 id="bookings" className="text-h2">
        {t("commission-page.bookings.title")}
      </h2>
      {page.list.length === 0 ? <Nothing /> : <Bookings page={page} answer={answer} />}
    </section>
  );
}

function Nothing() {
  const { t } = useText();
  return (
    <div className="flex items-center gap-5 rounded-lg bg-surface p-6 shadow-md">
      <Flag motif="toast" className="h-20 shrink-0 text-marigold-text" />
      <p>{t("commission-page.bookings.none")}</p>
    </div>
  );
}

function Bookings({ page: { list, today, month, page, pages, statement }, answer }: PartnerBookingsProps) {
  const { t } = useText();
  const { pathname } = useLocation();
  const [query] = useSearchParams();
  const isAll = list.length <= FIRST || query.has("all") || page > 1;
  return (
    <>
      <ol className="grid divide-y divide-border rounded-lg bg-surface shadow-md">
        {(isAll ? list : list.slice(0, FIRST)).map((booking) => (
          <Booking
            key={booking.key}
            booking={booking}
            today={today}
            statement={statement}
            answer={booking.key === answer?.line ? answer : null}
          />
        ))}
      </ol>
      {!isAll && (
        <Link
          to={`${pathname}?month=${month}&all=1`}
          preventScrollReset
          className={classNames(buttonClass({ kind: "secondary", small: true }), "justify-self-start")}
        >
          {t("commission-page.bookings.all")}
        </Link>
      )}
      {isAll && pages > 1 && (
        <nav aria-label={t("commission-page.bookings.title")} className="flex items-center justify-between gap-3">
          <Turn month={month} to={page - 1} isShown={page > 1}>
            {t("commission-page.newer")}
          </Turn>
          <p className="text-small text-text-2">{t("commission-page.pageOf", { page, pages })}</p>
          <Turn month={month} to={page + 1} isShown={page < pages}>
            {t("commission-page.older")}
          </Turn>
        </nav>
      )}
    </>
  );
}

type TurnProps = { month: string; to: number; isShown: boolean; children: ReactNode };

function Turn({ month, to, isShown, children }: TurnProps) {
  const { pathname } = useLocation();
  if (!isShown) return <span />;
  return (
    <Link
      to={`${pathname}?month=${month}&all=1&page=${to}#bookings`}
      className={buttonClass({ kind: "secondary", small: true })}
    >
      {children}
    </Link>
  );
}

const INK: Partial<Record<ShownBooking["state"], string>> = {
  came: "bg-high-tint text-high-text",
  some: "bg-high-tint text-high-text",
  coming: "bg-agave-tint text-agave-text",
};

type BookingProps = {
  booking: ShownBooking;
  today: string;
  statement: PageStatement | null;
  answer: PartnerAnswer | null;
};

function Booking({ booking, today, statement, answer }: BookingProps) {
  const { t, locale } = useText();
  const { pesos } = useFigures();
  const { date, crawl, initials, people, came, state, commission } = booking;
  return (
    <li id={placeOf(booking.key)} className="grid gap-2 px-5 py-4">
      <div className="flex items-start justify-between gap-4">
        <p className="min-w-0">
          <strong className="block leading-snug">{shortDate(date, locale, today)}</strong>
          <span className="text-small text-text-2">{crawl}</span>
        </p>
        <p className="shrink-0 text-right">
          <strong className="block leading-snug tabular-nums">{pesos(commission)}</strong>
          <span className="text-small text-text-2">
            {t("commission-page.who", { initials: initials || "–", people })}
          </span>
        </p>
      </div>
      <div className="flex flex-wrap items-start justify-between gap-x-4">
        <p
          className={classNames(
            "rounded-sm px-2 py-0.5 text-small font-semibold",
            INK[state] ?? "bg-surface-2 text-text-2",
          )}
        >
          {t(`commission-page.state.${state}`, { came, people })}
        </p>
        <WhyOf booking={booking} statement={statement} answer={answer} />
      </div>
    </li>
  );
}

/** Where a booking stands on the page. */
const placeOf = (key: string) => `booking-${key}`;

type WhyProps = Omit<BookingProps, "today">;

function WhyOf({ booking: { key, state, lines, asked: questions }, statement, answer }: WhyProps) {
  const { t } = useText();
  const typed = answer?.typed;
  return (
    <details open={answer !== null || undefined} className="group open:w-full">
      <summary className={classNames(LINK, "flex min-h-11 items-center justify-end text-small")}>
        {t("commission-page.why")}
      </summary>
      <ul className="mb-2 grid gap-2 rounded-md bg-surface-2 px-4 py-3 text-small">
        {lines.map((line, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- only added to, in their order
          <WhyLine key={index} line={line} />
        ))}
        {lines.length === 0 && <li>{t(`commission-page.nothing.${state}`)}</li>}
      </ul>
      <Answered answer={answer} />
      {questions.map((one) => (
        <p key={one.id} className="mt-2 rounded-md bg-marigold-tint px-4 py-3 text-small wrap-anywhere">
          <span className="block">{t("commission-page.ask.yours", { question: one.question })}</span>
          <strong className="block">
            {one.answer === null
              ? t("commission-page.ask.waits")
              : t("commission-page.ask.answer", { answer: one.answer })}
          </strong>
        </p>
      ))}
      {statement?.id && lines.length > 0 && (typed !== undefined || questions.every((one) => one.answer !== null)) && (
        <AskForm booking={key} statement={statement.id} month={statement.month} typed={typed} />
      )}
    </details>
  );
}

type AskFormProps = { booking: string; statement: string; month: string; typed: string | undefined };

/** `typed`: what wasn't taken, to be mended. */
function AskForm({ booking, statement, month, typed }: AskFormProps) {
  const { t } = useText();
  const id = useId();
  const { pathname, search } = useLocation();
  return (
    <details open={typed !== undefined || undefined} className="mt-1">
      <summary className={classNames(LINK, "flex min-h-11 items-center text-small")}>
        {t("commission-page.ask.title")}
      </summary>
      <Form
        method="post"
        action={`${pathname}${search}#${placeOf(booking)}`}
        preventScrollReset
        className="grid justify-items-start gap-2 pb-2"
      >
        <input type="hidden" name="intent" value="ask" />
        <input type="hidden" name="statement" value={statement} />
        <input type="hidden" name="month" value={month} />
        <input type="hidden" name="booking" value={booking} />
        <label htmlFor={id} className="text-small font-semibold">
          {t("commission-page.ask.label")}
        </label>
        <TextArea id={id} name="question" required maxLength={500} defaultValue={typed} />
        <Button type="submit" kind="secondary" small>
          {t("commission-page.ask.send")}
        </Button>
      </Form>
    </details>
  );
}

/** A line of commission in words: when and why it was written, and how it was computed. */
function WhyLine({ line: { kind, date, night, amount, why } }: { line: ShownLine }) {
  const { t, locale } = useText();
  const { pesos } = useFigures();
  const tier = why.is === "own" || why.is === "total" ? why.rule.tier : null;
  return (
    <li className="grid grid-cols-[1fr_auto] gap-x-4">
      <span>
        <strong>{t(`commission-page.line.${kind}`, { night: dayOf(night, locale) })}</strong>
        {` · ${dayOf(date, locale)}`}
        <span className="block text-text-2">
          <Reckoned why={why} />
        </span>
        {tier !== null && <span className="block text-text-2">{t("commission-page.tierFrom", { people: tier })}</span>}
      </span>
      <span className="font-semibold tabular-nums">{pesos(amount)}</span>
    </li>
  );
}

/** What a line was reckoned from. */
function Reckoned({ why }: { why: Why }) {
  const { t } = useText();
  const { pesos, rate } = useFigures();
  if (why.is === "none") return t("commission-page.left.none", { before: pesos(why.before) });
  if (why.is === "nobody") return t(`commission-page.left.${why.rule.basis}`, { before: pesos(why.before) });
  const { rule, people } = why;
  const how = rule.kind === "percentage" ? "share" : "fixed";
  const reckoned = t(`commission-page.reckoned.${rule.basis}.${how}`, {
    people,
    rate: rate(rule),
    sale: pesos(why.sale),
  });
  if (why.is === "own") return reckoned;
  return t("commission-page.inAll", { reckoned, total: pesos(why.total), before: pesos(why.before) });
}
