import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { inject } from "vitest";

// Earlier releases out of the history, built as they were, and releases to come, for tests of the way back. A history that is cut
// off fails them.

const git = (...words: string[]): string => execFileSync("git", words, { encoding: "utf8", stdio: "pipe" }).trim();

/**
 * The commits that were the newest before a migration came, newest first and each once. None before the baseline: no release before
 * it runs on its schema.
 */
export function releasesBeforeMigrations(): string[] {
  if (git("rev-parse", "--is-shallow-repository") === "true")
    throw new Error("the history is cut off: git fetch --unshallow");
  const [, ...files] = fs.globSync("db/migrations/*.ts").toSorted();
  const came = files.map((file) =>
    git("log", "--first-parent", "-m", "--diff-filter=A", "--format=%H", "--", file).split("\n").at(-1),
  );
  // one that isn't committed yet came after all commits
  const before = new Set(came.map((commit) => git("rev-parse", "--verify", commit ? `${commit}~1` : "HEAD")));
  return git("log", "--first-parent", "--format=%H")
    .split("\n")
    .filter((commit) => before.has(commit));
}

/** A tree like this one with further migrations, each with its text: a release to come. It is the caller's to delete. */
export function laterRelease(migrations: Record<string, string>): string {
  const tree = fs.mkdtempSync(path.join(os.tmpdir(), "ronda-later-"));
  for (const entry of ["src", "build", "node_modules", "public", "package.json"])
    fs.symlinkSync(path.resolve(entry), path.join(tree, entry));
  fs.cpSync("db/migrations", path.join(tree, "db/migrations"), { recursive: true });
  for (const [name, text] of Object.entries(migrations))
    fs.writeFileSync(path.join(tree, `db/migrations/${name}.ts`), text);
  return tree;
}

/** Made-up migrations of releases to come (tests/later-migrations): those that only add, and one that breaks the releases before it. */
export function laterMigrations(): { adding: Record<string, string>; breaking: Record<string, string> } {
  const all = fs
    .globSync("tests/later-migrations/*.ts")
    .toSorted()
    .map((file) => [path.basename(file, ".ts"), fs.readFileSync(file, "utf8")] as const);
  return { adding: Object.fromEntries(all.slice(0, -1)), breaking: Object.fromEntries(all.slice(-1)) };
}

/** Builds a release in a folder of its own, which is the caller's to delete. It shares the packages that are the same here. */
export function buildRelease(commit: string): string {
  const tree = fs.mkdtempSync(path.join(os.tmpdir(), "ronda-release-"));
  const archive = execFileSync("git", ["archive", commit], { maxBuffer: 2 ** 30 });
  execFileSync("tar", ["-x", "-C", tree], { input: archive });
  const isSame = hasPackagesOf(tree);
  if (isSame) fs.symlinkSync(path.resolve("node_modules"), path.join(tree, "node_modules"));
  const [program, ...words] = isSame
    ? ["node_modules/.bin/react-router", "build"]
    : [process.execPath, "bootstrap.mjs", "--omit=dev", "--build"];
  execFileSync(program, words, { cwd: tree, stdio: "ignore" });
  return tree;
}

type Lock = { packages: Record<string, { version?: string }> };
const lockOf = (tree: string) => JSON.parse(fs.readFileSync(path.join(tree, "package-lock.json"), "utf8")) as Lock;

/** Whether every package that a release needs is installed here in the same version. */
function hasPackagesOf(tree: string): boolean {
  const [ours, theirs] = [lockOf(".").packages, lockOf(tree).packages];
  return Object.entries(theirs).every(([name, { version }]) => name === "" || ours[name]?.version === version);
}

/** The address of a new database without a schema. */
export async function emptyDatabase(): Promise<string> {
  const base = inject("databaseUrl");
  const name = `release_${randomUUID().slice(0, 8)}`;
  const client = new pg.Client(base.replace("DATABASE", "postgres"));
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return base.replace("DATABASE", name);
}
