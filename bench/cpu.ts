import fs from "node:fs";

// CPU time from Linux's /proc/PID/stat, in hundredths of a second. Not available elsewhere, and the table says so.

type Stat = { parent: number; own: number; children: number };

function statOf(pid: number | string): Stat | null {
  try {
    const fields = fs.readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)!.split(" ");
    const ticks = (from: number) => Number(fields[from]) + Number(fields[from + 1]);
    return { parent: Number(fields[1]), own: ticks(11), children: ticks(13) };
  } catch {
    return null; // gone, or not Linux
  }
}

/** CPU-ms a process has used so far; NaN if unknown. */
export const cpuOf = (pid: number): number => (statOf(pid)?.own ?? Number.NaN) * 10;

/** CPU-ms PostgreSQL has used so far: the postmaster, its live processes and those that have exited. */
export function cpuOfPostgres(postmaster: number): number {
  const own = statOf(postmaster);
  if (!own) return Number.NaN;
  const living = fs
    .readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => statOf(pid))
    .filter((stat) => stat?.parent === postmaster)
    .reduce((sum, stat) => sum + stat!.own, 0);
  return (own.own + own.children + living) * 10;
}

/** Resident memory of a process in MB; NaN if unknown. */
export function memoryOf(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, "utf8"))![1]) / 1024;
  } catch {
    return Number.NaN;
  }
}

/** A process's memory in MB, pages it shares with others counted by its share; NaN if unknown. */
export function proportionalMemoryOf(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))![1]) / 1024;
  } catch {
    return Number.NaN;
  }
}
