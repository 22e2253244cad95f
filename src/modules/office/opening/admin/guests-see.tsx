import { ExternalLink } from "#src/ui/lucide/icons.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import type { Opening } from "#src/modules/office/opening/schema.ts";
import { Badge } from "#src/ui/admin/badge.tsx";
import { ADMIN_LINK } from "#src/ui/admin/button.tsx";
import { Moment } from "#src/ui/admin/moment.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";

/** What guests see of the site as it is now, with the way to look at it. */
export function GuestsSee({ opening }: { opening: Opening }) {
  const { t, locale } = useText();
  const { isOpen, since, nights, crawls } = opening;
  const now = isOpen
    ? nights.count > 0
      ? t("opening.now.open", { count: nights.count })
      : t("opening.now.openEmpty")
    : nights.count > 0
      ? t("opening.now.closed", { count: nights.count })
      : t(crawls.shown.length > 0 ? "opening.now.noNights" : "opening.now.empty");
  return (
    <Panel title={t("opening.now")} action={<State isOpen={isOpen} />}>
      <div className="grid gap-2">
        {since !== null && (
          <p className="text-text-3">
            {t(isOpen ? "opening.since.open" : "opening.since.closed")} <Moment at={since} />
          </p>
        )}
        <p>{now}</p>
        <a
          href={localizedPath("/", locale)}
          target="_blank"
          rel="noreferrer"
          className={`inline-flex min-h-(--ctl) items-center gap-1.5 justify-self-start ${ADMIN_LINK}`}
        >
          <ExternalLink aria-hidden size={15} />
          {t("opening.look")}
        </a>
      </div>
    </Panel>
  );
}

function State({ isOpen }: { isOpen: boolean }) {
  const { t } = useText();
  return <Badge tone={isOpen ? "done" : "waiting"}>{t(isOpen ? "opening.isOpen" : "opening.isClosed")}</Badge>;
}
