import { useLocation } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import type { FormAnswer } from "../form/answer.ts";
import { useFlash } from "./use-flash.ts";

type Answer = Pick<FormAnswer, "flash" | "undo">;
type Sender = {
  data?: Answer | undefined;
  submit: (form: Record<string, string>, how: { method: "post"; action: string }) => Promise<void>;
};
type Options = {
  /** the answer to tell, where another fetcher got it */
  answer?: Answer | undefined;
  /** where the page doesn't take the form itself */
  action?: string;
  label?: string;
};

/**
 * Shows the flash of each answer, with a button for the form that takes its act back. That form is posted with `undo`: its refusal has
 * no form to be shown beside.
 */
export function useUndo({ data, submit }: Sender, { answer = data, action, label }: Options = {}): void {
  const { t } = useText();
  const { pathname } = useLocation();
  const undo = answer?.undo;
  useFlash(
    answer,
    undo
      ? {
          label: label ?? t("admin.undo"),
          act: () => void submit({ ...undo, undo: "1" }, { method: "post", action: action ?? pathname }),
        }
      : undefined,
  );
}
