import { type useFetcher, useLocation } from "react-router";
import { longDate } from "#src/kernel/local-time.ts";
import { telLink } from "#src/kernel/tel-link.ts";
import { useText } from "#src/locales/use-text.ts";
import type { OpenRequest } from "#src/modules/changes/groups/schema.ts";
import { Badge } from "#src/ui/admin/badge.tsx";
import { ADMIN_LINK, AdminButton } from "#src/ui/admin/button.tsx";
import { Moment } from "#src/ui/admin/moment.tsx";
import { PanelPart, SidePanel } from "#src/ui/admin/side-panel.tsx";
import { ThreadEntry } from "#src/ui/admin/thread.tsx";
import { FactList } from "#src/ui/fact-list.tsx";
import type { FormAnswer } from "#src/ui/form/answer.ts";
import { Check, RotateCcw } from "#src/ui/lucide/icons.ts";

type RequestPanelProps = {
  request: OpenRequest;
  mayChange: boolean;
  closeHref: string;
  previousHref: string | null;
  nextHref: string | null;
  act: ReturnType<typeof useFetcher<FormAnswer>>;
};

/** What one guest asks for their group, how they are reached, and its state. */
export function RequestPanel({ request, mayChange, closeHref, previousHref, nextHref, act }: RequestPanelProps) {
  const { t, locale } = useText();
  const { pathname } = useLocation();
  const { id, email, phone, language } = request;
  const isClosed = request.state === "closed";
  const turn = () =>
    void act.submit({ intent: isClosed ? "reopen" : "close", id }, { method: "post", action: pathname });
  return (
    <SidePanel
      title={request.name}
      meta={
        <>
          <a href={`mailto:${email}`} className={ADMIN_LINK}>
            {email}
          </a>
          {phone && (
            <>
              {" · "}
              <a href={telLink(phone)} className={ADMIN_LINK}>
                {phone}
              </a>
            </>
          )}
        </>
      }
      closeHref={closeHref}
      previousHref={previousHref}
      nextHref={nextHref}
      footer={
        mayChange && (
          <AdminButton
            kind={isClosed ? "plain" : "ink"}
            icon={isClosed ? <RotateCcw aria-hidden size={15} /> : <Check aria-hidden size={15} />}
            onClick={turn}
            disabled={act.state !== "idle"}
          >
            {isClosed ? t("groups-admin.reopen") : t("groups-admin.close")}
          </AdminButton>
        )
      }
    >
      <PanelPart
        title={t("groups-admin.wish")}
        aside={
          isClosed && (
            <Badge tone="done">
              {t("groups-admin.closedBy", { who: request.closedBy ?? t("groups-admin.someone") })}
            </Badge>
          )
        }
      >
        <FactList
          className="grid-cols-2 gap-y-3"
          facts={[
            [t("groups-admin.people"), request.people],
            [t("groups-admin.occasion"), t(`groups.occasion.${request.occasion}`)],
            [t("groups-admin.city"), request.city ?? t("groups.city.other")],
            [t("groups-admin.date"), request.date === null ? t("groups-admin.open") : longDate(request.date, locale)],
          ]}
        />
      </PanelPart>
      <PanelPart title={t("groups-admin.words")}>
        {request.words === "" ? (
          <p className="text-text-3">{t("groups-admin.noWords")}</p>
        ) : (
          <ThreadEntry from={request.name} at={<Moment at={request.at} />} language={language}>
            {request.words}
          </ThreadEntry>
        )}
        <p className="mt-2 text-fine text-text-3">{t("groups-admin.language", { language })}</p>
      </PanelPart>
    </SidePanel>
  );
}
