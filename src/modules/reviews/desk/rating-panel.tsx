import { Check, Eye, EyeOff, RotateCcw, Send } from "#src/ui/lucide/icons.ts";
import { useState } from "react";
import { Link, type useFetcher, useLocation } from "react-router";
import { shortDate } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { GivenStars, RatingState } from "#src/modules/reviews/desk/rating-table.tsx";
import { LOW_STARS, whyNotPublished } from "#src/modules/reviews/rules.ts";
import type { RatingAct } from "#src/modules/reviews/rules/desk.ts";
import type { OpenRating } from "#src/modules/reviews/schema.ts";
import { DESK_LINK, DeskButton } from "#src/ui/desk/button.tsx";
import { DeskField, DeskNotice, DeskTextArea, FormFaults } from "#src/ui/desk/field.tsx";
import { Moment } from "#src/ui/desk/moment.tsx";
import { PanelPart, SidePanel } from "#src/ui/desk/side-panel.tsx";
import { Letter } from "#src/ui/desk/thread.tsx";

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
  const isBusy = act.state !== "idle";
  const mayReply = mayChange && rating.email !== "";
  return (
    <SidePanel
      title={guest || t("feedback.forgotten")}
      meta={
        <>
          {crawl}, {city} · {shortDate(date, locale)} ·{" "}
          <Link to={localizedPath(`/admin/bookings?open=${bookingId}`, locale)} className={`font-mono ${DESK_LINK}`}>
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
              <DeskButton
                kind="ink"
                type="submit"
                form={FORM}
                icon={<Send aria-hidden size={15} />}
                busy={isBusy && act.formData?.get("intent") === "answer"}
                disabled={isBusy}
              >
                {answer?.replies ? t("feedback.sendAnyway") : t("feedback.send")}
              </DeskButton>
            )}
            <TurnTask rating={rating} act={act} />
          </>
        )
      }
    >
      <PanelPart title={t("feedback.said")} aside={<RatingState rating={rating} />}>
        <div className="grid gap-2">
          <Letter from={<GivenStars stars={rating.stars} />} at={<Moment at={rating.at} />} language={rating.language}>
            {rating.comment || <span className="text-text-3">{t("feedback.noWords")}</span>}
          </Letter>
          {(answer?.replies ?? rating.replies).map((reply) => (
            <Letter
              key={reply.id}
              own
              from={t("feedback.by", { who: reply.by ?? t("feedback.someone") })}
              at={<Moment at={reply.at} />}
              language={rating.bookingLanguage}
            >
              {reply.text}
            </Letter>
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
      {mayReply && <ReplyForm key={answer?.sent ?? "first"} rating={rating} answer={answer} act={act} />}
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
    <DeskButton
      className="ml-auto"
      icon={open ? <Check aria-hidden size={15} /> : <RotateCcw aria-hidden size={15} />}
      disabled={act.state !== "idle"}
      onClick={() => void act.submit({ intent, id }, { method: "post", action: pathname })}
    >
      {t(open ? "feedback.done" : "feedback.reopen")}
    </DeskButton>
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
          <DeskButton
            kind={published ? "plain" : "brand"}
            icon={published ? <EyeOff aria-hidden size={15} /> : <Eye aria-hidden size={15} />}
            disabled={act.state !== "idle"}
            onClick={() =>
              void act.submit({ intent: published ? "unpublish" : "publish", id }, { method: "post", action: pathname })
            }
          >
            {t(published ? "feedback.unpublish" : "feedback.publish")}
          </DeskButton>
        )}
      </div>
    </PanelPart>
  );
}

/** The form of a reply; a new one for each that was sent, so that no press sends two. */
function ReplyForm({ rating, answer, act }: { rating: Rating; answer: RatingAct | null; act: Fetcher }) {
  const { t } = useText();
  const { pathname } = useLocation();
  // the key stays while the text does: reading the rating again must not make a second reply of it
  const [first] = useState(rating.key);
  const key = first === answer?.sent ? rating.key : first;
  const errors = (answer?.faults ?? []).map(({ message }) => ({ id: "reply-text", message: t(message) }));
  const met = answer?.replies;
  return (
    <act.Form id={FORM} method="post" action={pathname} noValidate className="py-3">
      <FormFaults key={answer?.at} title={t("desk.faults", { count: errors.length })} errors={errors} />
      {met && (
        <div role="alert" className="mb-3">
          <DeskNotice tone="judge">{t("feedback.met")}</DeskNotice>
        </div>
      )}
      <input type="hidden" name="intent" value="answer" />
      <input type="hidden" name="id" value={rating.id} />
      <input type="hidden" name="key" value={key} />
      <input type="hidden" name="seen" value={(met ?? rating.replies).length} />
      <DeskField
        id="reply-text"
        label={t("feedback.reply")}
        help={t("feedback.replyHelp", { email: rating.email, language: rating.bookingLanguage })}
        {...(errors[0] ? { error: errors[0].message } : {})}
      >
        {(control) => (
          <DeskTextArea
            {...control}
            name="text"
            rows={5}
            className="min-h-28"
            lang={rating.bookingLanguage}
            maxLength={4000}
          />
        )}
      </DeskField>
    </act.Form>
  );
}
