import { Form, useNavigation } from "react-router";
import { hours, longDate } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";
import type { GuideNight, ShownRequest } from "#src/modules/evening/guides/schema.ts";
import { Button, LINK } from "#src/ui/button.tsx";
import { FactList } from "#src/ui/fact-list.tsx";
import { Notice, type NoticeTone } from "#src/ui/notice.tsx";

const isOpen = ({ state, whyNot }: GuideNight) => state === "asked" && whyNot === null;

/** What a guide is asked for: each night with its facts, and how they have answered or can. Works without scripts. */
export function ShiftRequest({ request: { name, nights } }: { request: ShownRequest }) {
  const { t } = useText();
  const open = nights.filter(isOpen).length;
  const marks = nights.map(({ mark }) => mark).join(",");
  return (
    <>
      <header className="grid gap-3">
        <h1 className="text-h1">
          {t(open > 0 ? "guides.title" : "guides.title.answered", {
            count: nights.length,
            name: name.split(" ")[0] ?? name,
          })}
        </h1>
        {open > 0 && <p className="text-lead text-text-2">{t("guides.lead", { count: open })}</p>}
      </header>
      {open > 1 && (
        <div className="flex flex-wrap gap-3">
          <Answer shiftId="all" marks={marks} answer="accept">
            {t("guides.acceptAll", { count: open })}
          </Answer>
          <Answer shiftId="all" marks={marks} answer="decline">
            {t("guides.declineAll", { count: open })}
          </Answer>
        </div>
      )}
      <ul className="grid gap-5">
        {nights.map((night) => (
          <Night key={night.shiftId} night={night} />
        ))}
      </ul>
    </>
  );
}

function Night({ night }: { night: GuideNight }) {
  const { t, locale } = useText();
  const { meeting, note } = night;
  return (
    <li className="grid gap-4 rounded-lg bg-surface p-5 shadow-md md:p-6">
      <div>
        <h2 className="text-h3">{night.title}</h2>
        <p className="text-text-2">
          {longDate(night.date, locale)}, {hours(night.start, night.end, locale)}
        </p>
      </div>
      <FactList
        className="grid-cols-2 gap-y-3 sm:grid-cols-3"
        facts={[
          [t("guides.part"), t(`guides.part.${night.part}`)],
          [t("guides.city"), night.city],
          [t("guides.guests"), String(night.guests)],
        ]}
      />
      {meeting && (
        <p>
          <span className="block text-[0.875rem] text-text-2">{t("guides.place")}</span>
          <span className="font-bold">{meeting.place}</span>{" "}
          <a href={meeting.map} rel="noreferrer" target="_blank" className={LINK}>
            {t("guides.map")}
          </a>
        </p>
      )}
      {note && <p className="rounded-md bg-surface-2 px-4 py-3 wrap-anywhere">{note}</p>}
      <State night={night} />
    </li>
  );
}

const TONES: Record<GuideNight["state"], NoticeTone> = {
  asked: "warning",
  accepted: "good",
  declined: "info",
  withdrawn: "info",
};

function State({ night }: { night: GuideNight }) {
  const { t } = useText();
  const { state, whyNot, isCancelled, shiftId, mark } = night;
  if (isOpen(night))
    return (
      <div className="flex flex-wrap gap-3">
        <Answer shiftId={shiftId} marks={mark} answer="accept">
          {t("guides.accept")}
        </Answer>
        <Answer shiftId={shiftId} marks={mark} answer="decline">
          {t("guides.decline")}
        </Answer>
      </div>
    );
  const why = isCancelled ? "departure_cancelled" : whyNot;
  return (
    <div className="grid justify-items-start gap-3">
      <Notice tone={why ? "info" : TONES[state]} className="w-full">
        {why && !BESIDE.has(why) ? t(`guides.refused.${why}`) : t(`guides.state.${state}`)}
        {why && BESIDE.has(why) && ` ${t(`guides.refused.${why}`)}`}
      </Notice>
      {state === "declined" && why === null && (
        <Answer shiftId={shiftId} marks={mark} answer="accept" isQuiet>
          {t("guides.acceptAfterAll")}
        </Answer>
      )}
      {state === "asked" && night.mayDecline && (
        <Answer shiftId={shiftId} marks={mark} answer="decline">
          {t("guides.decline")}
        </Answer>
      )}
    </div>
  );
}

/** Refusals that are shown beside the answer. */
const BESIDE: ReadonlySet<GuideNight["whyNot"]> = new Set(["taken", "guide_busy"] as const);

type AnswerProps = {
  shiftId: string;
  marks: string;
  answer: "accept" | "decline";
  isQuiet?: boolean;
  children: string;
};

function Answer({ shiftId, marks, answer, isQuiet = false, children }: AnswerProps) {
  const navigation = useNavigation();
  const sent = navigation.formData;
  const isBusy = sent?.get("shift_id") === shiftId && sent.get("answer") === answer;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="shift_id" value={shiftId} />
      <input type="hidden" name="seen" value={marks} />
      <input type="hidden" name="answer" value={answer} />
      <Button
        type="submit"
        small={shiftId !== "all"}
        busy={isBusy}
        kind={answer === "accept" && !isQuiet ? "primary" : "secondary"}
      >
        {children}
      </Button>
    </Form>
  );
}
