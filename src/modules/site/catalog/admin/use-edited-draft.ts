import { useEffect, useState } from "react";
import { changedFields, isSame } from "#src/modules/site/catalog/rules/draft.ts";
import { type Answer, merged, type Saved } from "#src/modules/site/catalog/rules/merge.ts";

type State<Draft, Field, Answered> = {
  base: Saved<Draft>;
  draft: Draft;
  /** The last answer handled; kept here because the page drops it when a link to an invalid field is followed. */
  seen: Answered | null;
  isDiscarded: boolean;
  /** Fields saved by another user that are also changed here, until the user resolves the conflict. */
  theirs: { draft: Draft; fields: Field[] } | null;
  /** Whether the draft was restored from an earlier session. */
  found: boolean;
};

/**
 * A form's unsaved draft next to its saved state. Kept in localStorage under `key` until saved or discarded, so closing the
 * browser loses nothing. Another user's saves are merged into fields not changed here. `fields` are the form's, in page order.
 * `start`: what the form starts with instead of the saved state, as if it had been typed.
 */
export function useEditedDraft<Draft, Field extends keyof Draft, Answered extends Answer<Draft>>(
  key: string,
  fields: readonly Field[],
  opened: Saved<Draft>,
  answer: Answered | null,
  start = opened.draft,
) {
  const [state, setState] = useState<State<Draft, Field, Answered>>({
    base: opened,
    draft: start,
    seen: null,
    isDiscarded: false,
    theirs: null,
    found: false,
  });
  if (answer && answer !== state.seen) setState(applyAnswer(fields, state, answer));
  const { base, draft, theirs, found } = state;
  const changed = changedFields(fields, base.draft, draft);
  const isChanged = changed.length > 0;
  // localStorage exists only in the browser
  useEffect(() => {
    const kept = read<Draft>(key);
    if (kept && !isSame(kept.draft, start))
      setState((now) => ({ ...now, base: kept.base, draft: kept.draft, found: true }));
    // once per form: later saves arrive as answers
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key]);
  useEffect(() => {
    if (isChanged) write(key, { base, draft });
    else forgetDraft(key);
  }, [key, isChanged, base, draft]);
  return {
    draft,
    base,
    changed,
    theirs,
    answer: state.isDiscarded ? null : state.seen,
    found: found && isChanged,
    change: (over: Partial<Draft>) => setState((now) => ({ ...now, draft: { ...now.draft, ...over } })),
    changeWith: (over: (now: Draft) => Partial<Draft>) =>
      setState((now) => ({ ...now, draft: { ...now.draft, ...over(now.draft) } })),
    discard: () => {
      forgetDraft(key);
      setState((now) => {
        // a restored draft may be based on an older version than the page's
        const saved = opened.version > now.base.version ? opened : now.base;
        return { ...now, base: saved, draft: saved.draft, theirs: null, found: false, isDiscarded: true };
      });
      // with the version that it was typed on, so that saving it still meets what others have saved since
      return () => setState((now) => ({ ...now, base, draft, theirs, found, isDiscarded: state.isDiscarded }));
    },
    takeTheirs: () =>
      setState((now) => ({
        ...now,
        theirs: null,
        draft: now.theirs
          ? { ...now.draft, ...Object.fromEntries(now.theirs.fields.map((field) => [field, now.base.draft[field]])) }
          : now.draft,
      })),
    keepMine: () => setState((now) => ({ ...now, theirs: null })),
  };
}

function applyAnswer<Draft, Field extends keyof Draft, Answered extends Answer<Draft>>(
  fields: readonly Field[],
  state: State<Draft, Field, Answered>,
  answer: Answered,
): State<Draft, Field, Answered> {
  const next = { ...state, seen: answer, isDiscarded: false };
  if (answer.saved) return { ...next, base: answer.saved, draft: answer.saved.draft, theirs: null, found: false };
  if (!answer.conflict) return next;
  const mine = merged(fields, state.base.draft, state.draft, answer.conflict.draft);
  const theirs = { draft: answer.conflict.draft, fields: mine.fields };
  return { ...next, base: answer.conflict, draft: mine.draft, theirs };
}

type Kept<Draft> = { base: Saved<Draft>; draft: Draft };
const nameOf = (key: string) => `ronda.${key}`;

function read<Draft>(key: string): Kept<Draft> | null {
  try {
    const kept = JSON.parse(localStorage.getItem(nameOf(key)) ?? "null") as Kept<Draft> | null;
    return kept?.base && kept.draft ? kept : null;
  } catch {
    return null; // storage may be blocked, or hold data of another version of the site
  }
}

function write(key: string, kept: Kept<unknown>) {
  try {
    localStorage.setItem(nameOf(key), JSON.stringify(kept));
  } catch {
    // best effort: the form works without it
  }
}

/** Deletes a form's stored draft. */
export function forgetDraft(key: string) {
  try {
    localStorage.removeItem(nameOf(key));
  } catch {
    // nothing was stored then
  }
}
