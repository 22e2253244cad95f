import {
  allRates,
  allSettings,
  deleteSetting,
  insertSettings,
  lockSetting,
  takeSettingsLock,
  upsertRate,
  upsertSetting,
} from "#src/modules/base/settings/store.server.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

// What use cases that change settings are made of: each has checked who acts, writes the audit log, and calls `forgetSettings` at the end.

/** Lets one person at a time change settings, until the transaction ends. A setting that has its default has no row to lock. */
export const holdSettings = async (tx: Tx): Promise<void> => void (await takeSettingsLock(tx));

/** The settings that differ from their defaults, as they are stored. */
export async function settingTexts(db: Db | Tx): Promise<ReadonlyMap<string, string>> {
  const rows = await allSettings(db);
  return new Map(rows.map(({ key, value }) => [key, value]));
}

/** Stores a setting's text. */
export const writeSetting = async (tx: Tx, key: string, value: string): Promise<void> =>
  void (await upsertSetting(tx, key, value));

/** Takes a setting back to its default. */
export const dropSetting = async (tx: Tx, key: string): Promise<void> => void (await deleteSetting(tx, key));

/** Stores settings where none is stored. The keys that were; none where another was first. */
export const keepSettings = (tx: Tx, settings: readonly { key: string; value: string }[]): Promise<{ key: string }[]> =>
  insertSettings(tx, settings);

/** A setting's text, locked until the transaction ends; stored as `whenMissing` where there is none. */
export async function holdSetting(tx: Tx, key: string, whenMissing: string): Promise<string> {
  await insertSettings(tx, [{ key, value: whenMissing }]);
  return (await lockSetting(tx, key)).value;
}

/** The stored rates: units per US dollar, and the day of each (YYYY-MM-DD). */
export const storedRateRows = (db: Db | Tx) => allRates(db);

/** Stores a currency's rate: units per US dollar of a day (YYYY-MM-DD). */
export const writeRate = async (tx: Tx, currency: string, rate: { rate: number; date: string }): Promise<void> =>
  void (await upsertRate(tx, currency, rate));
