import { ReceiptText } from "#src/ui/lucide/icons.ts";
import { useEffect } from "react";
import { Link } from "react-router";
import { tabTitle } from "#src/kernel/brand.ts";
import { useText } from "#src/locales/use-text.ts";
import { forgetDraft } from "#src/modules/sales/booking/components/forget-draft.ts";
import { linesOfBooking, OrderSummary } from "#src/modules/sales/booking/components/order-summary.tsx";
import { useAskAgain } from "#src/modules/changes/manage/components/ask-again.tsx";
import { ChangeOutcome } from "#src/modules/changes/change/components/change-outcome.tsx";
import { LinkOver } from "#src/modules/changes/manage/components/link-over.tsx";
import { MissingBooking } from "#src/modules/changes/manage/components/missing-booking.tsx";
import { FriendsLink } from "#src/modules/sales/booking/components/friends-link.tsx";
import { Outcome } from "#src/modules/changes/manage/components/outcome.tsx";
import { type ConfirmationKind, mayChange } from "#src/modules/changes/manage/rules/confirmation-view.ts";
import { ClosedTickets } from "#src/modules/evening/tickets/components/closed-tickets.tsx";
import { Companions } from "#src/modules/evening/tickets/components/companions.tsx";
import { Confirmed } from "#src/modules/evening/tickets/components/confirmed.tsx";
import { KeepInAccount } from "#src/modules/evening/tickets/components/keep-in-account.tsx";
import { useKeptTickets } from "#src/modules/evening/tickets/components/use-kept-tickets.ts";
import { LINK } from "#src/ui/button.tsx";
import { later } from "#src/ui/later.tsx";
import type { FormAnswer } from "#src/ui/form/answer.ts";
import type { Route } from "#routes/public/confirmation/+types/page.ts";

// few are asked: whose money came after their places were gone
const UnseatedChoice = later(
  "unseated-choice",
  async () => (await import("#src/modules/changes/unseated/components/unseated-choice.tsx")).UnseatedChoice,
);

export default function Confirmation({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText();
  // a voucher is paid within days, not while the page is open
  const waits =
    loaderData.found &&
    !loaderData.payment.voucher &&
    mayChange(loaderData.kind, loaderData.tickets ? loaderData.emailState : null, changing(loaderData));
  const stopped = useAskAgain(waits);
  return (
    <main id="main" tabIndex={-1}>
      <title>
        {tabTitle(
          t(loaderData.found ? "payments-confirmation.pageTitle" : "payments-confirmation.missing.title"),
          t("common.brand"),
        )}
      </title>
      <meta name="robots" content="noindex" />
      {loaderData.found ? (
        <Found {...loaderData} stopped={stopped} answer={actionData} />
      ) : loaderData.isOldLink ? (
        <LinkOver isRequested={isDone(actionData, "link")} />
      ) : (
        <MissingBooking />
      )}
    </main>
  );
}

type FoundData = Extract<Route.ComponentProps["loaderData"], { found: true }>;

/** Whether the guest has returned from paying for a change that the provider has not decided yet. */
const changing = ({ returned, payment }: FoundData) => returned && payment.change === "open";

type Done = { stopped: boolean; answer: FormAnswer | undefined };

/** Whether the page's form of that intent was just done. */
const isDone = (answer: FormAnswer | undefined, intent: string): boolean =>
  answer?.done === true && answer.intent === intent;

function Found(props: FoundData & Done) {
  const { kind, booking, purchase, tickets, over } = props;
  const offline = useKeptTickets(props.ticketPath, tickets !== null && tickets.length > 0 && !over, booking.version);
  const eventId = purchase?.eventId;
  // reports to a third party, which draws nothing on the page
  useEffect(() => {
    if (purchase)
      void import("#src/modules/sales/affiliates/components/tell-purchase.ts").then((m) => m.tellPurchase(purchase));
    // oxlint-disable-next-line react/exhaustive-deps -- the page asks again, and gets the same purchase
  }, [eventId]);
  // what was typed has become this booking
  useEffect(() => forgetDraft(booking.departure.departure_id), [booking.departure.departure_id]);
  if (kind === "success")
    return (
      <Confirmed
        {...props}
        isSaved={offline}
        closed={<ClosedTickets sentTo={props.sentTo} isRequested={isDone(props.answer, "link")} />}
        who={<Who {...props} />}
        account={
          props.accountFor && <KeepInAccount email={props.accountFor} isRequested={isDone(props.answer, "account")} />
        }
        news={<ChangeOutcome {...props} timeZone={booking.departure.time_zone} />}
        friends={props.friends && <FriendsLink {...props.friends} />}
        manage={<Manage {...props} />}
        receipt={<ReceiptLink {...props} />}
      />
    );
  return (
    <div className="wrap grid items-start gap-x-14 gap-y-10 py-10 md:py-14 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
      {props.choice && props.undecided ? (
        <UnseatedChoice
          {...props}
          choice={props.choice}
          undecided={props.undecided}
          cash={props.payment.cash_back}
          before={props.payment.before_back?.amount_minor ?? 0}
        />
      ) : (
        <Outcome {...props} kind={kind satisfies Exclude<ConfirmationKind, "success">} />
      )}
      <div className="min-w-0">
        {(props.choice === null || props.choice.screen === "choice") && (
          <OrderSummary
            departure={booking.departure}
            lines={linesOfBooking(booking)}
            // a deposit isn't refunded before the rest is paid
            refundable={
              booking.hold_lives && booking.total.amount_minor > 0 && !props.credit?.isDeposit ? props.refundable : null
            }
            total={booking.total}
            pesos={booking.in_pesos}
            credit={props.credit}
            why={props.why}
          />
        )}
        <ReceiptLink {...props} />
      </div>
    </div>
  );
}

function Who({ companions, booking, answer }: FoundData & Done) {
  const { t } = useText();
  if (companions.length === 0) return null;
  const problem = answer?.formError ? t(answer.formError, answer.values) : null;
  return (
    <Companions
      companions={companions}
      version={booking.version}
      said={{ isNamed: isDone(answer, "names"), problem }}
    />
  );
}

function ReceiptLink({ receiptPath }: FoundData) {
  const { t } = useText();
  if (!receiptPath) return null;
  return (
    <Link to={receiptPath} className={`${LINK} inline-flex min-h-11 items-center gap-2`}>
      <ReceiptText aria-hidden size={20} />
      {t("payments-confirmation.receipt")}
    </Link>
  );
}

function Manage({ managePath }: FoundData) {
  const { t } = useText();
  if (!managePath) return null;
  return (
    <Link to={managePath} className={`${LINK} inline-flex min-h-11 items-center`}>
      {t("payments-confirmation.manage")}
    </Link>
  );
}
