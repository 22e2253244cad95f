import { spawn } from "node:child_process";
import type { Job, Measured } from "#bench/load.ts";

/** Loads a server from a separate process and returns the measurements. */
export function load(job: Job): Promise<Measured> {
  const child = spawn(process.execPath, ["bench/load.ts", JSON.stringify(job)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
  return new Promise((resolve) => child.once("exit", () => resolve(JSON.parse(text) as Measured)));
}

/** Median; NaN for no values. */
export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
