import { expect } from "vitest";
import { confirmSignUp } from "#src/modules/base/identity/confirm-sign-up.server.ts";
import { signIn } from "#src/modules/base/identity/sign-in.server.ts";
import { signUp } from "#src/modules/base/identity/sign-up.server.ts";
import { PASSWORD, requestAt, tokenIn } from "#tests/accounts.ts";
import type { TestDatabase } from "#tests/database.ts";

/** A browser that we know nothing of. */
export const BROWSER = { cookie: "", userAgent: "" };

/** What tests do with accounts that are made as everybody makes them: by the form, and by the emailed link. */
export function signingUp(database: TestDatabase) {
  const guest = (address?: string) => requestAt(database.services, address, { locale: "es" });
  const person = (email: string, over: object = {}) => ({
    first_name: "Sofía",
    last_name: "Navarro Ruiz",
    email,
    password: PASSWORD,
    marketing_consent: true,
    ...over,
  });
  const emailsTo = (email: string) =>
    database.services.db
      .selectFrom("emails")
      .select(["kind", "status", "language", "text", "subject", "payload"])
      .where("recipient", "=", email)
      .orderBy("created_at")
      .execute();
  const lastTo = async (email: string) => (await emailsTo(email)).at(-1)!;
  const confirm = (token: string, password = PASSWORD, own: object = {}) =>
    confirmSignUp(guest(), token, { password, ...own }, BROWSER);
  const enter = (email: string, password = PASSWORD) => signIn(guest(), { email, password });
  /** Signs up and follows the emailed link. */
  const account = async (email: string): Promise<void> => {
    expect(await signUp(guest(), person(email))).toEqual({ ok: true });
    await database.work();
    expect(await confirm(tokenIn((await lastTo(email)).text))).toMatchObject({ ok: true });
  };
  const cookiesOf = async (email: string, password = PASSWORD): Promise<string[]> => {
    const entered = await enter(email, password);
    if (!entered.ok) throw new Error(entered.reason);
    return entered.cookies;
  };
  /** Does `work`, and stores another password for the account while `work` waits for its row, after it compared the old one. */
  const whileReplaced = async <T>(email: string, work: () => Promise<T>): Promise<T> => {
    const held = await database.services.pool.connect();
    await held.query("begin");
    const { rows } = await held.query<{ id: string }>(`select id from "user" where email = $1 for update`, [email]);
    const working = work();
    await database.someoneWaits();
    await held.query("update account set password = 'another hash' where user_id = $1", [rows[0]!.id]);
    await held.query("commit");
    held.release();
    return working;
  };
  return { guest, person, emailsTo, lastTo, confirm, enter, account, cookiesOf, whileReplaced };
}
