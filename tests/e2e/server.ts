import fs from "node:fs";
import os from "node:os";
import path from "node:path";

// The product with a database of its own, gone when it stops: every run begins with a fresh demo world.
// Not under build/, because as root PostgreSQL can't enter a checkout that only root can read.
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ronda-e2e-"));
fs.chmodSync(folder, 0o755);
process.env["DATA_DIR"] = folder;
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));
await import("#src/main.ts");
