import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { ViewTabs } from "#src/ui/admin/view-tabs.tsx";

/** The pages about emails, for who may open more than the log. */
export function EmailTabs({ current }: { current: "log" | "scheduled" }) {
  const { t, locale } = useText();
  return (
    <ViewTabs
      label={t("notifications-admin.title")}
      views={[
        {
          label: t("notifications-admin.tab.log"),
          href: localizedPath("/admin/emails", locale),
          current: current === "log",
        },
        {
          label: t("notifications-admin.tab.scheduled"),
          href: localizedPath("/admin/emails/scheduled", locale),
          current: current === "scheduled",
        },
      ]}
    />
  );
}
