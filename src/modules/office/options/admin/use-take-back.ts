import { useFetcher } from "react-router";
import { useOptionsPath } from "#src/modules/office/options/admin/use-options-path.ts";
import type { OptionsAnswer } from "#src/modules/office/options/rules/answer.ts";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import { useUndo } from "#src/ui/admin/use-undo.ts";

/** Tells a save in a toast, and takes it back from there. */
export function useTakeBack(answer: OptionsAnswer | undefined): void {
  const action = useOptionsPath();
  const act = useFetcher<OptionsAnswer>();
  useFlash(act.data);
  useUndo({ submit: act.submit }, { answer, action });
}
