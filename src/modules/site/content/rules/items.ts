/** What the home page shows in rows that staff order: a picture of a site's gallery, or an Instagram post. */
export const ITEM_KINDS = ["gallery_image", "instagram_post"] as const;
export type ItemKind = (typeof ITEM_KINDS)[number];

/** A list with one entry put right after another, or first (null); null where either isn't in it. */
export function placedAfter(ids: readonly string[], id: string, after: string | null): string[] | null {
  const rest = ids.filter((one) => one !== id);
  if (rest.length === ids.length || after === id) return null;
  if (after === null) return [id, ...rest];
  const at = rest.indexOf(after);
  return at < 0 ? null : rest.toSpliced(at + 1, 0, id);
}

/** The fields that became another value, as the audit log says them. */
export const changed = <T extends Record<string, string | null>>(
  was: T,
  now: T,
): Record<string, [old: string | null, now: string | null]> =>
  Object.fromEntries(
    Object.keys(now).flatMap((field) => (was[field] === now[field] ? [] : [[field, [was[field]!, now[field]!]]])),
  );
