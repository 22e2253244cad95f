import pg from "pg";
import { BadSetting } from "#src/platform/env.server.ts";

/** What passes by itself: nobody listens yet or any more, no answer, and 57P03 "the database system is starting up". */
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
];
const RETRY_MS = 500;

/**
 * Waits until a PostgreSQL that is still starting accepts connections, for so many seconds at most. Throws BadSetting when it
 * doesn't, and at once when waiting wouldn't help (a wrong password, an unknown host).
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
    if (!said) console.log(`[db] waiting up to ${seconds} s for PostgreSQL (${message || code})`);
    said = true;
    await new Promise((done) => setTimeout(done, RETRY_MS));
  }
  if (said) console.log("[db] PostgreSQL answers");
}

const isPassing = ({ code, message }: NodeJS.ErrnoException): boolean =>
  PASSING.includes(code ?? "") || /^(timeout expired|Connection terminated)/.test(message);

async function whyNot(url: string): Promise<NodeJS.ErrnoException | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on("error", () => {});
  try {
    await client.connect();
    return null;
  } catch (error) {
    return error as NodeJS.ErrnoException;
  } finally {
    await client.end().catch(() => {});
  }
}
