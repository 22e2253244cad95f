import { anyElsewhere } from "#src/modules/office/city-limits/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";

// wherever one may begin: something may stand right before it
// in every spelling that PostgreSQL takes
const UUID = /(?=([0-9a-f]{4}(?:-?[0-9a-f]{4}){7}))/gi;
const ESCAPED = /%([0-9a-f]{2})|\\u00([0-9a-f]{2})/gi;

/** Nothing of ours escapes a text more often: a list's address in a form's field of an address. */
const MOST_ESCAPES = 8;

/** A text with what addresses, forms and JSON escape, also one in another, written plainly; null where that has no end. */
function unescaped(text: string): string | null {
  let plain = text;
  for (let times = 0; times < MOST_ESCAPES; times++) {
    const once = plain.replaceAll(ESCAPED, (_, ofForm?: string, ofJson?: string) =>
      String.fromCodePoint(Number.parseInt(ofForm ?? ofJson!, 16)),
    );
    if (once === plain) return plain;
    plain = once;
  }
  return null;
}

/**
 * Whether what somebody asks for, a request's address with what it sends, names a record of a city that their role doesn't reach. The
 * one place where a limited role is held to its cities in everything that it does by id.
 */
export async function asksElsewhere({ db, actor }: Pick<Context, "db" | "actor">, path: string): Promise<boolean> {
  const { cities, userId } = actor;
  if (cities === null) return false;
  const email = unescaped(path);
  if (email === null) return true;
  const ids = [...new Set([...email.matchAll(UUID)].map(([, id]) => id!))];
  return ids.length > 0 && anyElsewhere(db, { ids, cities, userId });
}
