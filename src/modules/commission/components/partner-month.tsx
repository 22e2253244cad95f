import { ChevronLeft, ChevronRight } from "#src/ui/lucide/icons.ts";
import { type ReactNode, useId } from "react";
import { Form, Link, useLocation } from "react-router";
import { dayOf, shortDate } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";
import { AgreeForm, StatementState } from "#src/modules/commission/components/partner-statements.tsx";
import { useFigures } from "#src/modules/commission/components/use-figures.ts";
import type {
  PageStatement,
  PartnerPage,
  ShownBooking,
  ShownLine,
} from "#src/modules/commission/rules/partner-page.ts";
import { Button, buttonClass, LINK } from "#src/ui/button.tsx";
import { classNames } from "#src/ui/class-names.ts";
import { Flag } from "#src/ui/papel-picado.tsx";
import { TextArea } from "#src/ui/text-area.tsx";
import { Receipt } from "#src/ui/sheet.tsx";

/** A partner's month: from the first visit to the door, what it earns, and the bookings that say why. */
export function PartnerMonth({ page }: { page: PartnerPage }) {
  const { t } = useText();
  return (
    <>
      <section aria-labelledby="month" className="grid gap-5">
        <MonthSwitch page={page} />
        <Earned page={page} />
      </section>
      <section aria-labelledby="bookings" className="grid gap-5">
        <h2 id="bookings" className="text-h2">
          {t("commission-page.bookings.title")}
        </h2>
        {page.list.length === 0 ? <Nothing /> : <Bookings page={page} />}
      </section>
    </>
  );
}

function MonthSwitch({ page: { month, earlier, later } }: { page: PartnerPage }) {
  const { t } = useText();
  const { month: named } = useFigures();
  return (
    <div className="flex items-center justify-between gap-3">
      <Step to={earlier} label={earlier && t("commission-page.goTo", { month: named(earlier) })}>
        <ChevronLeft aria-hidden />
      </Step>
      <h2 id="month" className="text-center text-h2 first-letter:uppercase">
        {named(month)}
      </h2>
      <Step to={later} label={later && t("commission-page.goTo", { month: named(later) })}>
        <ChevronRight aria-hidden />
      </Step>
    </div>
  );
}

function Step({ to, label, children }: { to: string | null; label: string | null; children: ReactNode }) {
  const { pathname } = useLocation();
  const look = "grid size-12 shrink-0 place-items-center rounded-full";
  // keeps the month's name in the middle
  if (to === null) return <span aria-hidden className={look} />;
  return (
    <Link
      to={`${pathname}?month=${to}`}
      aria-label={label ?? undefined}
      preventScrollReset
      className={classNames(look, "bg-surface shadow-md hover:bg-surface-2")}
    >
      {children}
    </Link>
  );
}

