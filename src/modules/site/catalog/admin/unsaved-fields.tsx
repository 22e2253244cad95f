import type { Text } from "#src/locales/i18n.ts";

/** What the foot of a form says of the fields that aren't saved: this browser keeps them. */
export const unsavedFields = (names: readonly string[], t: Text) => ({
  unsaved: (
    <>
      <strong className="text-text">{t("catalog-admin.unsaved", { count: names.length })}</strong> {names.join(", ")}{" "}
      <span className="text-text-3">{t("catalog-admin.kept")}</span>
    </>
  ),
  leaveText: t("catalog-admin.leaveText"),
});
