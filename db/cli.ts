import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { describeTables, dumpSchema } from "#db/dump.ts";
import { startEmbedded } from "#src/platform/embedded-postgres.server.ts";
import { migrate } from "#src/platform/migrate.server.ts";

/** `npm run db dump`: rewrites db/schema.sql and db/tables.ts from the migrations, on a throwaway database. */
async function dump(): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ronda-dump-"));
  fs.chmodSync(folder, 0o755);
  const cluster = await startEmbedded(path.join(folder, "pg"), {
    initFlags: ["--no-sync"],
    flags: ["-c", "fsync=off"],
  });
  try {
    await migrate(cluster.url());
    const client = new pg.Client(cluster.url());
    await client.connect();
    fs.writeFileSync("db/schema.sql", await dumpSchema(client));
    fs.writeFileSync("db/tables.ts", await describeTables(client));
    await client.end();
  } finally {
    await cluster.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

const [command] = process.argv.slice(2);
if (command === "dump") await dump();
else {
  console.error("usage: npm run db dump");
  process.exit(1);
}
