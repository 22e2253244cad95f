import { execFileSync, spawnSync } from "node:child_process";

/** Installs the Debian packages of programs that are missing (program → package), as root. */
export function install(programs: Record<string, string>): void {
  const missing = Object.entries(programs).filter(([program]) => spawnSync("which", [program]).status !== 0);
  if (missing.length === 0) return;
  const options = { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" }, stdio: "ignore" } as const;
  execFileSync("apt-get", ["update", "-qq"], options);
  const names = missing.map(([, name]) => name);
  execFileSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...names], options);
}
