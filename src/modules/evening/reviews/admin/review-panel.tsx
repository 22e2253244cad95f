import { Check, Eye, EyeOff, RotateCcw } from "#src/ui/lucide/icons.ts";
import { Link, type useFetcher, useLocation } from "react-router";
import { shortDate } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { GivenStars, ReviewState } from "#src/modules/evening/reviews/admin/review-columns.tsx";
import { LOW_STARS, whyNotPublished } from "#src/modules/evening/reviews/rules/review.ts";
import type { ReviewAct } from "#src/modules/evening/reviews/rules/admin.ts";
import type { OpenReview } from "#src/modules/evening/reviews/schema.ts";
import { AnswerForm, SendAnswer } from "#src/ui/admin/answer-form.tsx";
import { ADMIN_LINK, AdminButton } from "#src/ui/admin/button.tsx";
import { Moment } from "#src/ui/admin/moment.tsx";
import { PanelPart, SidePanel } from "#src/ui/admin/side-panel.tsx";
import { ThreadEntry } from "#src/ui/admin/thread.tsx";

type Fetcher = ReturnType<typeof useFetcher<ReviewAct>>;
type Review = OpenReview & { key: string };

type ReviewPanelProps = {
  review: Review;
  mayChange: boolean;
  closeHref: string;
  previousHref: string | null;
  nextHref: string | null;
  act: Fetcher;
};

const FORM = "review-answer";

/** One review: its text, replies, whether it is published and whether it is handled. */
export function ReviewPanel({ review, mayChange, closeHref, previousHref, nextHref, act }: ReviewPanelProps) {
  const { t, locale } = useText();
  const { id, guest, crawl, date, city, bookingId, reference } = review;
  const answer = act.data?.id === id ? act.data : null;
  const mayReply = mayChange && review.email !== "";
  return (
    <SidePanel
      title={guest || t("reviews-admin.forgotten")}
      meta={
        <>
          {crawl}, {city} · {shortDate(date, locale)} ·{" "}
          <Link to={localizedPath(`/admin/bookings?open=${bookingId}`, locale)} className={`font-mono ${ADMIN_LINK}`}>
            {reference}
          </Link>
        </>
      }
      closeHref={closeHref}
      previousHref={previousHref}
      nextHref={nextHref}
      footer={
        mayChange && (
          <>
            {mayReply && (
              <SendAnswer form={FORM} act={act}>
                {answer?.replies ? t("reviews-admin.sendAnyway") : t("reviews-admin.send")}
              </SendAnswer>
            )}
            <TurnTask review={review} act={act} />
          </>
        )
      }
    >
      <PanelPart title={t("reviews-admin.said")} aside={<ReviewState review={review} />}>
        <div className="grid gap-2">
          <ThreadEntry
            from={<GivenStars stars={review.stars} />}
            at={<Moment at={review.at} />}
            language={review.language}
          >
            {review.comment || <span className="text-text-3">{t("reviews-admin.noWords")}</span>}
          </ThreadEntry>
          {(answer?.replies ?? review.replies).map((reply) => (
            <ThreadEntry
              key={reply.id}
              own
              from={t("reviews-admin.by", { who: reply.by ?? t("reviews-admin.someone") })}
              at={<Moment at={reply.at} />}
              language={review.bookingLanguage}
            >
              {reply.text}
            </ThreadEntry>
          ))}
        </div>
        {review.handledAt && (
          <p className="mt-2 text-fine text-text-3">
            {t("reviews-admin.handledBy", { who: review.handledBy ?? t("reviews-admin.someone") })} ·{" "}
            <Moment at={review.handledAt} />
          </p>
        )}
      </PanelPart>
      <OnCrawlPage review={review} mayChange={mayChange} act={act} />
      <Publishing review={review} mayChange={mayChange} act={act} />
      {mayReply && <Replying review={review} answer={answer} act={act} />}
    </SidePanel>
  );
}

/** Whether a low review's task is done; nothing for other reviews. */
function TurnTask({ review: { id, stars, open, handledAt }, act }: { review: Review; act: Fetcher }) {
  const { t } = useText();
  const { pathname } = useLocation();
  if (stars > LOW_STARS && handledAt === null) return null;
  const intent = open ? "close" : "reopen";
  return (
    <AdminButton
      className="ml-auto"
      icon={open ? <Check aria-hidden size={15} /> : <RotateCcw aria-hidden size={15} />}
      disabled={act.state !== "idle"}
      onClick={() => void act.submit({ intent, id }, { method: "post", action: pathname })}
    >
      {t(open ? "reviews-admin.done" : "reviews-admin.reopen")}
    </AdminButton>
  );
}

/** Whether the crawl's page shows the text, which it does by itself where the guest agreed to it. */
function OnCrawlPage({ review, mayChange, act }: { review: Review; mayChange: boolean; act: Fetcher }) {
  const { t } = useText();
  const { pathname } = useLocation();
  const { id, hidden } = review;
  // why not is said with the home page
  if (whyNotPublished(review)) return null;
  const author = { name: review.guest.split(" ")[0] ?? "", country: review.country };
  return (
    <PanelPart title={t("reviews-admin.page")}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="min-w-0 grow basis-56 text-text-2">
          {hidden ? t("reviews-admin.offPage") : t("reviews-admin.onPage", author)}
        </p>
        {mayChange && (
          <AdminButton
            icon={hidden ? <Eye aria-hidden size={15} /> : <EyeOff aria-hidden size={15} />}
            disabled={act.state !== "idle"}
            onClick={() =>
              void act.submit({ intent: hidden ? "show" : "hide", id }, { method: "post", action: pathname })
            }
          >
            {t(hidden ? "reviews-admin.showAgain" : "reviews-admin.hide")}
          </AdminButton>
        )}
      </div>
    </PanelPart>
  );
}

/** Whether the text is on the home page; if it can't be, why not. */
function Publishing({ review, mayChange, act }: { review: Review; mayChange: boolean; act: Fetcher }) {
  const { t } = useText();
  const { pathname } = useLocation();
  const { id, published } = review;
  const why = whyNotPublished(review);
  const author = { name: review.guest.split(" ")[0] ?? "", country: review.country };
  return (
    <PanelPart title={t("reviews-admin.home")}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="min-w-0 grow basis-56 text-text-2">
          {why
            ? t(`reviews-admin.why.${why}`)
            : t(published ? "reviews-admin.isShown" : "reviews-admin.mayBeShown", author)}
        </p>
        {mayChange && !why && (
          <AdminButton
            kind={published ? "plain" : "brand"}
            icon={published ? <EyeOff aria-hidden size={15} /> : <Eye aria-hidden size={15} />}
            disabled={act.state !== "idle"}
            onClick={() =>
              void act.submit({ intent: published ? "unpublish" : "publish", id }, { method: "post", action: pathname })
            }
          >
            {t(published ? "reviews-admin.unpublish" : "reviews-admin.publish")}
          </AdminButton>
        )}
      </div>
    </PanelPart>
  );
}

function Replying({ review, answer, act }: { review: Review; answer: ReviewAct | null; act: Fetcher }) {
  const { t } = useText();
  const met = answer?.replies;
  return (
    <AnswerForm
      id={FORM}
      record={review}
      act={act}
      answer={answer}
      version={(met ?? review.replies).length}
      met={met ? t("reviews-admin.met") : null}
      label={t("reviews-admin.reply")}
      help={t("reviews-admin.replyHelp", { email: review.email, language: review.bookingLanguage })}
      language={review.bookingLanguage}
      rows={5}
      className="min-h-28"
    />
  );
}
