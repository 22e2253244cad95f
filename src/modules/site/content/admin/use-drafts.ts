import { useEffect, useMemo, useState } from "react";
import { useFetcher } from "react-router";
import type { DraftAnswer } from "#src/modules/site/content/rules/draft-answer.ts";
import { type Drafts, isSame, merged, type SectionDraft } from "#src/modules/site/content/rules/home-draft.ts";
import { type HomeFieldError, homeFieldErrors } from "#src/modules/site/content/rules/home-errors.ts";
import type { DraftKey, SectionKey } from "#src/modules/site/content/rules/home-fields.ts";
import { isPage } from "#src/modules/site/content/rules/page-fields.ts";
import {
  type Edited,
  keepMine,
  type Kind,
  mergeTheirs,
  startEditing,
  afterSave,
  takeTheirs,
} from "#src/kernel/edited.ts";
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

type Opened<K extends DraftKey> = { draft: Drafts<K>; versions: Readonly<Record<K, number>> };
type Section = Edited<SectionDraft, string>;
type Sections<K extends DraftKey> = Readonly<Record<K, Section>>;
export type State<K extends DraftKey = SectionKey> = {
  sections: Sections<K>;
  opened: Opened<K>;
  /** What `reset` put away. */
  away: Sections<K> | null;
};

const keysOf = <K extends DraftKey>(sections: Readonly<Record<K, unknown>>): K[] => Object.keys(sections) as K[];

const each = <K extends DraftKey, T>(sections: Readonly<Record<K, unknown>>, of: (key: K) => T): Record<K, T> =>
  Object.fromEntries(keysOf(sections).map((key) => [key, of(key)])) as Record<K, T>;

const kindOf = (key: DraftKey): Kind<SectionDraft, string> => ({
  changed: (one, other) => (isSame(key, one, other) ? [] : [key]),
  merged: (base, mine, theirs) => merged(base, mine, theirs, isPage(key)),
  take: withTheirs,
});

/** The drafts of a page as it was read. */
export const stateOf = <K extends DraftKey>(read: Opened<K>): State<K> => ({
  sections: each(read.draft, (key) => startEditing({ version: read.versions[key], draft: read.draft[key] })),
  opened: read,
  away: null,
});

/** The sections that somebody else saved meanwhile, where both typed. */
export const metIn = <K extends DraftKey>({ sections }: State<K>): MetHere<K>[] =>
  keysOf(sections).flatMap((key) => {
    const { met } = sections[key];
    return met && met.both.length > 0 ? [{ key, ...met }] : [];
  });

/**
 * Drafts of the home page's sections, or of a plain page, as typed and as stored. They are saved a moment after the last keystroke,
 * each section by itself; one with an error waits until it is mended, one that somebody else changed in the same fields until its author decides.
 */
