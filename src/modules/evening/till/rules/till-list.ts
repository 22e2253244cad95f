import { z } from "zod";

/** The views of the operator's list: those that aren't closed, those with a difference that nobody has looked at, closed ones. */
export const TILL_VIEWS = ["all", "open", "different", "closed"] as const;

/** What the list is asked for; a value that can't be read is none. */
export const TillFilter = z.object({
  night: z.iso.date().nullable().default(null).catch(null),
  state: z.enum(["open", "different", "closed"]).nullable().default(null).catch(null),
});
export type TillFilter = z.infer<typeof TillFilter>;

/** The list's address with a filter, from a till on. */
export function tillsHref(path: string, { night, state }: TillFilter, older: string | null = null): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ night, state, older })) if (value) query.set(name, value);
  return query.size > 0 ? `${path}?${query}` : path;
}
