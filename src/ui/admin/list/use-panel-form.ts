import { useState } from "react";
import type { useFetcher } from "react-router";
import type { FormAnswer, TheirSave } from "../../form/answer.ts";

type Fetcher<Values> = ReturnType<typeof useFetcher<FormAnswer<TheirSave<Values>>>>;
type Opened<Values> = { id: string; formValues: Values; version: number };

/**
 * The form of a record in a list's panel (`usePanelActs`), or of a new one, which begins with `empty`: what is stored and typed, and the
 * answer to what was sent since the panel was opened.
 */
export function usePanelForm<Values extends Readonly<Record<string, unknown>>>(
  edit: Opened<Values> | "new",
  { empty, save, act }: { empty: Values; save: Fetcher<Values>; act: Fetcher<Values> },
) {
  const isNew = edit === "new";
  const id = isNew ? "new" : edit.id;
  const [stored, setStored] = useState(
    isNew ? { values: empty, version: 0 } : { values: edit.formValues, version: edit.version },
  );
  const [typed, setTyped] = useState(stored.values);
  const [before] = useState({ save: save.data, act: act.data });
  const saved = save.data !== before.save && save.data?.id === id ? save.data : null;
  const acted = act.data !== before.act && act.data?.id === id ? act.data : null;
  const answer = saved?.done ? null : saved;
  const isOver = saved?.done === true || (acted?.intent === "delete" && acted.done === true);
  const isChanged = Object.keys(empty).some((field) => typed[field] !== stored.values[field]);
  return {
    id,
    isUnsaved: isChanged && !isOver,
    isBad: answer?.bad === true,
    /** what both forms of a record take */
    form: {
      stored: stored.values,
      formValues: typed,
      onType: (field: keyof Values, value: Values[keyof Values]) => setTyped((now) => ({ ...now, [field]: value })),
      version: stored.version,
      // once the other user's version was adopted, the conflict is resolved
      answer: answer?.version === stored.version ? null : answer,
      isNew,
      onTakeTheirs: () => {
        if (!answer?.current) return;
        setStored({ values: answer.current, version: answer.version! });
        setTyped(answer.current);
      },
    },
  };
}
