import { Check, Eye, Lock } from "#src/ui/lucide/icons.ts";
import type { ReactNode } from "react";
import { useText } from "#src/locales/use-text.ts";
import { UnseenNotice } from "#src/modules/site/catalog/admin/hidden-reasons.tsx";
import { StepAct } from "#src/modules/office/opening/admin/step-act.tsx";
import { useStepFact } from "#src/modules/office/opening/admin/use-step-fact.ts";
import { type Step, STEPS, type StepState } from "#src/modules/office/opening/rules/opening.ts";
import type { Opening } from "#src/modules/office/opening/schema.ts";
import { Badge, type Tone } from "#src/ui/admin/badge.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { classNames } from "#src/ui/class-names.ts";

const TONES: Record<StepState, Tone> = { done: "done", next: "judge", ready: "waiting", later: "none" };

/** The steps in order, each with its state, what is there, what guests see until it is done, and the way to do it. */
export function OpeningSteps({ opening, openAct }: { opening: Opening; openAct: ReactNode }) {
  return (
    <Panel padded={false}>
      <ol>
        {STEPS.map((step, index) => (
          <OneStep key={step} step={step} number={index + 1} opening={opening}>
            {step === "open" ? openAct : <StepAct step={step} opening={opening} />}
          </OneStep>
        ))}
      </ol>
    </Panel>
  );
}

type OneStepProps = { step: Step; number: number; opening: Opening; children: ReactNode };

function OneStep({ step, number, opening, children }: OneStepProps) {
  const { t } = useText();
  const state = opening.states[step];
  const fact = useStepFact(step, opening);
  const isQuiet = state === "later";
  return (
    <li
      className={classNames(
        "grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 border-t border-border px-3.5 py-3 first:border-t-0",
        state === "next" && "bg-jaca-tint/45",
      )}
    >
      <StepMark state={state} number={number} />
      <div className="grid min-w-0 gap-x-5 gap-y-2 md:grid-cols-[minmax(0,1fr)_auto]">
        <div className="grid min-w-0 gap-1">
          <h2 className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sub">
            <span className={classNames(isQuiet && "text-text-2")}>{t(`opening.${step}.title`)}</span>
            <Badge tone={TONES[state]} plain>
              {t(`opening.state.${state}`)}
            </Badge>
          </h2>
          <p className="max-w-[62ch] text-text-2">{fact ?? t(`opening.${step}.text`)}</p>
          {step === "crawl" && <UnseenNotice crawls={opening.crawls.byTitle} />}
          {state !== "done" && (
            <p className="flex max-w-[62ch] gap-1.5 text-fine text-text-3">
              <Eye aria-hidden size={14} className="mt-px shrink-0" />
              <span>
                <b className="font-semibold">{t("opening.meanwhile")}</b> {t(`opening.${step}.guests`)}
              </span>
            </p>
          )}
        </div>
        <div className="flex flex-wrap content-start items-start gap-2 md:flex-col md:items-end">{children}</div>
      </div>
    </li>
  );
}

const MARKS: Record<StepState, string> = {
  done: "bg-agave text-surface",
  next: "bg-text text-on-ink",
  ready: "border border-line-2 bg-surface text-text",
  later: "border border-border bg-surface-2 text-text-3",
};

function StepMark({ state, number }: { state: StepState; number: number }) {
  const glyph = { done: <Check size={14} strokeWidth={3} />, next: number, ready: number, later: <Lock size={12} /> };
  return (
    <span
      aria-hidden
      className={classNames("grid size-6 place-items-center rounded-full text-fine font-semibold", MARKS[state])}
    >
      {glyph[state]}
    </span>
  );
}
