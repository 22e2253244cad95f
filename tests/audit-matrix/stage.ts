import { randomUUID } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll } from "vitest";
import type { Failure, Ok } from "#src/kernel/result.ts";
import type { Permission, Role } from "#src/modules/identity/rules/permissions.ts";
import type { Context } from "#src/platform/context.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addAccount } from "#tests/signed-in.ts";
import { addDeparture, seedMinimal } from "#tests/seeds.ts";

export type Subject = readonly [type: string, id: string];
type Answer = Ok | Failure;
type Prepared = {
  act: (ctx: Context) => Promise<Answer>;
  /** The records that it touches, told from its answer where it makes them. */
  about: (done: Answer) => readonly Subject[];
};

/** Something that staff can do in the admin. */
export type Row = {
  act: string;
  /** The use cases that do it, as `module/verb-noun`. */
  of: readonly string[];
  /** The rights that it takes, all of them. */
  needs: readonly Permission[];
  /** How those without the rights are refused. */
  refusal?: string;
  /** The entry that it leaves about each record that it touches; null for what only asks. */
  leaves: string | null;
  /** The entries of what comes of it, in their order. */
  along?: readonly string[];
  /**
   * What the very same once more comes to, a form sent twice: `done` is answered like the first and leaves no entry, any other word is
   * why it is refused, `another act` is one in its own right.
   */
  again: string;
  prepare: () => Promise<Prepared>;
};

/** What a row does, and about which records. */
export const does = <A extends Answer>(
  act: (ctx: Context) => Promise<A>,
  about: Subject | readonly Subject[] | ((done: Extract<A, { ok: true }>) => Subject),
): Prepared => ({
  act,
  about: (done) => {
    const told = typeof about === "function" ? about(done as Extract<A, { ok: true }>) : about;
    return isOne(told) ? [told] : told;
  },
});
const isOne = (told: Subject | readonly Subject[]): told is Subject => typeof told[0] === "string";

/** A company with its staff on a database of the test file's own. */
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

    /** Somebody of a role on a desktop, five minutes after noon unless told otherwise; by the admin's account, whatever they may. */
    as: (role: Role, { minutes = 5, secondFactor = true } = {}): Context =>
      paying.at(minutes, { kind: "user", userId: stage.adminId, role, secondFactor }),

    newDeparture: (over: Parameters<typeof addDeparture>[2] = {}) => addDeparture(stage.db(), stage.crawlId, over),

    /** A confirmed booking of two for 800 pesos, paid at the company. */
    paid: async (departure?: string): Promise<string> => {
      const id = await paying.books(departure ?? (await stage.newDeparture()));
      const { externalId } = await paying.goesToPay(id);
      paying.provider.pays(externalId);
      await paying.webhook(externalId, 1);
      return id;
    },

    /** Somebody else who works here. */
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

/** What a use case answers when it went well. */
export function granted<A extends Answer>(answer: A): Extract<A, { ok: true }> {
  if (!answer.ok) throw new Error(answer.reason);
  return answer as Extract<A, { ok: true }>;
}
