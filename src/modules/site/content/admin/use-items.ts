import { useState } from "react";
import { useFetcher, useLocation, useNavigate } from "react-router";
import type { FormAnswer, TheirSave } from "#src/ui/form/answer.ts";
import { placedAfter } from "#src/modules/site/content/rules/items.ts";
import { useUndo } from "#src/ui/admin/use-undo.ts";
import { useAnswer } from "#src/ui/use-answer.ts";

type Item = { id: string; is_active: boolean };

/**
 * The acts on a list of posts or pictures: each says what became of it and offers to take it back. `shown` is the list as it will
 * be, while an order or a switch is on its way. A save or deletion closes the panel.
 */
export function useItems<T extends Item, Values>(items: readonly T[], closeHref: string) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const save = useFetcher<FormAnswer<TheirSave<Values>>>();
  const act = useFetcher<FormAnswer<TheirSave<Values>>>();
  const [order, setOrder] = useState<readonly string[]>([]);
  const submit = (form: Record<string, string>) => void act.submit(form, { method: "post", action: pathname + search });
  useUndo(act, { answer: save.data });
  useUndo(act);
  const close = () => void navigate(closeHref, { preventScrollReset: true });
  useAnswer(save.data?.done ? save.data : null, close);
  useAnswer(act.data?.intent === "delete" && act.data.done ? act.data : null, close);

  const formData = act.state === "idle" ? undefined : act.formData;
  const ordered = formData?.get("intent") === "move" ? inOrder(items, order) : [...items];
  const optimistic =
    formData?.get("intent") === "switch"
      ? ordered.map((item) =>
          item.id === formData.get("id") ? { ...item, is_active: formData.get("active") === "true" } : item,
        )
      : ordered;
  return {
    shown: optimistic,
    save,
    act,
    switchTo: ({ id }: Item, active: boolean) => submit({ intent: "switch", id, active: String(active) }),
    move: (id: string, after: string | null) => {
      setOrder(
        placedAfter(
          optimistic.map((item) => item.id),
          id,
          after,
        ) ?? [],
      );
      submit({ intent: "move", id, after: after ?? "" });
    },
    /** Adds a picture that is kept already. */
    add: (image: { site: string; src: string; alt: string; alt_es: string }) => submit({ intent: "add", ...image }),
    remove: (id: string) => submit({ intent: "delete", id }),
    restore: (id: string) => submit({ intent: "restore", id }),
  };
}

/** The items in an order of ids; those that it doesn't name come last. */
function inOrder<T extends Item>(items: readonly T[], order: readonly string[]): T[] {
  const placeOf = ({ id }: T) => (order.includes(id) ? order.indexOf(id) : order.length);
  return items.toSorted((a, b) => placeOf(a) - placeOf(b));
}
