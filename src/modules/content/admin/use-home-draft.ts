import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import type { HomeAnswer } from "#src/modules/content/rules/home-answer.ts";
import { type HomeDraft, isSame, merged, type SectionDraft } from "#src/modules/content/rules/home-draft.ts";
import { type HomeFieldError, homeFieldErrors } from "#src/modules/content/rules/home-errors.ts";
import { SECTION_KEYS, type SectionKey } from "#src/modules/content/rules/home-fields.ts";
import { useAnswer } from "#src/ui/use-answer.ts";

/** How long after the last keystroke a draft is saved. */
const PAUSE_MS = 900;

/** A section that somebody else saved meanwhile: their texts, and which fields both changed. */
export type MetHere = { key: SectionKey; theirs: SectionDraft; by: string | null; both: string[] };

type Versions = Readonly<Record<SectionKey, number>>;
type Opened = { draft: HomeDraft; versions: Versions };
export type State = Opened & {
  /** The drafts as they are stored. */
  base: HomeDraft;
  opened: Opened;
  met: MetHere[];
  /** What `reset` put away. */
  away: Pick<State, "draft" | "base" | "met"> | null;
};

/**
 * The home page's drafts, as typed and as stored. They are saved a moment after the last keystroke, each section by itself; one
 * with an error waits until it is mended, one that somebody else changed in the same fields until its author decides.
 */
export function useHomeDraft(opened: Opened) {
  const fetcher = useFetcher<HomeAnswer>({ key: "home-draft" });
  const [state, setState] = useState<State>({ ...opened, base: opened.draft, opened, met: [], away: null });
  if (opened !== state.opened) setState(adopted(state, opened));
  const [checked, setChecked] = useState<HomeDraft | null>(null);
  const [failed, setFailed] = useState<HomeDraft | null>(null);
  const { draft, base, versions, met } = state;
  const dirty = SECTION_KEYS.filter((key) => !isSame(key, base[key], draft[key]));
  const isBroken = (key: SectionKey) => homeFieldErrors(key, draft[key]).length > 0;
  const ready = dirty.filter((key) => !isBroken(key) && !met.some((one) => one.key === key));
  const isSaving = fetcher.state !== "idle";

  const send = () => {
    setChecked(draft);
    // one at a time: the next is typed on the version that this one makes
    if (ready.length === 0 || isSaving) return;
    const sections = ready.map((key) => ({ key, version: versions[key], draft: draft[key] }));
    void fetcher.submit({ intent: "save", sections: JSON.stringify(sections) }, { method: "post" });
  };
  // saving follows typing, not a press
  useEffect(() => {
    if (dirty.length === 0 || isSaving || failed === draft || (ready.length === 0 && checked === draft)) return;
    const timer = setTimeout(send, PAUSE_MS);
    return () => clearTimeout(timer);
  });
  useAnswer(fetcher.data, (answer) => {
    // goes on with the next keystroke, or when asked to
    setFailed(answer.bad ? draft : null);
    setState((now) => settled(now, answer));
  });
  const change = (key: SectionKey, over: (now: SectionDraft) => SectionDraft) =>
    setState((now) => ({ ...now, draft: { ...now.draft, [key]: over(now.draft[key]) } }));
  return {
    draft,
    base,
    versions,
    met,
    isSaving,
    hasFailed: failed !== null && dirty.length > 0,
    /** Sections whose typed texts aren't stored. */
    dirty,
    savedAt: fetcher.data?.savedAt ?? null,
    /** Errors that stood there at the last pause in typing, and still do. */
    errorsOf: (key: SectionKey): HomeFieldError[] => {
      const known = checked ? homeFieldErrors(key, checked[key]) : [];
      return homeFieldErrors(key, draft[key]).filter(({ path }) => known.some((one) => one.path === path));
    },
    broken: dirty.filter(isBroken),
    change,
    save: send,
    /** Puts the stored drafts back; for what is thrown away as a whole. */
    reset: () =>
      setState((now) => ({
        ...now,
        draft: now.base,
        met: [],
        away: { draft: now.draft, base: now.base, met: now.met },
      })),
    /** Puts back what was typed before `reset`, beside what somebody else has saved since. */
    putBack: () => setState(returned),
    /** Puts earlier drafts back; they are saved like typed ones. */
    bringBack: (earlier: HomeDraft) => setState((now) => ({ ...now, draft: earlier })),
    keepMine: (key: SectionKey) => setState((now) => ({ ...now, met: now.met.filter((one) => one.key !== key) })),
    takeTheirs: (key: SectionKey) =>
      setState((now) => {
        const one = now.met.find((other) => other.key === key);
        if (!one) return now;
        const texts = Object.fromEntries(one.both.map((name) => [name, one.theirs.texts[name] ?? ""]));
        const mine = now.draft[key];
        const { items: _, ...ofTexts } = texts;
        const section = {
          texts: { ...mine.texts, ...ofTexts },
          items: one.both.includes("items") ? one.theirs.items : mine.items,
        };
        return {
          ...now,
          met: now.met.filter((other) => other.key !== key),
          draft: { ...now.draft, [key]: section },
        };
      }),
  };
}

