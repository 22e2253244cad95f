import { Link, type useFetcher, useLocation } from "react-router";
import { clockTime, longDate, shortDate } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { telLink } from "#src/kernel/tel-link.ts";
import { useText } from "#src/locales/use-text.ts";
import type { OpenRequest } from "#src/modules/changes/groups/schema.ts";
import { type QuoteChoices, QuoteForm } from "#src/modules/changes/groups/admin/quote-form.tsx";
import type { Standing } from "#src/modules/changes/groups/rules/quote.ts";
import { Badge, type Tone } from "#src/ui/admin/badge.tsx";
import { ADMIN_LINK, AdminButton } from "#src/ui/admin/button.tsx";
import { Moment } from "#src/ui/admin/moment.tsx";
import { PanelPart, SidePanel } from "#src/ui/admin/side-panel.tsx";
import { ThreadEntry } from "#src/ui/admin/thread.tsx";
import { FactList } from "#src/ui/fact-list.tsx";
import type { FormAnswer } from "#src/ui/form/answer.ts";
import { Check, RotateCcw } from "#src/ui/lucide/icons.ts";

type GroupPanelProps = {
  request: OpenRequest;
  mayChange: boolean;
  choices: QuoteChoices;
  closeHref: string;
  previousHref: string | null;
  nextHref: string | null;
  act: ReturnType<typeof useFetcher<FormAnswer>>;
};

/** What one guest asks for their group, how they are reached, and its state. */
export function GroupPanel({ request, mayChange, choices, closeHref, previousHref, nextHref, act }: GroupPanelProps) {
  const { t, locale } = useText();
  const { pathname } = useLocation();
  const { id, email, phone, language } = request;
  const isClosed = request.state === "closed";
  const turn = () =>
    void act.submit({ intent: isClosed ? "reopen" : "close", id }, { method: "post", action: pathname });
  return (
    <SidePanel
      title={request.name}
      meta={
        <>
          <a href={`mailto:${email}`} className={ADMIN_LINK}>
            {email}
          </a>
          {phone && (
            <>
              {" · "}
              <a href={telLink(phone)} className={`${ADMIN_LINK} whitespace-nowrap`}>
                {phone}
              </a>
            </>
          )}
        </>
      }
      closeHref={closeHref}
      previousHref={previousHref}
      nextHref={nextHref}
      footer={
        mayChange &&
        request.state !== "accepted" && (
          <AdminButton
            icon={isClosed ? <RotateCcw aria-hidden size={15} /> : <Check aria-hidden size={15} />}
            onClick={turn}
            disabled={act.state !== "idle"}
          >
            {isClosed ? t("groups-admin.reopen") : t("groups-admin.close")}
          </AdminButton>
        )
      }
    >
      <PanelPart
        title={t("groups-admin.wish")}
        aside={
          isClosed && (
            <Badge tone="done">
              {t("groups-admin.closedBy", { who: request.closedBy ?? t("groups-admin.someone") })}
            </Badge>
          )
        }
      >
        <FactList
          className="grid-cols-2 gap-y-3"
          facts={[
            [t("groups-admin.people"), request.people],
            [t("groups-admin.occasion"), t(`groups.occasion.${request.occasion}`)],
            [t("groups-admin.city"), request.city ?? t("groups.city.other")],
            [t("groups-admin.date"), request.date === null ? t("groups-admin.open") : longDate(request.date, locale)],
          ]}
        />
      </PanelPart>
      <PanelPart title={t("groups-admin.words")}>
        {request.words === "" ? (
          <p className="text-text-3">{t("groups-admin.noWords")}</p>
        ) : (
          <ThreadEntry from={request.name} at={<Moment at={request.at} />} language={language}>
            {request.words}
          </ThreadEntry>
        )}
        <p className="mt-2 text-fine text-text-3">{t("groups-admin.language", { language })}</p>
      </PanelPart>
      {request.quotes.length > 0 && (
        <PanelPart title={t("groups-admin.quotes")}>
          <ul className="grid gap-2">
            {request.quotes.map((quote) => (
              <SentQuote
                key={quote.id}
                quote={quote}
                language={language}
                act={mayChange && request.mayRefund ? act : null}
              />
            ))}
          </ul>
        </PanelPart>
      )}
      {mayChange && !isClosed && request.state !== "accepted" && (
        <PanelPart title={t(request.quotes.length > 0 ? "groups-admin.quote.other" : "groups-admin.quote.title")}>
          <QuoteForm key={choices.key} request={request} choices={choices} act={act} />
        </PanelPart>
      )}
    </SidePanel>
  );
}

