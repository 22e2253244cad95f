import { useFetcher } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { useOptionsPath } from "#src/modules/office/options/admin/use-options-path.ts";
import type { OptionsAnswer } from "#src/modules/office/options/rules/answer.ts";
import { useFlash } from "#src/ui/admin/use-flash.ts";

/** Tells a save in a toast, and takes it back from there. */
export function useTakeBack(answer: OptionsAnswer | undefined): void {
  const { t } = useText("options");
  const action = useOptionsPath();
  const act = useFetcher<OptionsAnswer>();
  useFlash(act.data);
  const entry = answer?.done ? answer.entry : null;
  const undo = entry && {
    label: t("admin.undo"),
    act: () => void act.submit({ intent: "take_back", entry: String(entry) }, { method: "post", action }),
  };
  useFlash(answer, undo || undefined);
}
