import type { ReactNode } from "react";
import { Form, Link, useNavigation } from "react-router";
import { clockTime, dateInSentence, longDate } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import type { OwnQuote } from "#src/modules/changes/groups/schema.ts";
import { PayMethods } from "#src/modules/sales/booking/components/pay-methods.tsx";
import { crawlInCity } from "#src/modules/site/catalog/rules/crawl-name.ts";
import { Button, buttonClass, ButtonLink, LINK } from "#src/ui/button.tsx";
import { classNames } from "#src/ui/class-names.ts";
import { FactList } from "#src/ui/fact-list.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { PageHead } from "#src/ui/page-head.tsx";
import { Flag } from "#src/ui/papel-picado.tsx";
import type { Route } from "#routes/public/+types/group-quote.ts";

/** What a group is offered, and its answer. */
export default function GroupQuote({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText();
  const { quote, paying } = loaderData;
  return (
    <main id="main" tabIndex={-1} className="wrap pt-10 pb-16 md:pt-14 md:pb-24">
      <PageHead title={t("groups.quote.pageTitle")} description={t("groups.description")} index={false} />
      {actionData?.formError && (
        <div className="mb-8 max-w-[44rem]">
          <Notice key={actionData.at} tone="bad" live title={t(actionData.formError, actionData.values)} />
        </div>
      )}
      {quote ? <Quote quote={quote} pay={paying && <PayDeposit quote={quote} paying={paying} />} /> : <Missing />}
    </main>
  );
}

function Missing() {
  const { t, locale } = useText();
  return (
    <div className="grid max-w-[38rem] justify-items-start gap-3">
      <Flag motif="calavera" className="mb-2 w-20 text-brand" />
      <h1 className="text-h2">{t("groups.quote.missing.title")}</h1>
      <p className="text-text-2">{t("groups.quote.missing.text")}</p>
      <ButtonLink to={localizedPath("/contact", locale)} className="mt-2">
        {t("groups.quote.missing.action")}
      </ButtonLink>
    </div>
  );
}

/** Until when what is to be done next is to be done. */
const nextDay = ({ standing, deposit, pay_by, valid_until }: OwnQuote): string =>
  standing === "unpaid" ? pay_by : standing === "deposit" ? (deposit?.by ?? pay_by) : valid_until;

function Quote({ quote, pay }: { quote: OwnQuote; pay: ReactNode }) {
  const { t, locale } = useText();
  const { standing, people, included, language } = quote;
  // an accepted offer keeps its deposit, which only has to be said where it is still to be paid
  const change = standing === "open" ? quote.change : null;
  const deposit = change && change.standing !== "deposit" ? null : quote.deposit;
  const say = ({ amount_minor, currency }: OwnQuote["total"]) =>
    formatMoney({ amount: amount_minor, currency }, locale);
  const amount = say(quote.total);
  // a bank may have, or take, what was paid
  const isPaidInPart =
    standing === "unpaid" && deposit?.state === "paid" && deposit.balance.amount_minor < quote.total.amount_minor;
  // what of it went back is to be paid with the rest
  const isReturned = standing === "unpaid" && deposit?.state === "returned";
  const night = t("groups.quote.when", {
    date: longDate(quote.date, locale),
    from: clockTime(quote.start_time, locale),
    until: clockTime(quote.end_time, locale),
  });
  return (
    <div className="max-w-[44rem]">
      <h1 className="text-h1">{t("groups.quote.title")}</h1>
      <p role="status" className="mt-4 mb-8 max-w-[38rem] text-lead text-text-2">
        {change
          ? t("groups.quote.standing.change", {
              people: change.people,
              total: say(change.total),
              until: dateInSentence(nextDay(quote), locale),
            })
          : t(
              isPaidInPart
                ? "groups.quote.depositPaid"
                : standing === "over" && deposit?.state === "kept"
                  ? "groups.quote.depositKept"
                  : standing === "over" && deposit?.state === "returned"
                    ? "groups.quote.depositReturned"
                    : `groups.quote.standing.${standing}`,
              { until: dateInSentence(nextDay(quote), locale) },
            )}
      </p>
      <article className="overflow-hidden rounded-lg bg-surface shadow-md">
        <div className="grid gap-6 p-6 md:p-9">
          <div>
            <h2 className="text-h3">{crawlInCity(quote.crawl, quote.city)}</h2>
            <p className="mt-1 font-semibold">{night}</p>
          </div>
          <FactList
            className={classNames("grid-cols-2 gap-y-4", !deposit && "sm:grid-cols-3")}
            facts={[
              [t("groups.quote.people"), people],
              [t("groups.quote.total"), amount],
              ...(change ? [[t("groups.quote.left"), say(change.due)] as const] : []),
              ...(deposit && !isReturned
                ? ([
                    [t("groups.quote.deposit"), say(deposit.amount)],
                    [t("groups.quote.depositBy"), longDate(deposit.by, locale)],
                    [t("groups.quote.balance"), say(deposit.balance)],
                    [t("groups.quote.balanceBy"), longDate(quote.pay_by, locale)],
                  ] as const)
                : ([[t("groups.quote.payBy"), longDate(quote.pay_by, locale)]] as const)),
            ]}
          />
          <div>
            <h3 className="mb-1.5 font-semibold">{t("groups.quote.included")}</h3>
            <p lang={language} className="wrap-anywhere whitespace-pre-wrap text-text-2">
              {included}
            </p>
          </div>
          <div>
            <h3 className="mb-1.5 font-semibold">{t("groups.quote.rules")}</h3>
            <ul className="grid list-disc gap-1.5 pl-5 text-text-2">
              <li>{t(quote.places === null ? "groups.quote.rule.own" : "groups.quote.rule.shared")}</li>
              {quote.deposit && !isReturned ? (
                <>
                  {quote.deposit.state !== "paid" && (
                    <li>{t("groups.quote.rule.depositUnpaid", { until: dateInSentence(quote.deposit.by, locale) })}</li>
                  )}
                  <li>{t("groups.quote.rule.balanceUnpaid", { until: dateInSentence(quote.pay_by, locale) })}</li>
                  <li>{t("groups.quote.rule.weCancel")}</li>
                </>
              ) : (
                <li>{t("groups.quote.rule.unpaid", { until: dateInSentence(quote.pay_by, locale) })}</li>
              )}
              {change?.hasCodes && <li>{t("groups.quote.rule.codes")}</li>}
              <li>{t("groups.quote.rule.cancel")}</li>
            </ul>
          </div>
        </div>
        {standing === "open" && (
          <Answer
            amount={amount}
            effect={
              change
                ? t("groups.quote.acceptingChange", {
                    due: say(change.due),
                    until: dateInSentence(quote.pay_by, locale),
                  })
                : t(deposit ? "groups.quote.acceptingDeposit" : "groups.quote.accepting")
            }
            mayDecline={change === null}
          />
        )}
        {standing === "deposit" && pay}
        {(standing === "unpaid" || standing === "paid") && quote.booking && (
          <div className="border-t-2 border-dashed border-border px-6 py-5 md:px-9">
            <a href={quote.booking} className={buttonClass({})}>
              {standing === "paid"
                ? t("groups.quote.booking")
                : t("groups.quote.pay", { amount: say(quote.due ?? quote.total) })}
            </a>
          </div>
        )}
      </article>
      {!["open", "deposit", "unpaid", "paid"].includes(standing) && (
        <p className="mt-6">
          <Link to={localizedPath("/contact", locale)} className={LINK}>
            {t("groups.quote.write")}
          </Link>
        </p>
      )}
    </div>
  );
}

type PayDepositProps = { quote: OwnQuote; paying: NonNullable<Route.ComponentProps["loaderData"]["paying"]> };

/** Where the deposit is paid, or waited for. */
function PayDeposit({ quote, paying }: PayDepositProps) {
  const { t, locale } = useText();
  const { formMethod, formData } = useNavigation();
  const { amount_minor, currency } = quote.deposit!.amount;
  const amount = formatMoney({ amount: amount_minor, currency }, locale);
  return (
    <Form method="post" className="grid gap-4 border-t-2 border-dashed border-border px-6 py-5 md:px-9">
      <input type="hidden" name="key" value={paying.key} />
      {paying.isWaiting ? (
        <Notice tone="warning">{t("groups.quote.depositWaiting")}</Notice>
      ) : (
        <>
          <PayMethods ways={paying.ways} total={amount} act="pay">
            <Button
              type="submit"
              name="intent"
              value="pay"
              wide
              busy={formMethod === "POST" && formData?.get("intent") === "pay"}
            >
              {t("groups.quote.payDeposit", { amount })}
            </Button>
          </PayMethods>
          <p className="text-small text-text-2">
            {t("groups.quote.payNext")}
            {paying.practice && <strong className="mt-1 block text-text">{t("booking-checkout.pay.test")}</strong>}
          </p>
        </>
      )}
      {quote.booking && (
        <a href={quote.booking} className={LINK}>
          {t("groups.quote.payWhole")}
        </a>
      )}
    </Form>
  );
}

/** What accepting does is said beside it. */
function Answer({ amount, effect, mayDecline }: { amount: string; effect: string; mayDecline: boolean }) {
  const { t, locale } = useText();
  const { formData } = useNavigation();
  const intent = formData?.get("intent");
  return (
    <div className="grid gap-4 border-t-2 border-dashed border-border px-6 py-5 md:px-9">
      <p className="text-small text-text-2">
        {effect}{" "}
        <Link to={localizedPath("/terms", locale)} className={LINK}>
          {t("groups.quote.terms")}
        </Link>
        {" · "}
        <Link to={localizedPath("/privacy", locale)} className={LINK}>
          {t("groups.quote.privacy")}
        </Link>
      </p>
      <div className="flex flex-wrap gap-3">
        <Form method="post">
          <input type="hidden" name="intent" value="accept" />
          <Button type="submit" busy={intent === "accept"}>
            {t("groups.quote.accept", { amount })}
          </Button>
        </Form>
        {mayDecline && (
          <Form method="post">
            <input type="hidden" name="intent" value="decline" />
            <Button type="submit" kind="secondary" busy={intent === "decline"}>
              {t("groups.quote.decline")}
            </Button>
          </Form>
        )}
      </div>
    </div>
  );
}
