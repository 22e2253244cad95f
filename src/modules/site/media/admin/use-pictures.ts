import { useFetcher, useLocation, useNavigate } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import type { PictureAnswer } from "#src/modules/site/media/rules/answer.ts";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import { useAnswer } from "#src/ui/use-answer.ts";

/** The acts on pictures: each says what became of it and offers to take it back. A save or a deletion closes the panel. */
export function usePictures(closeHref: string) {
  const { t } = useText();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const save = useFetcher<PictureAnswer>();
  const act = useFetcher<PictureAnswer>();
  const submit = (form: Record<string, string>) => void act.submit(form, { method: "post", action: pathname + search });
  const undoOf = (answer: PictureAnswer | undefined) =>
    answer?.undo ? { label: t("admin.undo"), act: () => submit({ ...answer.undo!, undo: "1" }) } : undefined;
  useFlash(save.data, undoOf(save.data));
  useFlash(act.data, undoOf(act.data));
  const close = () => void navigate(closeHref, { preventScrollReset: true });
  useAnswer(save.data?.done ? save.data : null, close);
  useAnswer(act.data?.intent === "trash" && act.data.done ? act.data : null, close);
  return {
    save,
    act,
    trash: (id: string) => submit({ intent: "trash", id }),
    restore: (id: string) => submit({ intent: "restore", id }),
    replace: (id: string, by: string) => submit({ intent: "replace", id, by }),
  };
}
