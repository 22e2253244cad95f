import { useFetcher, useLocation, useNavigate } from "react-router";
import type { DescribePicture } from "#src/modules/site/media/schema.ts";
import type { FormAnswer, TheirSave } from "#src/ui/form/answer.ts";
import { useUndo } from "#src/ui/admin/use-undo.ts";
import { useAnswer } from "#src/ui/use-answer.ts";

type PictureAnswer = FormAnswer<TheirSave<DescribePicture>>;

/** The acts on pictures: each says what became of it and offers to take it back. A save or a deletion closes the panel. */
export function usePictures(closeHref: string) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const save = useFetcher<PictureAnswer>();
  const act = useFetcher<PictureAnswer>();
  const submit = (form: Record<string, string>) => void act.submit(form, { method: "post", action: pathname + search });
  useUndo(act, { answer: save.data });
  useUndo(act);
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
