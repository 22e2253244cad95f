import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

/** A file system that is soon full. */
export type SmallDisk = {
  folder: string;
  /** Leaves no room on it, and makes room again. */
  fill: () => void;
  empty: () => void;
  remove: () => void;
};

/** Mounts one of a size (`96m`); null where this user can't mount anything. */
export function smallDisk(size: string): SmallDisk | null {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ronda-small-"));
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${size},mode=755`, "tmpfs", folder]);
  if (status !== 0) {
    fs.rmSync(folder, { recursive: true });
    return null;
  }
  const ballast = path.join(folder, "ballast");
  return {
    folder,
    fill: () => void spawnSync("dd", ["if=/dev/zero", `of=${ballast}`, "bs=64k"]), // until it fails
    empty: () => fs.rmSync(ballast),
    remove: () => {
      execFileSync("umount", ["-l", folder]);
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
