/**
 * A picture takes the place of another wherever that is used, versions of the home page apart: whoever has records with pictures puts
 * it there. `from` and `to` are addresses without width and extension; `alts` describes the new one in both languages, null where
 * nothing does.
 */
export const pictureReplaced = (payload: { from: string; to: string; alts: { en: string; es: string } | null }) =>
  ({ name: "picture.replaced", payload }) as const;