const TONES: Readonly<Record<Standing, Tone>> = {
  open: "waiting",
  deposit: "judge",
  unpaid: "judge",
  paid: "done",
  over: "failed",
  declined: "failed",
  replaced: "none",
  closed: "none",
  expired: "failed",
};

type SentQuoteProps = {
  quote: OpenRequest["quotes"][number];
  language: string;
  /** for who may refund a deposit */
  act: GroupPanelProps["act"] | null;
};

/** One version of what was offered, and what became of it. */
function SentQuote({ quote, language, act }: SentQuoteProps) {
  const { t, locale } = useText();
  const { standing, total, date, people, bookingId, deposit } = quote;
  const say = ({ amount_minor, currency }: typeof total) => formatMoney({ amount: amount_minor, currency }, locale);
  return (
    <li className="rounded-lg border border-border bg-surface-2 px-3 py-2">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <span className="font-semibold">
          {say(total)}
          {" · "}
          {t("groups-admin.peopleCount", { count: people })}
        </span>
        <Badge tone={TONES[standing]}>
          {standing === "unpaid" && deposit?.state === "paid"
            ? t("groups-admin.standing.balance")
            : t(`groups-admin.standing.${standing}`)}
        </Badge>
      </div>
      <p className="text-sub">
        {quote.crawl}, {shortDate(date, locale)}, {clockTime(quote.start_time, locale)}–
        {clockTime(quote.end_time, locale)}
      </p>
      {deposit && (
        <p className="text-sub">
          {t(`groups-admin.deposit.${deposit.state ?? "none"}`, {
            amount: say(deposit.amount),
            by: shortDate(deposit.by, locale),
          })}
          {" · "}
          {t("groups-admin.deposit.balance", { amount: say(deposit.balance), by: shortDate(quote.pay_by, locale) })}
        </p>
      )}
      {quote.places !== null && <p className="text-sub">{t("groups-admin.quote.shared", { count: quote.places })}</p>}
      {act && deposit?.id && deposit.state === "kept" && (
        <details className="mt-1">
          <summary className="cursor-pointer text-fine text-text-2">{t("groups-admin.deposit.refund")}</summary>
          <act.Form method="post" className="mt-1 flex flex-wrap items-center gap-3">
            <input type="hidden" name="intent" value="refund" />
            <input type="hidden" name="id" value={deposit.id} />
            <span className="text-sub">{t("groups-admin.deposit.refundEffect", { amount: say(deposit.kept) })}</span>
            <AdminButton type="submit" kind="danger" busy={act.state !== "idle"}>
              {t("groups-admin.deposit.refund")}
            </AdminButton>
          </act.Form>
        </details>
      )}
      <p className="text-fine text-text-2">
        {t("groups-admin.quote.days", {
          valid: shortDate(quote.valid_until, locale),
          pay: shortDate(quote.pay_by, locale),
        })}
      </p>
      <details className="mt-1">
        <summary className="cursor-pointer text-fine text-text-2">{t("groups-admin.quote.includes")}</summary>
        <p lang={language} className="mt-1 text-sub break-words whitespace-pre-wrap">
          {quote.included}
        </p>
      </details>
      <p className="mt-1 flex flex-wrap justify-between gap-x-3 text-fine text-text-3">
        <span>
          {quote.by ?? t("groups-admin.someone")} · <Moment at={quote.at} />
        </span>
        {bookingId && (
          <Link to={localizedPath(`/admin/bookings/${bookingId}`, locale)} className={ADMIN_LINK}>
            {t("groups-admin.quote.booking")}
          </Link>
        )}
      </p>
    </li>
  );
}