export function useDrafts<K extends DraftKey>(read: Opened<K>) {
  const fetcher = useFetcher<DraftAnswer>({ key: `draft-${keysOf(read.draft).join("-")}` });
  const [state, setState] = useState<State<K>>(() => stateOf(read));
  if (read !== state.opened) setState(adopted(state, read));
  const [checked, setChecked] = useState<Drafts<K> | null>(null);
  const [failed, setFailed] = useState<Drafts<K> | null>(null);
  const { sections } = state;
  const draft: Drafts<K> = useMemo(() => each(sections, (key) => sections[key].draft), [sections]);
  const met = metIn(state);
  const dirty = keysOf(sections).filter((key) => !isSame(key, sections[key].base.draft, draft[key]));
  const isBroken = (key: K) => homeFieldErrors(key, draft[key]).length > 0;
  const ready = dirty.filter((key) => !isBroken(key) && !met.some((one) => one.key === key));
  const isSaving = fetcher.state !== "idle";

  const send = () => {
    setChecked(draft);
    // one at a time: the next is typed on the version that this one makes
    if (ready.length === 0 || isSaving) return;
    const sent = ready.map((key) => ({ key, version: sections[key].base.version, draft: draft[key] }));
    void fetcher.submit({ intent: "save", sections: JSON.stringify(sent) }, { method: "post" });
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
  const edit = (key: K, over: (now: Section) => Section) =>
    setState((now) => ({ ...now, sections: { ...now.sections, [key]: over(now.sections[key]) } }));
  return {
    draft,
    /** The versions of the stored drafts that are known here. */
    versions: each(sections, (key) => sections[key].base.version),
    met,
    isSaving,
    hasFailed: failed !== null && dirty.length > 0,
    /** Sections whose typed texts aren't stored. */
    dirty,
    savedAt: fetcher.data && !fetcher.data.bad ? fetcher.data.at : null,
    /** Errors that stood there at the last pause in typing, and still do. */
    errorsOf: (key: K): HomeFieldError[] => {
      const errors = checked ? homeFieldErrors(key, checked[key]) : [];
      return homeFieldErrors(key, draft[key]).filter(({ path }) => errors.some((one) => one.path === path));
    },
    broken: dirty.filter(isBroken),
    change: (key: K, over: (now: SectionDraft) => SectionDraft) =>
      edit(key, (now) => ({ ...now, draft: over(now.draft) })),
    save: send,
    /** Puts the stored drafts back; for what is thrown away as a whole. */
    reset: () =>
      setState((now) => ({
        ...now,
        sections: each(now.sections, (key) => startEditing(now.sections[key].base)),
        away: now.sections,
      })),
    /** Puts back what was typed before `reset`, beside what somebody else has saved since. */
    putBack: () => setState(returned),
    /** Puts earlier drafts back; they are saved like typed ones. */
    bringBack: (earlier: Drafts<K>) =>
      setState((now) => ({
        ...now,
        sections: each(now.sections, (key) => ({ ...now.sections[key], draft: earlier[key] })),
      })),
    keepMine: (key: K) => edit(key, keepMine),
    takeTheirs: (key: K) => edit(key, (now) => takeTheirs(kindOf(key), now)),
  };
}

/** The drafts of the home page's sections, or of a plain page, in their editor. */
export type DraftsInEditor<K extends DraftKey> = ReturnType<typeof useDrafts<K>>;

/** A section with the other person's values in the fields that both changed. */
function withTheirs(mine: SectionDraft, theirs: SectionDraft, both: readonly string[]): SectionDraft {
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
export function adopted<K extends DraftKey>(state: State<K>, read: Opened<K>): State<K> {
  const sections = each(state.sections, (key): Section => {
    const now = state.sections[key];
    const theirs = { version: read.versions[key], draft: read.draft[key] };
    if (theirs.version <= now.base.version) return now;
    if (isSame(key, now.base.draft, now.draft)) return startEditing(theirs);
    return homeFieldErrors(key, now.draft).length === 0 ? now : mergeTheirs(kindOf(key), now, theirs);
  });
  return { ...state, sections, opened: read };
}

/** After what was put away turned out to stay: it is typed again, and meets what has been taken over in its place. */
export function returned<K extends DraftKey>(state: State<K>): State<K> {
  const { away } = state;
  if (!away) return state;
  const sections = each(away, (key): Section => {
    const { base, draft } = away[key];
    const now = state.sections[key];
    return isSame(key, base.draft, draft) ? now : mergeTheirs(kindOf(key), away[key], now.base);
  });
  return { ...state, sections, away: null };
}

/** After an answer: what was saved is stored now, and what somebody else saved is merged into what is typed. */
function settled<K extends DraftKey>(state: State<K>, { saved = [], met = [] }: DraftAnswer): State<K> {
  const sections: Record<K, Section> = { ...state.sections };
  for (const { key: named, ...now } of saved) {
    const key = named as K;
    sections[key] = afterSave(kindOf(key), sections[key], now.draft, now);
  }
  for (const { key: named, by, ...theirs } of met) {
    const key = named as K;
    sections[key] = mergeTheirs(kindOf(key), sections[key], theirs, by);
  }
  return { ...state, sections };
}
