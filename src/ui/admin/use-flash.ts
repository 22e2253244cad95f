import type { Values } from "#src/locales/message.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import { stackToast } from "../toasts.tsx";
import { useAnswer } from "../use-answer.ts";

/** The flash of an action: the message id after success or failure (`bad`). */
export type Flash = { flash: MessageId; values?: Values; bad?: boolean };

/** Action results already shown: rendering the page again must not show them twice. */
const flashes = new WeakSet<object>();

/** Shows an action's flash as a toast, once per result; `undo` is offered with it. */
export function useFlash(data: unknown, undo?: { label: string; act: () => void }): void {
  const flash = isFlash(data) ? data : null;
  // only handlers and effects use these texts, so their area must be named
  const { t } = useText(...(flash ? [flash.flash.slice(0, flash.flash.indexOf("."))] : []));
  useAnswer(flash, (answer) => {
    if (flashes.has(answer)) return;
    flashes.add(answer);
    const title = t(answer.flash, answer.values);
    stackToast({ title, tone: answer.bad ? "bad" : "good" }, answer.bad ? { stays: true } : { undo });
  });
}

const isFlash = (answer: unknown): answer is Flash =>
  typeof answer === "object" && answer !== null && "flash" in answer && typeof answer.flash === "string";
