import { Link, type useFetcher, useLocation } from "react-router";
import { clockTime, longDate, shortDate } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { HAND_WAYS, isOfficeWay, MAX_REFERENCE } from "#src/kernel/pay-method.ts";
import { telLink } from "#src/kernel/tel-link.ts";
import { useText } from "#src/locales/use-text.ts";
import type { OpenRequest } from "#src/modules/changes/groups/schema.ts";
import { ChangeForm } from "#src/modules/changes/groups/admin/change-form.tsx";
import { type QuoteChoices, QuoteForm } from "#src/modules/changes/groups/admin/quote-form.tsx";
import type { Standing } from "#src/modules/changes/groups/rules/quote.ts";
import { Badge, type Tone } from "#src/ui/admin/badge.tsx";
import { ADMIN_LINK, AdminButton } from "#src/ui/admin/button.tsx";
import { AdminField, AdminInput, AdminSelect } from "#src/ui/admin/field.tsx";
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
  const accepted = request.quotes.find(({ standing }) => standing === "deposit" || standing === "unpaid");
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
                act={mayChange ? act : null}
                mayRefund={request.mayRefund}
                formKey={choices.key}
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
      {mayChange && accepted && (
        <PanelPart title={t("groups-admin.change.title")}>
          <ChangeForm key={choices.key} request={request} accepted={accepted} formKey={choices.key} act={act} />
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
  /** for who may change something */
  act: GroupPanelProps["act"] | null;
  mayRefund: boolean;
  /** that of the form that takes a deposit */
  formKey: string;
};

/** One version of what was offered, and what became of it. */
function SentQuote({ quote, language, act, mayRefund, formKey }: SentQuoteProps) {
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
      {act && standing === "deposit" && <TakeDeposit quote={quote} act={act} formKey={formKey} />}
      {act && mayRefund && <RefundDeposit quote={quote} act={act} />}
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

type DepositProps = { quote: OpenRequest["quotes"][number]; act: GroupPanelProps["act"] };

/** Records a deposit that the group has paid us directly. */
function TakeDeposit({ quote: { deposit }, act, formKey }: DepositProps & { formKey: string }) {
  const { t, locale } = useText();
  if (!deposit?.id) return null;
  const { amount_minor: minor, currency } = deposit.amount;
  const amount = formatMoney({ amount: minor, currency }, locale);
  const answer = act.data?.intent === "take" && act.data.id === deposit.id ? act.data : undefined;
  const errorOf = (field: string) => {
    const message = answer?.fieldErrors?.find(({ id }) => id === field)?.message;
    return message ? { error: t(message) } : {};
  };
  return (
    <details className="mt-1" open={answer?.fieldErrors !== undefined}>
      <summary className="cursor-pointer text-fine text-text-2">{t("groups-admin.deposit.take")}</summary>
      <act.Form method="post" noValidate className="mt-2 mb-2 grid gap-3">
        <input type="hidden" name="intent" value="take" />
        <input type="hidden" name="id" value={deposit.id} />
        <input type="hidden" name="key" value={formKey} />
        <input type="hidden" name="amount" value={minor} />
        <input type="hidden" name="currency" value={currency} />
        <AdminField id="way" label={t("groups-admin.deposit.way")} {...errorOf("way")}>
          {(control) => (
            <AdminSelect {...control} name="way" defaultValue="transfer">
              {HAND_WAYS.filter((way) => isOfficeWay(way, currency)).map((way) => (
                <option key={way} value={way}>
                  {t("booking-admin.way", { method: way })}
                </option>
              ))}
            </AdminSelect>
          )}
        </AdminField>
        <AdminField
          id="reference"
          label={t("groups-admin.deposit.reference")}
          help={t("groups-admin.deposit.referenceHelp")}
          {...errorOf("reference")}
        >
          {(control) => <AdminInput {...control} name="reference" autoComplete="off" maxLength={MAX_REFERENCE} />}
        </AdminField>
        <p className="text-fine text-text-2">{t("groups-admin.deposit.takeEffect")}</p>
        <AdminButton kind="ink" type="submit" busy={act.state !== "idle"} className="justify-self-start">
          {t("groups-admin.deposit.takeDo", { amount })}
        </AdminButton>
      </act.Form>
    </details>
  );
}

/** Gives back a deposit that was kept, or while the rest is waited for. */
function RefundDeposit({ quote: { standing, deposit, total, pay_by }, act }: DepositProps) {
  const { t, locale } = useText();
  const say = ({ amount_minor, currency }: typeof total) => formatMoney({ amount: amount_minor, currency }, locale);
  const isWaiting = standing === "unpaid" && deposit?.state === "paid";
  if (!deposit?.id || (deposit.state !== "kept" && !isWaiting)) return null;
  return (
    <details className="mt-1">
      <summary className="cursor-pointer text-fine text-text-2">{t("groups-admin.deposit.refund")}</summary>
      <act.Form method="post" className="mt-1 mb-2 flex flex-wrap items-center gap-3">
        <input type="hidden" name="intent" value="refund" />
        <input type="hidden" name="id" value={deposit.id} />
        <span className="text-sub">
          {isWaiting
            ? t("groups-admin.deposit.refundWaiting", {
                amount: say(deposit.left),
                total: say(total),
                by: shortDate(pay_by, locale),
              })
            : t("groups-admin.deposit.refundEffect", { amount: say(deposit.kept) })}
        </span>
        <AdminButton type="submit" kind="danger" busy={act.state !== "idle"}>
          {t("groups-admin.deposit.refund")}
        </AdminButton>
      </act.Form>
    </details>
  );
}
