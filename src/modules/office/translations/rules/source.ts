import type { Locale } from "#src/kernel/localized.ts";
import type { Pair } from "#src/kernel/pair.ts";
import type { Failure, Ok } from "#src/kernel/result.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import type { Values } from "#src/locales/message.ts";
import type { Permission } from "#src/modules/base/identity/rules/permissions.ts";
import { type BoardRecord, isWritten, type SourceKey } from "#src/modules/office/translations/rules/board.ts";
import { olderOf, type Snapshot } from "#src/modules/office/translations/rules/older.ts";
import { type Slot, withTexts } from "#src/modules/office/translations/rules/slots.ts";

/** A sentence to be said, with its figures. */
export type Sentence = { message: MessageId; values?: Values };
/** Why a form can't be saved; `path` is its schema's, joined by dots. */
export type Problem = Sentence & { path: string };
type Parsed = { error?: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } | undefined };

/** What a schema whose messages are text ids finds. */
export const issuesOf = ({ error }: Parsed): Problem[] =>
  (error?.issues ?? []).map(({ path, message }) => ({ path: path.join("."), message: message as MessageId }));

/** Why a text can't be put back. `field` is null where the record itself is at fault. */
export type TextProblem = Sentence & { field: string | null; language: Locale | null };

/** New texts of a record, by field. */
export type NewTexts = ReadonlyMap<string, Pair>;

/** A record whose texts the board shows, and how they are put back: all of them by one use case, or none. */
export type SourceRecord = BoardRecord & {
  /** what the use case that saves it asks for */
  needs: Permission;
  fieldOf: (key: string) => string;
  problemsOf: (texts: NewTexts) => TextProblem[];
  save: (texts: NewTexts) => Promise<Ok | Failure>;
};

type RecordForm<Draft> = {
  source: SourceKey;
  id: string;
  name: string;
  isDraft?: boolean;
  /** the editor's path, without language */
  editor: string;
  needs: Permission;
  draft: Draft;
  slots: (draft: Draft) => Slot<Draft>[];
  /** the record as it was, oldest first, without `draft` */
  history: readonly { at: string | null; draft: Draft }[];
  /** since when it is as `draft` has it; undefined where the newest of the history is that state */
  draftedAt?: string | null;
  check: (draft: Draft) => Problem[];
  save: (draft: Draft) => Promise<Ok | Failure>;
};

/** A source's record, made of its form. Texts that are written in neither language are left out. */
export function recordOf<Draft>(record: RecordForm<Draft>): SourceRecord {
  const { source, id, name, editor, needs, draft, isDraft = false, draftedAt = null } = record;
  const slots = record.slots(draft);
  const snapshots: Snapshot[] = [...record.history, { at: draftedAt, draft }].map((state) => ({
    at: state.at,
    texts: new Map(record.slots(state.draft).map(({ track, pair }) => [track, pair])),
  }));
  const prefix = `${source}/${id}/`;
  const texts = slots.flatMap(({ field, track, label, pair, anchors }) =>
    isWritten(pair)
      ? [
          {
            key: prefix + field,
            label,
            ...pair,
            href: { en: `${editor}#${anchors.en}`, es: `${editor}#${anchors.es}` },
            older: olderOf(track, snapshots),
            isInList: track !== field,
          },
        ]
      : [],
  );
  const placed = ({ path, ...problemText }: Problem): TextProblem => {
    for (const { field, paths } of slots)
      for (const language of ["en", "es"] as const)
        if (paths[language] === path) return { ...problemText, field, language };
    return { ...problemText, field: null, language: null };
  };
  return {
    source,
    id,
    name,
    isDraft,
    needs,
    texts,
    fieldOf: (key) => key.slice(prefix.length),
    problemsOf: (into) => record.check(withTexts(draft, slots, into)).map(placed),
    save: (into) => record.save(withTexts(draft, slots, into)),
  };
}
