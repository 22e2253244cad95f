import { ChevronLeft, ChevronRight } from "#src/ui/lucide/icons.ts";
import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { AgreeForm, StatementState } from "#src/modules/partners/commission/components/partner-statements.tsx";
import { useFigures } from "#src/modules/partners/commission/components/use-figures.ts";
import type { PartnerPage } from "#src/modules/partners/commission/rules/partner-page.ts";
import { LINK } from "#src/ui/button.tsx";
import { classNames } from "#src/ui/class-names.ts";
import { Receipt } from "#src/ui/sheet.tsx";

/** A partner's month: what it earns and whether they agree, and the way there from the first visit to the door. */
export function PartnerMonth({ page }: { page: PartnerPage }) {
  return (
    <section aria-labelledby="month" className="grid gap-5">
      <MonthSwitch page={page} />
      <Earned page={page} />
    </section>
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

function Earned({
  page: { funnel, commission, isClosed, bookings, statement, asked: openQuestions, list },
}: {
  page: PartnerPage;
}) {
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
        {statement?.state === "draft" && <AgreeForm statement={statement} openQuestions={openQuestions} />}
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
      </div>
    </Receipt>
  );
}
