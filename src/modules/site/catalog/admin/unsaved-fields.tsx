import type { Text } from "#src/locales/i18n.ts";

/** The footer's text about unsaved fields of a form: this browser keeps them. */
export const unsavedFields = (names: readonly string[], t: Text) => ({
  unsaved: (
    <>
      <strong className="text-text">{t("catalog-admin.unsaved", { count: names.length })}</strong> {names.join(", ")}{" "}
      <span className="text-text-3">{t("catalog-admin.kept")}</span>
    </>
  ),
  leaveText: t("catalog-admin.leaveText"),
});
