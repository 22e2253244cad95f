import { useFetcher, useNavigate } from "react-router";
import type { FormAnswer } from "../../form/answer.ts";
import { useAnswer } from "../../use-answer.ts";
import { useFlash } from "../use-flash.ts";
import { useUndo } from "../use-undo.ts";

/**
 * The acts of a list whose records open in a panel: `save`, which closes it, and `act`, such as switching and deleting, which closes it too
 * (intent `delete`). Each says what came of it. `listNow`: the list's address without the panel.
 */
export function usePanelActs<Answer extends FormAnswer>(listNow: string) {
  const save = useFetcher<Answer>();
  const act = useFetcher<Answer>();
  const navigate = useNavigate();
  useFlash(save.data);
  useUndo(act);
  // only the server's answer tells, not the click
  const close = () => void navigate(listNow, { preventScrollReset: true });
  useAnswer(save.data?.done ? save.data : null, close);
  useAnswer(act.data?.intent === "delete" && act.data.done ? act.data : null, close);
  return { save, act };
}
