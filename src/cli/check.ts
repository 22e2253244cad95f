import type { Tools } from "#src/cli/open-tools.ts";
import { seatDifferences } from "#src/modules/sales/booking/store/seat-check.server.ts";
import { usedUploads } from "#src/modules/site/media/store.server.ts";
import { ledgerDifferences } from "#src/modules/office/books-check/queries.server.ts";
import type { Db } from "#src/platform/db.server.ts";
import type { Storage } from "#src/platform/stored-file.server.ts";

/** The nightly checks by hand: seats, ledger, pictures. Changes nothing; exit code 1 with findings. */
export async function check({ db, storage }: Tools): Promise<number> {
  const { findings, orphans } = await findingsIn(await db(), storage);
  for (const finding of findings) console.error(finding);
  console.error(`${findings.length} findings; ${orphans.length} stored picture files that nothing shows`);
  for (const name of orphans.slice(0, NAMED)) console.error(`  ${name}`);
  if (orphans.length > NAMED) console.error(`  and ${orphans.length - NAMED} more`);
  return findings.length === 0 ? 0 : 1;
}

/** At most this many unused files are named. */
const NAMED = 20;

/** The findings, a line each, and stored files that nothing uses (an upload whose crawl was never saved, which is no error). */
export async function findingsIn(db: Db, storage: Storage): Promise<{ findings: string[]; orphans: string[] }> {
  const seats = (await seatDifferences(db)).map(
    ({ id, total, available, overbooked, taken: occupied }) =>
      `seats: departure ${id} has ${total} (+${overbooked} overbooked), ${available} free and ${occupied} taken`,
  );
  const books = (await ledgerDifferences(db)).map(
    ({ purchase_id, account, currency, expected, actual }) =>
      `books: booking ${purchase_id}, ${account}: ${actual} ${currency} instead of ${expected} (minor units)`,
  );
  const usedNames = new Set((await usedUploads(db)).map((src) => src.replace("/uploads/", "")));
  const stored = new Set<string>();
  const orphans: string[] = [];
  for await (const name of storage.names()) {
    const picture = name.replace(/-\d+\.\w+$/, "");
    stored.add(picture);
    if (!usedNames.has(picture)) orphans.push(name);
  }
  const missing = [...usedNames]
    .filter((picture) => !stored.has(picture))
    .map((picture) => `pictures: ${picture} is missing`);
  return { findings: [...seats, ...books, ...missing], orphans };
}
