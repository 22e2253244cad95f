import { replaceLogos } from "#src/modules/base/settings/store.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** Puts `logo` (`logoText`) in the place of every logo whose picture is at `from`. The settings that changed, with their texts before. */
export const exchangeLogo = (tx: Tx, from: string, logo: string): Promise<{ key: string; before: string }[]> =>
  replaceLogos(tx, from, logo);
