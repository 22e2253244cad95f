import { settingTexts } from "#src/modules/base/settings/write-setting.server.ts";
import { SHIPPED } from "#src/modules/office/opening/rules/opening.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

/** The company of the operator as it is stored, and the names of which only those that came with the product are in force. */
export async function storedNames(db: Db | Tx) {
  const texts = await settingTexts(db);
  const text = (key: string) => texts.get(key)?.trim() ?? "";
  return {
    shipped: SHIPPED.filter((key) => text(key) === ""),
    company: { name: text("operator_name"), rfc: text("operator_rfc"), address: text("operator_address") },
  };
}
