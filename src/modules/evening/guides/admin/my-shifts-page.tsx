import type { Route } from "#routes/admin/evening/+types/my-shifts.ts";
import { CalendarClock } from "#src/ui/lucide/icons.ts";
import { useState } from "react";
import { Link, useFetcher } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { hours, longDate, shortDate } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";
import { ShiftState } from "#src/modules/evening/guides/admin/shift-state.tsx";
import type { FormAnswer } from "#src/ui/form/answer.ts";
import type { GuideMonth, GuideNight } from "#src/modules/evening/guides/schema.ts";
import { Badge } from "#src/ui/admin/badge.tsx";
import { ADMIN_LINK, AdminButton } from "#src/ui/admin/button.tsx";
import { ConfirmDialog } from "#src/ui/admin/confirm.tsx";
import { Empty } from "#src/ui/admin/empty.tsx";
import { AdminField, AdminInput } from "#src/ui/admin/field.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import { Picture } from "#src/ui/picture.tsx";

type MyShiftsProps = {
  coming: readonly GuideNight[];
  before: readonly GuideNight[];
  calendar: { url: string; version: number };
  seen: GuideMonth["seen"];
};

/** A guide's own nights, their answers to those they are asked for, the link for their calendar, and whether guests see them. */
function MyShifts({ coming, before, calendar, seen: profile }: MyShiftsProps) {
  const { t, locale } = useText();
  return (
    <>
      <PageHead
        title={t("admin.page.myShifts")}
        tab={t("admin.tab", { page: t("admin.page.myShifts"), brand: t("common.brand") })}
      />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Panel padded={false} title={coming.length > 0 && t("guides-admin.coming")}>
          {coming.length === 0 ? (
            <Empty title={t("guides-admin.mine.title")} text={t("guides-admin.mine.text")} />
          ) : (
            <ul>
              {coming.map((night) => (
                <Night key={night.shiftId} night={night} />
              ))}
            </ul>
          )}
        </Panel>
        <div className="grid gap-4">
          <Calendar {...calendar} />
          <Appearance {...profile} />
          {before.length > 0 && (
            <Panel title={t("guides-admin.before")} padded={false}>
              <ul>
                {before.map((night) => (
                  <li key={night.shiftId} className="border-t border-border px-3.5 py-2">
                    <span className="font-semibold">{shortDate(night.date, locale)}</span> {night.title}
                    <span className="block text-fine text-text-3">
                      {t("guides-admin.guests", { count: night.guests })}
                    </span>
                  </li>
                ))}
              </ul>
            </Panel>
          )}
        </div>
      </div>
    </>
  );
}

function Night({ night }: { night: GuideNight }) {
  const { t, locale } = useText();
  const { meeting, state, whyNot, isCancelled } = night;
  const when = `${longDate(night.date, locale, false)}, ${hours(night.start, night.end, locale)}`;
  const mayAccept = whyNot === null && !isCancelled && (state === "asked" || state === "declined");
  return (
    <li className="grid gap-1.5 border-t border-border px-3.5 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-semibold">
          {state === "accepted" && !isCancelled ? (
            <Link to={localizedPath(`/admin/nights/${night.departureId}`, locale)} className={ADMIN_LINK}>
              {when}
            </Link>
          ) : (
            when
          )}
        </h3>
        <span className="ml-auto">
          {isCancelled ? (
            <Badge tone="failed">{t("guides-admin.state.cancelled")}</Badge>
          ) : (
            <ShiftState state={state} />
          )}
        </span>
      </div>
      <p className="text-text-2">
        {[night.title, night.city, t("guides-admin.guests", { count: night.guests })].join(" · ")}
        {night.part === "backup" && ` · ${t("guides-admin.part.backup")}`}
      </p>
      {meeting && (
        <p>
          <a href={meeting.map} target="_blank" rel="noreferrer" className={ADMIN_LINK}>
            {meeting.place}
          </a>
        </p>
      )}
      {night.note && <p className="wrap-anywhere text-text-2">{night.note}</p>}
      {(mayAccept || (night.mayDecline && state === "asked")) && (
        <div className="mt-1 flex flex-wrap gap-2">
          {mayAccept && <Answer night={night} answer="accept" />}
          {night.mayDecline && state === "asked" && <Answer night={night} answer="decline" />}
        </div>
      )}
    </li>
  );
}

