import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import type { DraftAnswer } from "#src/modules/site/content/rules/draft-answer.ts";
import { type Drafts, isSame, merged, type SectionDraft } from "#src/modules/site/content/rules/home-draft.ts";
import { type HomeFieldError, homeFieldErrors } from "#src/modules/site/content/rules/home-errors.ts";
import type { DraftKey, SectionKey } from "#src/modules/site/content/rules/home-fields.ts";
import { isPage } from "#src/modules/site/content/rules/page-fields.ts";
import { useAnswer } from "#src/ui/use-answer.ts";

/** How long after the last keystroke a draft is saved. */
const PAUSE_MS = 900;

/** A section that somebody else saved meanwhile: their texts, and which fields both changed. */
export type MetHere<K extends DraftKey = SectionKey> = {
  key: K;
  theirs: SectionDraft;
  by: string | null;
  both: string[];
};

type Versions<K extends DraftKey> = Readonly<Record<K, number>>;
type Opened<K extends DraftKey> = { draft: Drafts<K>; versions: Versions<K> };
export type State<K extends DraftKey = SectionKey> = Opened<K> & {
  /** The drafts as they are stored. */
  base: Drafts<K>;
  opened: Opened<K>;
  met: MetHere<K>[];
  /** What `reset` put away. */
  away: Pick<State<K>, "draft" | "base" | "met"> | null;
};

const keysOf = <K extends DraftKey>(draft: Drafts<K>): K[] => Object.keys(draft) as K[];

/**
 * Drafts of the home page's sections, or of a plain page, as typed and as stored. They are saved a moment after the last keystroke, each section by itself; one
 * with an error waits until it is mended, one that somebody else changed in the same fields until its author decides.
 */
export function useHomeDraft<K extends DraftKey>(opened: Opened<K>) {
  const fetcher = useFetcher<DraftAnswer>({ key: `draft-${keysOf(opened.draft).join("-")}` });
  const [state, setState] = useState<State<K>>({ ...opened, base: opened.draft, opened, met: [], away: null });
  if (opened !== state.opened) setState(adopted(state, opened));
  const [checked, setChecked] = useState<Drafts<K> | null>(null);
  const [failed, setFailed] = useState<Drafts<K> | null>(null);
  const { draft, base, versions, met } = state;
  const dirty = keysOf(draft).filter((key) => !isSame(key, base[key], draft[key]));
  const isBroken = (key: K) => homeFieldErrors(key, draft[key]).length > 0;
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
  const change = (key: K, over: (now: SectionDraft) => SectionDraft) =>
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
    savedAt: fetcher.data && !fetcher.data.bad ? fetcher.data.at : null,
    /** Errors that stood there at the last pause in typing, and still do. */
    errorsOf: (key: K): HomeFieldError[] => {
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
    bringBack: (earlier: Drafts<K>) => setState((now) => ({ ...now, draft: earlier })),
    keepMine: (key: K) => setState((now) => ({ ...now, met: now.met.filter((one) => one.key !== key) })),
    takeTheirs: (key: K) =>
      setState((now) => {
        const one = now.met.find((other) => other.key === key);
        if (!one) return now;
        const section = withTheirs(now.draft[key], one);
        return {
          ...now,
          met: now.met.filter((other) => other.key !== key),
          draft: { ...now.draft, [key]: section },
        };
      }),
  };
}

/** A section with the other person's values in the fields that both changed. */
function withTheirs(mine: SectionDraft, { theirs, both }: Pick<MetHere<DraftKey>, "theirs" | "both">): SectionDraft {
  const texts = Object.fromEntries(
    both.map((name) => [name, theirs.texts[name]]).filter(([, text]) => text !== undefined),
  );
  const items = both.includes("items") ? theirs.items : mine.items;
  const withItems = items.map((item, at) => {
    const names = Object.keys(item).filter((name) => both.includes(`items.${at}.${name}`));
    return { ...item, ...Object.fromEntries(names.map((name) => [name, theirs.items[at]?.[name] ?? ""])) };
  });
  return { texts: { ...mine.texts, ...texts }, items: withItems };
}

/**
 * Takes over what the page was read with again. A section that is being typed in waits for its save, which meets what is stored;
 * one with an error is never saved, so that it meets it here.
 */
export function adopted<K extends DraftKey>(state: State<K>, opened: Opened<K>): State<K> {
  let next: State<K> = { ...state, opened };
  for (const key of keysOf(opened.draft).filter((one) => opened.versions[one] > state.versions[one])) {
    const [theirs, version] = [opened.draft[key], opened.versions[key]];
    const isTyped = !isSame(key, state.base[key], state.draft[key]);
    if (isTyped && homeFieldErrors(key, state.draft[key]).length === 0) continue;
    const { draft, both } = isTyped
      ? merged(state.base[key], state.draft[key], theirs, isPage(key))
      : { draft: theirs, both: [] };
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
export function returned<K extends DraftKey>(state: State<K>): State<K> {
  const { away } = state;
  if (!away) return state;
  const draft: Record<K, SectionDraft> = { ...state.draft };
  const found: MetHere<K>[] = [];
  for (const key of keysOf(away.draft).filter((one) => !isSame(one, away.base[one], away.draft[one]))) {
    const theirs = state.base[key];
    const { draft: typed, both } = merged(away.base[key], away.draft[key], theirs, isPage(key));
    draft[key] = typed;
    if (both.length > 0) found.push({ key, theirs, by: null, both });
  }
  return { ...state, draft, met: withMet(away.met, found), away: null };
}

/** Each section is met once, as it was last. */
const withMet = <K extends DraftKey>(before: readonly MetHere<K>[], found: readonly MetHere<K>[]): MetHere<K>[] => [
  ...before.filter(({ key }) => !found.some((one) => one.key === key)),
  ...found,
];

/** After an answer: what was saved is stored now, and what somebody else saved is merged into what is typed. */
function settled<K extends DraftKey>(state: State<K>, { saved = [], met = [] }: DraftAnswer): State<K> {
  const base: Record<K, SectionDraft> = { ...state.base };
  const typed: Record<K, SectionDraft> = { ...state.draft };
  const versions: Record<K, number> = { ...state.versions };
  for (const { key: named, version, draft } of saved) {
    const key = named as K;
    base[key] = draft;
    versions[key] = version;
  }
  const found: MetHere<K>[] = [];
  for (const { key: named, version, draft: theirs, by } of met) {
    const key = named as K;
    const { draft, both } = merged(state.base[key], state.draft[key], theirs, isPage(key));
    base[key] = theirs;
    typed[key] = draft;
    versions[key] = version;
    if (both.length > 0) found.push({ key, theirs, by, both });
  }
  return { ...state, base, draft: typed, versions, met: withMet(state.met, found) };
}
