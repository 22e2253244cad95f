import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { ViewTabs } from "#src/ui/admin/view-tabs.tsx";

const PATHS = { log: "/admin/emails", texts: "/admin/emails/templates", scheduled: "/admin/emails/scheduled" } as const;
type Tab = keyof typeof PATHS;
const TABS = Object.keys(PATHS) as Tab[];

type EmailTabsProps = {
  current: Tab;
  /** whether the person may word the emails, and say when they leave */
  mayChange: boolean;
  maySchedule: boolean;
};

/** The pages about emails: what was sent, what they say, and which leave by the clock. None for whoever may open one only. */
export function EmailTabs({ current, mayChange, maySchedule }: EmailTabsProps) {
  const { t, locale } = useText();
  const open = TABS.filter((tab) => ({ log: true, texts: mayChange, scheduled: maySchedule })[tab]);
  if (open.length < 2) return null;
  return (
    <ViewTabs
      label={t("notifications-admin.title")}
      views={open.map((tab) => ({
        label: t(`notifications-admin.tab.${tab}`),
        href: localizedPath(PATHS[tab], locale),
        current: tab === current,
      }))}
    />
  );
}
