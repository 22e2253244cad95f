import { useEffect, useState } from "react";
import { isSame } from "#src/kernel/merge.ts";
import {
  type Edited,
  keepMine,
  type Kind,
  mergeTheirs,
  startEditing,
  type Saved,
  afterSave,
  takeTheirs,
} from "#src/kernel/edited.ts";
import type { SaveAnswer } from "#src/ui/form/answer.ts";

type State<Draft, Part, Answer> = {
  edited: Edited<Draft, Part>;
  /** What the form was sent with. */
  sent: Draft | null;
  /** The last answer that was taken in; kept here because the page drops it when a link to an invalid field is followed. */
  answer: Answer | null;
  isDiscarded: boolean;
  /** Whether the draft was found in this browser. */
  found: boolean;
};

type Options<Draft> = {
  /** Keeps what isn't saved in localStorage under this key until it is saved or discarded, so closing the browser loses nothing. */
  keptAs?: string;
  /** What the form starts with instead of the stored record, as if it had been typed. */
  start?: Draft;
};

/**
 * The form of a record that is saved by a press, next to the record as it is stored (`read`, as the page was read last). Another
 * person's save comes in where nothing was typed; where both typed, `met` says what is to be decided.
 */
export function useEdited<Draft, Part, Answer extends SaveAnswer<Draft>>(
  kind: Kind<Draft, Part>,
  read: Saved<Draft>,
  answer: Answer | null | undefined,
  { keptAs, start = read.draft }: Options<Draft> = {},
) {
  const [state, setState] = useState<State<Draft, Part, Answer>>({
    edited: startEditing(read, start),
    sent: null,
    answer: null,
    isDiscarded: false,
    found: false,
  });
  const { edited, found } = state;
  const { base, draft, met } = edited;
  const changed = kind.changed(base.draft, draft);
  const isChanged = changed.length > 0;
  if (answer && answer !== state.answer) setState(answered(kind, state, answer));
  else if (read.version > base.version && !isChanged) setState({ ...state, edited: startEditing(read) });
  // localStorage exists only in the browser
  useEffect(() => {
    const storedDraft = keptAs === undefined ? null : readKept<Draft>(keptAs);
    if (storedDraft && !isSame(storedDraft.draft, start))
      setState((now) => ({ ...now, edited: startEditing(storedDraft.base, storedDraft.draft), found: true }));
    // once per form: later saves arrive as answers
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [keptAs]);
  useEffect(() => {
    if (keptAs === undefined) return;
    if (isChanged) keep(keptAs, { base, draft });
    else forgetDraft(keptAs);
  }, [keptAs, isChanged, base, draft]);
  return {
    draft,
    base,
    changed,
    met,
    answer: state.isDiscarded ? null : state.answer,
    found: found && isChanged,
    change: (over: Partial<Draft> | ((now: Draft) => Partial<Draft>)) =>
      setState((now) => {
        const { draft: typed } = now.edited;
        const next = { ...typed, ...(typeof over === "function" ? over(typed) : over) };
        return { ...now, edited: { ...now.edited, draft: next } };
      }),
    /** Called when the form is sent. */
    send: () => setState((now) => ({ ...now, sent: now.edited.draft })),
    /** Puts the stored record back; returns what brings back what was typed. */
    discard: () => {
      if (keptAs !== undefined) forgetDraft(keptAs);
      // a draft that was found may be based on an older version than the page's
      setState({
        ...state,
        edited: startEditing(read.version > base.version ? read : base),
        found: false,
        isDiscarded: true,
      });
      // with the version that it was typed on, so that saving it still meets what others have saved since
      return () => setState((now) => ({ ...now, edited, found, isDiscarded: state.isDiscarded }));
    },
    keepMine: () => setState((now) => ({ ...now, edited: keepMine(now.edited) })),
    takeTheirs: () => setState((now) => ({ ...now, edited: takeTheirs(kind, now.edited) })),
  };
}

/** The form of a record, as `EditorForm` needs it. */
export type EditedForm<Draft, Part> = Omit<ReturnType<typeof useEdited<Draft, Part, SaveAnswer<Draft>>>, "change">;

function answered<Draft, Part, Answer extends SaveAnswer<Draft>>(
  kind: Kind<Draft, Part>,
  state: State<Draft, Part, Answer>,
  answer: Answer,
): State<Draft, Part, Answer> {
  const next = { ...state, answer, isDiscarded: false };
  const { edited, sent } = state;
  if (answer.saved)
    return { ...next, edited: afterSave(kind, edited, sent ?? edited.draft, answer.saved), found: false };
  return answer.theirs ? { ...next, edited: mergeTheirs(kind, edited, answer.theirs) } : next;
}

type StoredDraft<Draft> = { base: Saved<Draft>; draft: Draft };
const nameOf = (key: string) => `ronda.${key}`;

function readKept<Draft>(key: string): StoredDraft<Draft> | null {
  try {
    const draft = JSON.parse(localStorage.getItem(nameOf(key)) ?? "null") as StoredDraft<Draft> | null;
    return draft?.base && draft.draft ? draft : null;
  } catch {
    return null; // storage may be blocked, or hold data of another version of the site
  }
}

function keep(key: string, draft: StoredDraft<unknown>) {
  try {
    localStorage.setItem(nameOf(key), JSON.stringify(draft));
  } catch {
    // best effort: the form works without it
  }
}

/** Deletes a form's draft that was kept in this browser. */
export function forgetDraft(key: string) {
  try {
    localStorage.removeItem(nameOf(key));
  } catch {
    // nothing was stored then
  }
}
