import { randomUUID } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll } from "vitest";
import type { Failure, Ok } from "#src/kernel/result.ts";
import type { Permission, Role } from "#src/modules/base/identity/rules/permissions.ts";
import type { Context } from "#src/platform/context.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addAccount } from "#tests/signed-in.ts";
import { addDeparture, seedMinimal } from "#tests/seeds.ts";

export type Subject = readonly [type: string, id: string];
type Answer = Ok | Failure;
type Prepared = {
  act: (ctx: Context) => Promise<Answer>;
  /** The records it touches, from its answer if it creates them. */
  about: (done: Answer) => readonly Subject[];
};

/** Something staff can do in the admin. */
export type Row = {
  act: string;
  /** The use cases that do it, as `module/verb-noun`. */
  of: readonly string[];
  /** The permissions it requires, all of them. */
  needs: readonly Permission[];
  /** How callers without the permissions are refused. */
  refusal?: string;
  /** The entry it leaves about each record it touches; null for reads. */
  leaves: string | null;
  /** The entries of its consequences, in order. */
  along?: readonly string[];
  /**
   * The result of repeating it exactly, a form sent twice: `done` gives the first answer and leaves no entry, `another act` is a
   * separate act, any other word is the refusal.
   */
  again: string;
  prepare: () => Promise<Prepared>;
};

/** What a row does, and to which records. */
export const does = <A extends Answer>(
  act: (ctx: Context) => Promise<A>,
  about: Subject | readonly Subject[] | ((done: Extract<A, { ok: true }>) => Subject),
): Prepared => ({
  act,
  about: (done) => {
    const entry = typeof about === "function" ? about(done as Extract<A, { ok: true }>) : about;
    return isOne(entry) ? [entry] : entry;
  },
});
const isOne = (subject: Subject | readonly Subject[]): subject is Subject => typeof subject[0] === "string";

/** A company with its staff, on a database of the test file's own. */
export function staffStage() {
  const folder = mkdtempSync(path.join(os.tmpdir(), "ronda-audited-"));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const database = freshDatabase({ DATA_DIR: folder });
  const paying = payingStage(database);
  const stage = {
    ...paying,
    database,
    db: () => database.services.db,
    crawlId: "",
    adminId: "",

    /** A member of staff with a role, five minutes after noon by default; with the admin's account, whatever the role. */
    as: (role: Role, { minutes = 5, secondFactor = true } = {}): Context =>
      paying.at(minutes, { kind: "user", userId: stage.adminId, role, secondFactor }),

    newDeparture: (over: Parameters<typeof addDeparture>[2] = {}) => addDeparture(stage.db(), stage.crawlId, over),

    /** A confirmed booking of two for 800 pesos, paid at the provider. */
    paid: async (departure?: string, over: Parameters<typeof paying.books>[1] = {}): Promise<string> => {
      const id = await paying.books(departure ?? (await stage.newDeparture()), over);
      const { externalId } = await paying.goesToPay(id);
      paying.provider.pays(externalId);
      await paying.webhook(externalId, 1);
      return id;
    },

    /** Another member of staff. */
    colleague: async (role: Role): Promise<string> => {
      const values = { name: "Gil", email: `${randomUUID()}@ronda.test`, email_verified: true, role };
      return (await stage.db().insertInto("user").values(values).returning("id").executeTakeFirstOrThrow()).id;
    },
  };
  beforeAll(async () => {
    ({ crawlId: stage.crawlId } = await seedMinimal(stage.db()));
    ({ id: stage.adminId } = await addAccount(stage.db(), { role: "admin", secondFactor: true }));
  });
  return stage;
}
export type StaffStage = ReturnType<typeof staffStage>;

/** A use case's value on success. */
export function granted<A extends Answer>(answer: A): Extract<A, { ok: true }> {
  if (!answer.ok) throw new Error(answer.reason);
  return answer as Extract<A, { ok: true }>;
}
