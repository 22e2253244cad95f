import { BookingReference } from "#src/modules/sales/booking/admin/booking-reference.tsx";
import { shortDate } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";
import type { SectionProps } from "#src/modules/books/reconciliation/admin/decisions.tsx";
import { AdminSection, NothingHere } from "#src/modules/books/reconciliation/admin/payments-section.tsx";
import { MoneyAct, type Refused } from "#src/modules/books/reconciliation/admin/money-act.tsx";
import { useFigures } from "#src/modules/books/reconciliation/admin/money-entry.tsx";
import type { PaymentsAdmin, Run } from "#src/modules/books/reconciliation/schema.ts";
import { isWaiting } from "#src/modules/books/reconciliation/rules/admin.ts";
import { classNames } from "#src/ui/class-names.ts";
import { Notice } from "#src/ui/notice.tsx";

/** The days compared with the providers, those waiting for staff first. */
export function ComparedDays({ admin, done, refused }: SectionProps) {
  const { t } = useText();
  const { runs, uncompared, mayChange } = admin;
  return (
    <AdminSection
      id="days"
      title={t("reconciliation.days.title")}
      lead={t("reconciliation.days.lead")}
      count={runs.filter(isWaiting).length}
      done={done}
    >
      <Uncompared days={uncompared} />
      {runs.length === 0 ? (
        <NothingHere>{t("reconciliation.days.empty")}</NothingHere>
      ) : (
        <ul className="grid min-w-0">
          {runs.map((run) => (
            <Day key={run.id} run={run} mayChange={mayChange} refused={refused} />
          ))}
        </ul>
      )}
    </AdminSection>
  );
}

/** The days that couldn't be compared, by provider. */
function Uncompared({ days }: { days: PaymentsAdmin["uncompared"] }) {
  const { t, locale } = useText();
  return [...Map.groupBy(days, ({ provider }) => provider)].map(([provider, of]) => (
    <Notice key={provider} tone="warning">
      {t("reconciliation.days.uncompared", {
        provider,
        count: of.length,
        days: of
          .slice(0, NAMED_DAYS)
          .map(({ day }) => shortDate(day, locale))
          .join(" · "),
        more: Math.max(0, of.length - NAMED_DAYS),
      })}
    </Notice>
  ));
}
const NAMED_DAYS = 5;

function Day({ run, mayChange, refused }: { run: Run; mayChange: boolean; refused: Refused | null }) {
  const { t, locale } = useText();
  const { differences, provider, lookedAt } = run;
  const day = shortDate(run.day, locale);
  const waits = isWaiting(run);
  const agrees = differences.length === 0;
  return (
    <li className="grid gap-3 border-t border-border py-3 first:border-t-0 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="font-text text-[1.0625rem] font-bold">
          {day} · {provider}
        </h3>
        <p className={classNames("text-fine font-semibold", waits ? "text-low-text" : "text-text-2")}>
          {agrees
            ? t("reconciliation.days.agrees", { count: run.movements })
            : t("reconciliation.days.differs", { count: differences.length })}
          {lookedAt !== null && ` · ${t("reconciliation.days.looked")}`}
        </p>
      </div>
      {!agrees && <Differences run={run} />}
      {waits && mayChange && (
        <MoneyAct
          act="look"
          id={run.id}
          about={`${day}, ${provider}`}
          what={t("reconciliation.look.what", { day, provider })}
          refused={refused}
        />
      )}
    </li>
  );
}

function Differences({ run: { differences } }: { run: Run }) {
  const { t } = useText();
  const { money } = useFigures();
  return (
    <ul className="grid gap-2.5 rounded-md bg-surface-2 px-4 py-3 text-fine">
      {differences.map((one) => (
        <li key={one.id} className="grid gap-x-6 gap-y-0.5 sm:grid-cols-[minmax(0,1fr)_auto]">
          <span className="min-w-0">
            <b className="font-semibold">{t(`reconciliation.difference.${one.kind}`)}</b>
            {one.mended && ` · ${t("reconciliation.days.mended")}`}
            <span className="block wrap-break-word text-text-2">
              {one.reference !== null && <BookingReference reference={one.reference} />}
              {one.reference !== null && one.externalId !== null && " · "}
              {one.externalId}
            </span>
          </span>
          <span className="tabular-nums sm:text-right">
            {t("reconciliation.days.here")}: {money(one.ours)}
            <span className="sm:block max-sm:before:content-['_·_']">
              {t("reconciliation.days.there")}: {money(one.theirs)}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
