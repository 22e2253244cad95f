import { hashOfKey, newKey } from "#src/platform/program-key.server.ts";
import { SCOPES_OF_PARTNERS } from "#src/modules/base/identity/rules/scopes.ts";
import { type Answer, apiOn, type Call } from "#tests/api-client.ts";
import { NOON, type TestDatabase } from "#tests/database.ts";

type KeyOver = {
  partner?: string | null;
  scopes?: readonly string[];
  cities?: string[] | null;
  sites?: string[] | null;
  test?: boolean;
};

/** A new key; by default one of the house's own that may do whatever a partner's may. */
export async function addKey({ services: { db } }: TestDatabase, over: KeyOver = {}): Promise<string> {
  const { partner = null, scopes = SCOPES_OF_PARTNERS, cities = null, sites = null, test = false } = over;
  const { text, prefix } = newKey(test);
  const { id } = await db
    .insertInto("api_keys")
    .values({
      name: "Agency",
      partner_id: partner,
      scopes: [...scopes],
      sites,
      cities,
      test,
      per_minute: 10_000,
      created_at: NOON,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("api_key_secrets")
    .values({ hash: hashOfKey(text), key_id: id, prefix, created_at: NOON })
    .execute();
  return text;
}

/** OCTO under a key, with every capability by default. */
export const octoOn = (database: TestDatabase) => {
  const call = apiOn(database);
  return (key: string | null, path: string, { headers = {}, ...rest }: Call = {}): Promise<Answer> =>
    call(`/octo${path}`, {
      ...rest,
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        "octo-capabilities": "octo/pricing, octo/content",
        ...headers,
      },
    });
};

type Shape = { parse: (value: unknown) => unknown };
/** What an answer has that its published shape doesn't know, or the answer as it is: a shape drops unknown keys wherever they stand. */
export const asShape = (shape: Shape, value: unknown): unknown => shape.parse(value);