function Answer({ night, answer }: { night: GuideNight; answer: "accept" | "decline" }) {
  const { t, locale } = useText();
  const fetcher = useFetcher<FormAnswer>();
  useFlash(fetcher.data);
  const label = t(answer === "accept" ? "guides-admin.accept" : "guides-admin.decline");
  return (
    <fetcher.Form method="post">
      <input type="hidden" name="intent" value="answer" />
      <input type="hidden" name="shift_id" value={night.shiftId} />
      <input type="hidden" name="seen" value={night.mark} />
      <input type="hidden" name="answer" value={answer} />
      <AdminButton
        type="submit"
        kind={answer === "accept" ? "ink" : "plain"}
        busy={fetcher.state !== "idle"}
        aria-label={`${label}: ${shortDate(night.date, locale)}`}
      >
        {label}
      </AdminButton>
    </fetcher.Form>
  );
}

/** Whether guests see the guide: their own choice counts, whatever staff set before. */
function Appearance({ shown: isPublic, portrait }: GuideMonth["seen"]) {
  const { t } = useText();
  const fetcher = useFetcher<FormAnswer>();
  useFlash(fetcher.data);
  return (
    <Panel title={t("guides-admin.appear")}>
      <fetcher.Form method="post" className="grid gap-2.5">
        <input type="hidden" name="intent" value="appear" />
        <input type="hidden" name="shown" value={isPublic ? "no" : "yes"} />
        {isPublic && portrait && (
          <Picture
            src={portrait}
            alt={t("guides-admin.portrait")}
            sizes="3.5rem"
            missing=""
            ratio={[1, 1]}
            className="size-14 rounded-full object-cover"
          />
        )}
        <p className="text-text-2">
          {t(
            !isPublic ? "guides-admin.appearsNot" : portrait ? "guides-admin.appearsPictured" : "guides-admin.appears",
          )}
        </p>
        <AdminButton type="submit" small busy={fetcher.state !== "idle"} className="justify-self-start">
          {t(isPublic ? "guides-admin.disappear" : "guides-admin.doAppear")}
        </AdminButton>
      </fetcher.Form>
    </Panel>
  );
}

function Calendar({ url, version }: { url: string; version: number }) {
  const { t } = useText();
  const fetcher = useFetcher<FormAnswer>();
  const [isAsking, setAsking] = useState(false);
  useFlash(fetcher.data);
  const webcal = url.replace(/^https?:/, "webcal:");
  return (
    <Panel title={t("guides-admin.calendar")}>
      <div className="grid gap-2.5">
        <p className="text-text-2">{t("guides-admin.calendarText")}</p>
        <a href={webcal} className={`${ADMIN_LINK} inline-flex items-center gap-1.5`}>
          <CalendarClock aria-hidden size={15} />
          {t("guides-admin.subscribe")}
        </a>
        <AdminField id="calendar-link" label={t("guides-admin.calendarLink")} help={t("guides-admin.calendarHelp")}>
          {(control) => <AdminInput {...control} readOnly value={url} onFocus={(event) => event.target.select()} />}
        </AdminField>
        <fetcher.Form
          method="post"
          onSubmit={(event) => {
            event.preventDefault();
            setAsking(true);
          }}
        >
          <input type="hidden" name="intent" value="renew" />
          <input type="hidden" name="version" value={version} />
          <AdminButton type="submit" small busy={fetcher.state !== "idle"}>
            {t("guides-admin.renew")}
          </AdminButton>
        </fetcher.Form>
      </div>
      <ConfirmDialog
        open={isAsking}
        title={t("guides-admin.renew")}
        confirmLabel={t("guides-admin.renew")}
        cancelLabel={t("admin.cancel")}
        onConfirm={() => {
          setAsking(false);
          void fetcher.submit({ intent: "renew", version }, { method: "post" });
        }}
        onClose={() => setAsking(false)}
      >
        <p>{t("guides-admin.renewText")}</p>
      </ConfirmDialog>
    </Panel>
  );
}

export default function MyShiftsPage({ loaderData, actionData }: Route.ComponentProps) {
  // of a form that was posted before the page could take it over
  useFlash(actionData);
  return <MyShifts {...loaderData} />;
}
