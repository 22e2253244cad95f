// Runs scripts of package.json side by side. Plain JavaScript, for `run.mjs` and `check.mjs`.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
process.chdir(root);
const scripts = JSON.parse(readFileSync("package.json", "utf8")).scripts;
const { env } = process;
env.PATH = [path.join(root, "node_modules/.bin"), env.PATH].join(path.delimiter);
mkdirSync("build", { recursive: true });

/** Runs a script of package.json. Returns whether it succeeded, its wall-clock seconds and its processes' CPU seconds. */
export function runs(script, extra, output) {
  const times = path.resolve(`build/${script}.times`);
  const line = `(${scripts[script]} ${extra}); code=$?; times > "${times}"; exit $code`;
  const began = Date.now();
  const child = spawn(line, {
    shell: true,
    stdio: ["ignore", output ? "inherit" : "pipe", output ? "inherit" : "pipe"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text) => void (printed += text));
  return new Promise((resolve) => {
    child.once("close", (code) =>
      resolve({ succeeded: code === 0, printed, seconds: (Date.now() - began) / 1000, cpu: cpuSeconds(times) }),
    );
  });
}

/** The shell's `times` output for finished child processes: "1m2.5s 0m3.1s", user and system. */
function cpuSeconds(file) {
  const [, children = ""] = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  rmSync(file, { force: true });
  return [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce((sum, [, m, s]) => sum + Number(m) * 60 + Number(s), 0);
}

/**
 * Plays all parts by `play`, each as soon as the one named in `after` has ended and `cores` of the given are free. Returns the
 * results in the order of the parts.
 */
export async function playAll(parts, cores, play) {
  const waiting = [...parts];
  const running = new Map();
  const results = new Map();
  while (waiting.length > 0 || running.size > 0) {
    const used = [...running.keys()].reduce((sum, part) => sum + part.cores, 0);
    const next = waiting.findIndex((part) => (!part.after || results.has(part.after)) && used + part.cores <= cores);
    if (next >= 0) {
      const [part] = waiting.splice(next, 1);
      running.set(
        part,
        play(part).then((result) => ({ part, result })),
      );
      continue;
    }
    const { part, result } = await Promise.race(running.values());
    running.delete(part);
    results.set(part.script, result);
  }
  return parts.map(({ script }) => results.get(script));
}

export const headline = (text) => console.log(`\n── ${text} ${"─".repeat(Math.max(0, 76 - text.length))}`);
