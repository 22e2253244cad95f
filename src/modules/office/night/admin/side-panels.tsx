import { providerText } from "#src/modules/base/ledger/rules/holders.ts";
import { Link } from "react-router";
import { clockIn } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { formatMoney } from "#src/kernel/money.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import { LookedAt } from "#src/modules/office/night/admin/check-in.tsx";
import { WhyAmount } from "#src/modules/base/ledger/admin/why-amount.tsx";
import { whyNightMoney, whyNightOwed } from "#src/modules/office/night/rules/why-money.ts";
import { insideOf, turnoutOf } from "#src/modules/office/night/rules/guest-list.ts";
import type { Night, NightEmails, NightMoney } from "#src/modules/office/night/schema.ts";
import { EmailState, sayKind } from "#src/modules/mail/notifications/admin/email-words.tsx";
import { Badge } from "#src/ui/admin/badge.tsx";
import { ADMIN_LINK } from "#src/ui/admin/button.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { ShareBars } from "#src/ui/admin/share-bars.tsx";
import { TriangleAlert } from "#src/ui/lucide/icons.ts";

const LINE = "flex items-baseline gap-3 border-b border-border py-1.5 last:border-b-0";

/** How the sale goes, while a night is ahead. */
export function SalesPanel({ night: { sales, seats, phase } }: { night: Night }) {
  const { t } = useText();
  if (phase.is !== "before") return null;
  const share = seats.total > 0 ? Math.round((seats.booked / seats.total) * 100) : 0;
  const lines: [MessageId, string][] = [
    ["night.sales.sold", t("night.sales.soldOf", { share, bookings: sales.bookings })],
    ["night.sales.lately", t("night.people", { count: sales.lately })],
    ["night.sales.left", phase.days > 0 ? t("night.days", { count: phase.days }) : t("night.today")],
  ];
  return (
    <Panel title={t("night.sales")}>
      <dl>
        {lines.map(([name, value]) => (
          <div key={name} className={LINE}>
            <dt className="mr-auto text-text-2">{t(name)}</dt>
            <dd className="text-right font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

/** Who came, once a night is over: the share, and by name who didn't. */
export function TurnoutPanel({ night }: { night: Night }) {
  const { t } = useText();
  const turnout = turnoutOf(night.parties, night.phase.is === "over");
  if (!turnout) return null;
  const { people, came, rate, missing, checked } = turnout;
  return (
    <Panel title={t("night.turnout")}>
      {checked ? (
        <>
          <p className="flex items-baseline gap-2">
            <strong className="heading text-title">{t("night.percent", { share: rate })}</strong>
            <span className="text-text-2">{t("night.came", { came, people })}</span>
          </p>
          {missing.length > 0 && (
            <>
              <h3 className="mt-2 text-fine font-semibold text-text-3">{t("night.missing")}</h3>
              <ul>
                {missing.map((party) => (
                  <li key={party.id} className={LINE}>
                    <span className="mr-auto min-w-0 truncate">{party.name || t("night.noName")}</span>
                    <span className="text-text-3 tabular-nums">
                      {t("night.missingOf", {
                        missing: party.guests.length - insideOf(party),
                        all: party.guests.length,
                      })}
                    </span>
                  </li>
                ))}
              </ul>
            </>
          )}
        </>
      ) : (
        <p className="text-text-2">{t("night.nobodyChecked")}</p>
      )}
    </Panel>
  );
}

/** Entries that somebody should look into: a ticket that was let in twice, or one that shouldn't have been. */
export function AlertsPanel({ alerts, zone, may }: Pick<Night, "alerts" | "zone" | "may">) {
  const { t, locale } = useText();
  if (alerts.length === 0) return null;
  return (
    <Panel
      title={
        <span className="flex items-center gap-2">
          <TriangleAlert aria-hidden size={16} className="text-marigold-text" />
          {t("night.alerts")}
        </span>
      }
    >
      <ul>
        {alerts.map((alert) => (
          <li key={alert.id} className="border-b border-border py-1.5 last:border-b-0">
            <span className="flex items-center gap-2">
              <span className="mr-auto min-w-0 truncate font-semibold">
                {alert.bookingId ? (
                  <Link to={localizedPath(`/admin/bookings/${alert.bookingId}`, locale)} className={ADMIN_LINK}>
                    {alert.name || t("night.noName")}
                  </Link>
                ) : (
                  alert.name || t("night.noName")
                )}
              </span>
              <Badge tone={alert.looked ? "none" : "judge"}>{t(`night.alert.${alert.kind}`)}</Badge>
            </span>
            <span className="flex min-h-8 items-center gap-2 text-text-3">
              {may.write && !alert.looked && (
                <span className="order-last ml-auto max-md:pt-1.5">
                  <LookedAt entry={alert.id} name={alert.name} />
                </span>
              )}
              {[clockIn(new Date(alert.at), zone), alert.by, alert.device].filter(Boolean).join(" · ")}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** The state of the night's emails by kind; each figure opens those emails in the log. */
export function EmailsPanel({ emails, nightId }: { emails: readonly NightEmails[]; nightId: string }) {
  const { t, locale } = useText();
  const path = localizedPath(`/admin/emails?night=${nightId}`, locale);
  return (
    <Panel
      title={t("night.emails")}
      action={
        <Link to={path} className={ADMIN_LINK}>
          {t("night.seeAll")}
        </Link>
      }
    >
      {emails.length === 0 ? (
        <p className="text-text-2">{t("night.noEmails")}</p>
      ) : (
        <ul>
          {emails.map(({ kind, states }) => (
            <li
              key={kind}
              className="flex flex-wrap items-center gap-x-3 gap-y-0.5 border-b border-border py-1.5 last:border-b-0"
            >
              <span className="basis-full">{sayKind(kind, t)}</span>
              {states.map(({ state, count }) => (
                <Link
                  key={state}
                  to={`${path}&kind=${kind}&status=${state}`}
                  className="flex items-center gap-1.5 text-text no-underline hover:underline"
                >
                  <span className="font-semibold tabular-nums">{count}</span>
                  <EmailState email={{ state, captured: false }} />
                </Link>
              ))}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** The night's money per currency, never added up across currencies. */
export function MoneyPanel({ money }: { money: readonly NightMoney[] }) {
  const { t } = useText();
  return (
    <Panel title={t("night.money")}>
      {money.length === 0 && <p className="text-text-2">{t("night.noMoney")}</p>}
      <div className="grid gap-4">
        {money.map((one) => (
          <OneCurrency key={one.currency} money={one} />
        ))}
      </div>
    </Panel>
  );
}

function OneCurrency({ money }: { money: NightMoney }) {
  const { t, locale } = useText();
  const { currency } = money;
  const say = (amount: number) => formatMoney({ amount, currency }, locale);
  const sayProvider = (provider: string) => providerText(provider, t);
  // a single bar would always be full
  const only = money.shares.length === 1 ? money.shares[0] : undefined;
  const total = money.shares.reduce((sum, { amount }) => sum + amount, 0);
  const lines = (["sold", "paid", "owed", "refunded", "refundDue", "disputed"] as const).filter(
    (name) => name === "sold" || name === "paid" || money[name] !== 0,
  );
  return (
    <section aria-label={currency}>
      <p className="mb-1 flex items-baseline gap-2">
        <strong className="heading text-xl tabular-nums">{say(total)}</strong>
        <span className="text-text-3">{t("night.kept")}</span>
        <WhyAmount name={t("night.kept")} why={whyNightMoney(money)} />
      </p>
      <dl>
        {lines.map((name) => (
          <div key={name} className={LINE}>
            <dt className="mr-auto text-text-2">
              {name === "paid" && only
                ? t("night.paidBy", { provider: sayProvider(only.provider) })
                : t(`night.money.${name}`)}
              {name === "owed" && <WhyAmount name={t("night.money.owed")} why={whyNightOwed(money)} />}
            </dt>
            <dd
              className={
                name === "owed" ? "font-semibold text-marigold-text tabular-nums" : "font-semibold tabular-nums"
              }
            >
              {say(money[name])}
            </dd>
          </div>
        ))}
      </dl>
      {money.shares.length > 1 && (
        <div className="mt-2">
          <ShareBars
            label={t("night.providers")}
            shares={money.shares.map(({ provider, amount }) => ({
              id: provider,
              label: sayProvider(provider),
              text: say(amount),
              part: total > 0 ? amount / total : 0,
            }))}
          />
        </div>
      )}
    </section>
  );
}
