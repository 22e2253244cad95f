import fs from "node:fs";

// these locks guard work of seconds: an older one was left by a process whose id another process has now
const STALE_MS = 120_000;

/** Whether a process with this id is running, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Runs `work` while holding a lock file with this process's id. Waits for a living owner, takes over from a dead one. */
export async function holdingLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  while (!take(file)) {
    if (isStale(file)) fs.rmSync(file, { force: true });
    else await new Promise((done) => setTimeout(done, 50));
  }
  try {
    return await work();
  } finally {
    fs.rmSync(file, { force: true });
  }
}

function take(file: string): boolean {
  try {
    const descriptor = fs.openSync(file, "wx");
    try {
      fs.writeFileSync(descriptor, String(process.pid));
      fs.futimesSync(descriptor, new Date(), new Date()); // its age is judged by this machine's clock, and a shared folder has another
    } finally {
      fs.closeSync(descriptor);
    }
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    fs.rmSync(file, { force: true }); // empty: the disk is full
    throw error;
  }
}

function isStale(file: string): boolean {
  try {
    const owner = Number(fs.readFileSync(file, "utf8"));
    const age = Date.now() - fs.statSync(file).mtimeMs;
    return owner === 0 ? age > 1000 : !isAlive(owner) || age > STALE_MS; // an empty file is just being written
  } catch {
    return false; // released meanwhile
  }
}
