import { randomUUID } from "node:crypto";
import { hashPassword } from "better-auth/crypto";
import { LUCIA } from "#db/seeds/demo/guests.ts";
import type { Tx } from "#src/platform/db.server.ts";

const PASSWORD = "ronda-demo-2026"; // public: printed at every start

type Account = { email: string; firstName: string; role: "admin" | "user" };

/** The operators of ADMIN_EMAILS and one customer, all with the demo password. Returns the user ids of the customer and of an operator. */
export async function insertAccounts(tx: Tx, adminEmails: string[]): Promise<{ lucia: string; staff: string }> {
  const emails = new Set(adminEmails).difference(new Set([LUCIA.email]));
  const operators: string[] = [];
  for (const email of emails)
    operators.push(await insertAccount(tx, { email, firstName: email.split("@")[0]!, role: "admin" }));
  const lucia = await insertAccount(tx, { email: LUCIA.email, firstName: LUCIA.firstName, role: "user" });
  return { lucia, staff: operators[0] ?? lucia };
}

async function insertAccount(tx: Tx, { email, firstName, role }: Account): Promise<string> {
  const id = randomUUID();
  await tx
    .insertInto("user")
    .values({ id, name: `${firstName} Demo`, email, email_verified: true, role })
    .execute();
  await givePassword(tx, id);
  const language = role === "user" ? "es" : "en";
  await tx
    .insertInto("profiles")
    .values({ id, first_name: firstName, last_name: "Demo", country: "MX", language })
    .execute();
  return id;
}

/** Lets a user sign in with the demo password. */
export async function givePassword(tx: Tx, id: string): Promise<void> {
  const password = await hashPassword(PASSWORD);
  await tx
    .insertInto("account")
    .values({ account_id: id, user_id: id, provider_id: "credential", password, updated_at: new Date() })
    .execute();
}
