import { randomUUID } from "node:crypto";
import type { Context } from "#src/platform/context.server.ts";

type Partner = Partial<{
  name: string;
  code: string;
  email: string;
  language: "en" | "es";
  is_active: boolean;
  clabe: string;
  account_holder: string;
}>;

/** A partner with an address, of a code of its own. Returns its id. */
export async function addLinkedPartner({ db, now }: Pick<Context, "db" | "now">, over: Partner = {}): Promise<string> {
  const { id } = await db
    .insertInto("partners")
    .values({
      name: "Hostal Sol",
      code: `SOL-${randomUUID().slice(0, 8)}`,
      email: "sol@hostal.example",
      created_at: now,
      ...over,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
