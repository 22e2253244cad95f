import pg from "pg";
import { hostsOf } from "#src/platform/database-address.ts";
import { BadSetting } from "#src/platform/env.server.ts";
import { log } from "#src/platform/log.server.ts";

/** Temporary conditions: nobody listens yet or anymore, no answer, 57P03 "the database system is starting up", no writes. */
const PASSING = [
  "ECONNREFUSED",
  "ECONNRESET",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "EAI_AGAIN",
  "57P01",
  "57P02",
  "57P03",
  "53300",
  "25006",
];
const RETRY_MS = 500;
/** The oldest major version that has what the migrations use (uuidv7). */
const OLDEST = 18;

/** Which setting an address is from, and whether it may lead to a pooler, which keeps no session. */
type Reaching = { setting?: "DATABASE_URL" | "DATABASE_DIRECT_URL"; mayBePooler?: boolean };

/**
 * Waits until a PostgreSQL that is still starting accepts connections, for so many seconds at most; where an address names several
 * servers, until one of them takes writes. Returns the address of that one. Throws BadSetting when none does, and at once when
 * waiting wouldn't help (a wrong password, an unknown host, a version that is too old, a pooler).
 */
export async function reachDatabase(address: string, seconds: number, reaching: Reaching = {}): Promise<string> {
  const { setting = "DATABASE_URL" } = reaching;
  const until = performance.now() + seconds * 1000;
  let isReported = false;
  for (;;) {
    const tried = await tryHosts(hostsOf(address)!, reaching);
    if ("url" in tried) {
      if (isReported) log("info", "database.answers");
      return tried.url;
    }
    const { code, message } = tried.error;
    if (!isPassing(tried.error) || performance.now() + RETRY_MS > until)
      throw new BadSetting(`Setting ${setting}: PostgreSQL can't be reached (${message || code})`);
    if (!isReported) log("info", "database.waiting", { seconds, message: message || code });
    isReported = true;
    await new Promise((done) => setTimeout(done, RETRY_MS));
  }
}

/** The first of some servers that takes writes; else what is wrong, of one that may pass if there is any. */
async function tryHosts(
  urls: readonly string[],
  reaching: Reaching,
): Promise<{ url: string } | { error: NodeJS.ErrnoException }> {
  const errors: NodeJS.ErrnoException[] = [];
  for (const url of urls) {
    const error = await whyNot(url, reaching);
    if (!error) return { url };
    errors.push(error);
  }
  return { error: errors.find(isPassing) ?? errors[0]! };
}

const isPassing = ({ code, message }: NodeJS.ErrnoException): boolean =>
  PASSING.includes(code ?? "") || /^(timeout expired|Query read timeout|Connection terminated)/.test(message);

async function whyNot(
  url: string,
  { setting = "DATABASE_URL", mayBePooler = false }: Reaching,
): Promise<NodeJS.ErrnoException | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, query_timeout: 5000 });
  client.on("error", () => {});
  try {
    await client.connect();
    await refuseOld(client, setting);
    if (!mayBePooler) await refusePooler(client, setting);
    return (await isReadOnly(client)) ? Object.assign(new Error("it takes no writes"), { code: "25006" }) : null;
  } catch (error) {
    if (error instanceof BadSetting) throw error;
    return error as NodeJS.ErrnoException;
  } finally {
    await client.end().catch(() => {});
  }
}

async function refuseOld(client: pg.Client, setting: string): Promise<void> {
  const { rows } = await client.query<{ version: string }>("select current_setting('server_version') as version");
  const { version } = rows[0]!;
  if (Number.parseInt(version, 10) < OLDEST)
    throw new BadSetting(`Setting ${setting}: PostgreSQL ${OLDEST} or later is needed, and this is ${version}`);
}

/**
 * A pooler reports a backend process before it has one. Through a pooler, notifications, session locks and time limits are
 * silently lost.
 */
async function refusePooler(client: pg.Client, setting: string): Promise<void> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  const { processID: processId } = client as pg.Client & { processID: number | null };
  if (typeof processId !== "number" || typeof rows[0]?.pid !== "number" || processId === rows[0].pid) return;
  const direct =
    setting === "DATABASE_URL" ? "say PostgreSQL's own address as DATABASE_DIRECT_URL" : "say PostgreSQL's own";
  throw new BadSetting(`Setting ${setting}: it leads to a connection pooler, which keeps no session: ${direct}`);
}

/** Whether a server takes no writes: it is a replica, or set to read-only. */
export async function isReadOnly(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ transaction_read_only: string }>("show transaction_read_only");
  return rows[0]?.transaction_read_only === "on";
}
