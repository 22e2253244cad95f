import { Check, Eye, EyeOff, RotateCcw } from "#src/ui/lucide/icons.ts";
import { Link, type useFetcher, useLocation } from "react-router";
import { shortDate } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { GivenStars, RatingState } from "#src/modules/reviews/admin/rating-table.tsx";
import { LOW_STARS, whyNotPublished } from "#src/modules/reviews/rules.ts";
import type { RatingAct } from "#src/modules/reviews/rules/admin.ts";
import type { OpenRating } from "#src/modules/reviews/schema.ts";
import { AnswerForm, SendAnswer } from "#src/ui/admin/answer-form.tsx";
import { ADMIN_LINK, AdminButton } from "#src/ui/admin/button.tsx";
import { Moment } from "#src/ui/admin/moment.tsx";
import { PanelPart, SidePanel } from "#src/ui/admin/side-panel.tsx";
import { ThreadEntry } from "#src/ui/admin/thread.tsx";

type Fetcher = ReturnType<typeof useFetcher<RatingAct>>;
type Rating = OpenRating & { key: string };

type RatingPanelProps = {
  rating: Rating;
  mayChange: boolean;
  closeHref: string;
  previousHref: string | null;
  nextHref: string | null;
  act: Fetcher;
};

const FORM = "rating-answer";

/** One rating: what was said, what was written back, whether the home page shows it, and whether it is looked after. */
export function RatingPanel({ rating, mayChange, closeHref, previousHref, nextHref, act }: RatingPanelProps) {
  const { t, locale } = useText();
  const { id, guest, crawl, date, city, bookingId, reference } = rating;
  const answer = act.data?.id === id ? act.data : null;
  const mayReply = mayChange && rating.email !== "";
  return (
    <SidePanel
      title={guest || t("feedback.forgotten")}
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
                {answer?.replies ? t("feedback.sendAnyway") : t("feedback.send")}
              </SendAnswer>
            )}
            <TurnTask rating={rating} act={act} />
          </>
        )
      }
    >
      <PanelPart title={t("feedback.said")} aside={<RatingState rating={rating} />}>
        <div className="grid gap-2">
          <ThreadEntry
            from={<GivenStars stars={rating.stars} />}
            at={<Moment at={rating.at} />}
            language={rating.language}
          >
            {rating.comment || <span className="text-text-3">{t("feedback.noWords")}</span>}
          </ThreadEntry>
          {(answer?.replies ?? rating.replies).map((reply) => (
            <ThreadEntry
              key={reply.id}
              own
              from={t("feedback.by", { who: reply.by ?? t("feedback.someone") })}
              at={<Moment at={reply.at} />}
              language={rating.bookingLanguage}
            >
              {reply.text}
            </ThreadEntry>
          ))}
        </div>
        {rating.handledAt && (
          <p className="mt-2 text-fine text-text-3">
            {t("feedback.handledBy", { who: rating.handledBy ?? t("feedback.someone") })} ·{" "}
            <Moment at={rating.handledAt} />
          </p>
        )}
      </PanelPart>
      <Publishing rating={rating} mayChange={mayChange} act={act} />
      {mayReply && <Replying rating={rating} answer={answer} act={act} />}
    </SidePanel>
  );
}

/** Whether the task that a low rating is, is done; nothing for other ratings. */
function TurnTask({ rating: { id, stars, open, handledAt }, act }: { rating: Rating; act: Fetcher }) {
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
      {t(open ? "feedback.done" : "feedback.reopen")}
    </AdminButton>
  );
}

/** Whether the words stand on the home page; where they can't, why not. */
function Publishing({ rating, mayChange, act }: { rating: Rating; mayChange: boolean; act: Fetcher }) {
  const { t } = useText();
  const { pathname } = useLocation();
  const { id, published } = rating;
  const why = whyNotPublished(rating);
  const shown = { name: rating.guest.split(" ")[0] ?? "", country: rating.country };
  return (
    <PanelPart title={t("feedback.home")}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="min-w-0 grow basis-56 text-text-2">
          {why ? t(`feedback.why.${why}`) : t(published ? "feedback.isShown" : "feedback.mayBeShown", shown)}
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
            {t(published ? "feedback.unpublish" : "feedback.publish")}
          </AdminButton>
        )}
      </div>
    </PanelPart>
  );
}

function Replying({ rating, answer, act }: { rating: Rating; answer: RatingAct | null; act: Fetcher }) {
  const { t } = useText();
  const met = answer?.replies;
  return (
    <AnswerForm
      id={FORM}
      record={rating}
      act={act}
      answer={answer}
      seen={(met ?? rating.replies).length}
      met={met ? t("feedback.met") : null}
      label={t("feedback.reply")}
      help={t("feedback.replyHelp", { email: rating.email, language: rating.bookingLanguage })}
      language={rating.bookingLanguage}
      rows={5}
      className="min-h-28"
    />
  );
}
