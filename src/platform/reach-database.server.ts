import pg from "pg";
import { BadSetting } from "#src/platform/env.server.ts";
import { log } from "#src/platform/log.server.ts";

/** What passes by itself: nobody listens yet or any more, no answer, 57P03 "the database system is starting up", no writes. */
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

/**
 * Waits until a PostgreSQL that is still starting accepts connections, for so many seconds at most. Throws BadSetting when it
 * doesn't, and at once when waiting wouldn't help (a wrong password, an unknown host, a version that is too old).
 */
export async function reachDatabase(url: string, seconds: number): Promise<void> {
  const until = performance.now() + seconds * 1000;
  let said = false;
  for (;;) {
    const error = await whyNot(url);
    if (!error) break;
    const { code, message } = error;
    if (!isPassing(error) || performance.now() + RETRY_MS > until)
      throw new BadSetting(`Setting DATABASE_URL: PostgreSQL can't be reached (${message || code})`);
    if (!said) log("info", "database.waiting", { seconds, message: message || code });
    said = true;
    await new Promise((done) => setTimeout(done, RETRY_MS));
  }
  if (said) log("info", "database.answers");
}

const isPassing = ({ code, message }: NodeJS.ErrnoException): boolean =>
  PASSING.includes(code ?? "") || /^(timeout expired|Query read timeout|Connection terminated)/.test(message);

async function whyNot(url: string): Promise<NodeJS.ErrnoException | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, query_timeout: 5000 });
  client.on("error", () => {});
  try {
    await client.connect();
    await refuseOld(client);
    return (await isReadOnly(client)) ? Object.assign(new Error("it takes no writes"), { code: "25006" }) : null;
  } catch (error) {
    if (error instanceof BadSetting) throw error;
    return error as NodeJS.ErrnoException;
  } finally {
    await client.end().catch(() => {});
  }
}

async function refuseOld(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string }>("select current_setting('server_version') as version");
  const { version } = rows[0]!;
  if (Number.parseInt(version, 10) < OLDEST)
    throw new BadSetting(`Setting DATABASE_URL: PostgreSQL ${OLDEST} or later is needed, and this is ${version}`);
}

/** Whether a server takes no writes: a copy, or one that was told so. */
export async function isReadOnly(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ transaction_read_only: string }>("show transaction_read_only");
  return rows[0]?.transaction_read_only === "on";
}