function Earned({ page: { funnel, commission, isClosed, bookings, statement, list } }: { page: PartnerPage }) {
  const { t } = useText();
  const { pesos, number } = useFigures();
  const rows = [
    ["visits", funnel.visits],
    ["choices", funnel.choices],
    ["booked", funnel.booked],
    ["came", funnel.came],
  ] as const;
  const most = Math.max(1, ...rows.map(([, value]) => value));
  return (
    <Receipt>
      <div className="grid gap-6 px-5 pt-6 pb-5 sm:px-8">
        <div>
          <p className="font-semibold text-text-2">
            {t(isClosed ? "commission-page.earned.closed" : "commission-page.earned.soFar")}
          </p>
          <p className="display text-price tabular-nums">{pesos(commission)}</p>
          {statement && (
            <p className="mt-1.5">
              <StatementState statement={statement} />
            </p>
          )}
          <p className="mt-1 text-small text-text-2">
            {list.length === 0 ? (
              t("commission-page.earned.why", { bookings })
            ) : (
              <a href="#bookings" className={LINK}>
                {t("commission-page.earned.why", { bookings })}
              </a>
            )}
          </p>
        </div>
        <dl className="grid gap-3.5 border-t-2 border-dashed pt-5">
          {rows.map(([name, value]) => (
            <div key={name} className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
              <dt>{t(`commission-page.funnel.${name}`)}</dt>
              <dd className="font-bold tabular-nums">{number(value)}</dd>
              <span aria-hidden className="col-span-2 h-2 overflow-hidden rounded-full bg-track">
                <span
                  className={classNames("block h-full rounded-full", name === "came" ? "bg-brand" : "bg-agave")}
                  style={{ width: `${(value / most) * 100}%` }}
                />
              </span>
            </div>
          ))}
        </dl>
        <p className="text-small text-text-2">{t("commission-page.funnel.help")}</p>
        {statement?.state === "draft" && <AgreeForm statement={statement} />}
      </div>
    </Receipt>
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

function Bookings({ page: { list, today, month, page, pages, statement } }: { page: PartnerPage }) {
  const { t } = useText();
  return (
    <>
      <ol className="grid divide-y divide-border rounded-lg bg-surface shadow-md">
        {list.map((booking) => (
          <Booking key={booking.key} booking={booking} today={today} statement={statement} />
        ))}
      </ol>
      {pages > 1 && (
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
      to={`${pathname}?month=${month}&page=${to}#bookings`}
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

type BookingProps = { booking: ShownBooking; today: string; statement: PageStatement | null };

function Booking({ booking, today, statement }: BookingProps) {
  const { t, locale } = useText();
  const { pesos } = useFigures();
  const { date, crawl, initials, people, came, state, commission } = booking;
  return (
    <li className="grid gap-2 px-5 py-4">
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
        <Why booking={booking} statement={statement} />
      </div>
    </li>
  );
}

type WhyProps = { booking: ShownBooking; statement: PageStatement | null };

function Why({ booking: { key, state, lines, asked }, statement }: WhyProps) {
  const { t } = useText();
  return (
    <details className="group open:w-full">
      <summary className={classNames(LINK, "flex min-h-11 items-center justify-end text-small")}>
        {t("commission-page.why")}
      </summary>
      <ul className="grid gap-2 rounded-md bg-surface-2 px-4 py-3 text-small">
        {lines.map((line, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- only added to, in their order
          <WhyLine key={index} line={line} />
        ))}
        {lines.length === 0 && <li>{t(`commission-page.nothing.${state}`)}</li>}
      </ul>
      {asked.map((one) => (
        <p key={one.id} className="mt-2 rounded-md bg-marigold-tint px-4 py-3 text-small wrap-anywhere">
          <span className="block">{t("commission-page.ask.yours", { question: one.question })}</span>
          <strong className="block">
            {one.answer === null
              ? t("commission-page.ask.waits")
              : t("commission-page.ask.answer", { answer: one.answer })}
          </strong>
        </p>
      ))}
      {statement?.id && lines.length > 0 && asked.every(({ answer }) => answer !== null) && (
        <AskForm booking={key} statement={statement.id} month={statement.month} />
      )}
    </details>
  );
}

type AskFormProps = { booking: string; statement: string; month: string };

function AskForm({ booking, statement, month }: AskFormProps) {
  const { t } = useText();
  const id = useId();
  return (
    <details className="mt-1">
      <summary className={classNames(LINK, "flex min-h-11 items-center text-small")}>
        {t("commission-page.ask.title")}
      </summary>
      <Form method="post" preventScrollReset className="grid justify-items-start gap-2 pb-2">
        <input type="hidden" name="intent" value="ask" />
        <input type="hidden" name="statement" value={statement} />
        <input type="hidden" name="month" value={month} />
        <input type="hidden" name="booking" value={booking} />
        <label htmlFor={id} className="text-small font-semibold">
          {t("commission-page.ask.label")}
        </label>
        <TextArea id={id} name="question" required maxLength={500} />
        <Button type="submit" kind="secondary" small>
          {t("commission-page.ask.send")}
        </Button>
      </Form>
    </details>
  );
}

/** A line of commission in words: when and why it was written, and what it was reckoned from. */
function WhyLine({ line: { kind, date, people, sale, amount, rule } }: { line: ShownLine }) {
  const { t, locale } = useText();
  const { pesos, rate } = useFigures();
  const reckoned =
    rule === null || people === 0
      ? null
      : rule.kind === "percentage"
        ? t(`commission-page.reckoned.${rule.basis}.share`, { people, rate: rate(rule), sale: pesos(sale) })
        : t(`commission-page.reckoned.${rule.basis}.fixed`, { people, rate: rate(rule) });
  return (
    <li className="grid grid-cols-[1fr_auto] gap-x-4">
      <span>
        <strong>{t(`commission-page.line.${kind}`)}</strong>
        {` · ${dayOf(date, locale)}`}
        {reckoned && <span className="block text-text-2">{reckoned}</span>}
        {rule !== null && people === 0 && <span className="block text-text-2">{rate(rule)}</span>}
        {rule?.tier != null && (
          <span className="block text-text-2">{t("commission-page.tierFrom", { people: rule.tier })}</span>
        )}
      </span>
      <span className="font-semibold tabular-nums">{pesos(amount)}</span>
    </li>
  );
}
