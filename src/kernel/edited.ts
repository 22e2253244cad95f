import { changedFields, threeWay } from "#src/kernel/merge.ts";

/** A record as it is stored; each save makes the next version. */
export type Saved<Draft> = { version: number; draft: Draft };

/** How the drafts of a kind of record are compared and merged, by their parts: the fields that a person types in and decides on. */
export type Kind<Draft, Part> = {
  /** The parts in which two drafts differ. */
  changed: (one: Draft, other: Draft) => Part[];
  /** `mine` merged with what somebody else saved; `both` are the parts that the two changed differently, for which it has mine. */
  merged: (base: Draft, mine: Draft, theirs: Draft) => { draft: Draft; both: Part[] };
  /** `mine` with these parts of `theirs`. */
  take: (mine: Draft, theirs: Draft, parts: readonly Part[]) => Draft;
};

/** What somebody else has saved since the form was opened, and the parts that both authors changed differently. */
export type Met<Draft, Part> = { theirs: Draft; by: string | null; both: Part[] };

/** A record in an editor: the stored version known to this editor, the typed values, and open conflicts. */
export type Edited<Draft, Part> = { base: Saved<Draft>; draft: Draft; met: Met<Draft, Part> | null };

export const startEditing = <Draft, Part>(base: Saved<Draft>, draft = base.draft): Edited<Draft, Part> => ({
  base,
  draft,
  met: null,
});

/** Somebody else saved: their parts are taken over where nothing was typed, and the next save is based on their version. */
export function mergeTheirs<Draft, Part>(
  kind: Kind<Draft, Part>,
  { base, draft: typed, met }: Edited<Draft, Part>,
  theirs: Saved<Draft>,
  by: string | null = null,
): Edited<Draft, Part> {
  const { draft, both } = kind.merged(base.draft, typed, theirs.draft);
  // earlier conflicts stay open
  const isDecided = both.length > 0 || met === null || met.both.length === 0;
  return { base: theirs, draft, met: isDecided ? { theirs: theirs.draft, by, both } : met };
}

/** The submitted values are stored; what has been typed since is kept. */
export const afterSave = <Draft, Part>(
  kind: Kind<Draft, Part>,
  { draft }: Edited<Draft, Part>,
  sent: Draft,
  saved: Saved<Draft>,
): Edited<Draft, Part> => startEditing(saved, kind.merged(sent, draft, saved.draft).draft);

/** The typed values win, and are saved over theirs. */
export const keepMine = <Draft, Part>(edited: Edited<Draft, Part>): Edited<Draft, Part> => ({
  ...edited,
  met: null,
});

/** Theirs wins in the parts that both changed. */
export const takeTheirs = <Draft, Part>(
  kind: Kind<Draft, Part>,
  { base, draft, met }: Edited<Draft, Part>,
): Edited<Draft, Part> => startEditing(base, met ? kind.take(draft, met.theirs, met.both) : draft);

/** A kind of record whose parts are its fields, in page order. */
export const byFields = <Draft extends object, Field extends keyof Draft>(
  fields: readonly Field[],
): Kind<Draft, Field> => ({
  changed: (one, other) => changedFields(fields, one, other),
  merged: (base, mine, theirs) => {
    const { both, choose } = threeWay<Field>();
    const draft = { ...theirs };
    for (const field of fields) draft[field] = choose(field, [base[field], mine[field], theirs[field]]);
    return { draft, both };
  },
  take: (mine, theirs, parts) => ({ ...mine, ...Object.fromEntries(parts.map((part) => [part, theirs[part]])) }),
});
