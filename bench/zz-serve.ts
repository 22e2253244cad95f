import { startServer } from "/work/main/tests/servers.ts";
import fs from "node:fs";
const folder = fs.mkdtempSync("/tmp/lh/data-");
const server = await startServer({ DATA_DIR: folder, RONDA_SEED: "demo" });
fs.writeFileSync("/tmp/lh/origin", server.origin);
setInterval(() => {}, 1000);
