import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { startServer } from "#tests/servers.ts";

/** The built product on a database of its own, with the demo world as it is at a first start. `stop` leaves nothing behind. */
export type OwnServer = { origin: string; folder: string; stop: () => Promise<void> };

export async function startOwnServer(environment: Record<string, string> = {}): Promise<OwnServer> {
  // not under build/, because as root PostgreSQL can't enter a checkout that only root can read
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ronda-e2e-"));
  fs.chmodSync(folder, 0o755);
  const remove = () => fs.rmSync(folder, { recursive: true, force: true });
  try {
    const server = await startServer({ ...environment, DATA_DIR: folder });
    // browsers count localhost as a safe origin
    const origin = server.origin.replace("127.0.0.1", "localhost");
    return { origin, folder, stop: () => server.stop().then(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}