/**
 * Takes over what the page was read with again. A section that is being typed in waits for its save, which meets what is stored;
 * one with an error is never saved, so that it meets it here.
 */
export function adopted(state: State, opened: Opened): State {
  let next: State = { ...state, opened };
  for (const key of SECTION_KEYS.filter((one) => opened.versions[one] > state.versions[one])) {
    const [theirs, version] = [opened.draft[key], opened.versions[key]];
    const isTyped = !isSame(key, state.base[key], state.draft[key]);
    if (isTyped && homeFieldErrors(key, state.draft[key]).length === 0) continue;
    const { draft, both } = isTyped ? merged(state.base[key], state.draft[key], theirs) : { draft: theirs, both: [] };
    next = {
      ...next,
      base: { ...next.base, [key]: theirs },
      draft: { ...next.draft, [key]: draft },
      versions: { ...next.versions, [key]: version },
      met: both.length > 0 ? withMet(next.met, [{ key, theirs, by: null, both }]) : next.met,
    };
  }
  return next;
}

/** After what was put away turned out to stay: it is typed again, and meets what has been taken over in its place. */
export function returned(state: State): State {
  const { away } = state;
  if (!away) return state;
  const draft = { ...state.draft };
  const found: MetHere[] = [];
  for (const key of SECTION_KEYS.filter((one) => !isSame(one, away.base[one], away.draft[one]))) {
    const theirs = state.base[key];
    const { draft: typed, both } = merged(away.base[key], away.draft[key], theirs);
    draft[key] = typed;
    if (both.length > 0) found.push({ key, theirs, by: null, both });
  }
  return { ...state, draft, met: withMet(away.met, found), away: null };
}

/** Each section is met once, as it was last. */
const withMet = (before: readonly MetHere[], found: readonly MetHere[]): MetHere[] => [
  ...before.filter(({ key }) => !found.some((one) => one.key === key)),
  ...found,
];

/** After an answer: what was saved is stored now, and what somebody else saved is merged into what is typed. */
function settled(state: State, { saved = [], met = [] }: HomeAnswer): State {
  const next = { ...state, base: { ...state.base }, draft: { ...state.draft }, versions: { ...state.versions } };
  for (const { key, version, draft } of saved) {
    next.base[key] = draft;
    next.versions[key] = version;
  }
  const found: MetHere[] = [];
  for (const { key, version, draft: theirs, by } of met) {
    const { draft, both } = merged(state.base[key], state.draft[key], theirs);
    next.base[key] = theirs;
    next.draft[key] = draft;
    next.versions[key] = version;
    if (both.length > 0) found.push({ key, theirs, by, both });
  }
  return { ...next, met: withMet(state.met, found) };
}
