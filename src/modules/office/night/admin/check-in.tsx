import { createContext, use, useEffect, useState } from "react";
import { useFetcher } from "react-router";
import { telLink } from "#src/kernel/tel-link.ts";
import { useText } from "#src/locales/use-text.ts";
import type { NightAnswer } from "#src/modules/office/night/schema.ts";
import { classNames } from "#src/ui/class-names.ts";
import { AdminButton, ADMIN_LINK } from "#src/ui/admin/button.tsx";
import { AdminDialog } from "#src/ui/admin/confirm.tsx";
import { AdminField, AdminInput } from "#src/ui/admin/field.tsx";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import { useAnswer } from "#src/ui/use-answer.ts";
import { Phone, Undo2 } from "#src/ui/lucide/icons.ts";

/** The page's key: an act that is sent again under it is done once. */
export const ActKey = createContext("");

function KeyField() {
  return <input type="hidden" name="key" value={use(ActKey)} />;
}

/** Lets the guests of these tickets in. */
export function LetIn({ tickets, name, small = false }: { tickets: readonly string[]; name: string; small?: boolean }) {
  const { t } = useText("night");
  const fetcher = useFetcher<NightAnswer>();
  useFlash(fetcher.data);
  return (
    <fetcher.Form method="post" className="print:hidden">
      <input type="hidden" name="intent" value="enter" />
      <KeyField />
      <input type="hidden" name="tickets" value={tickets.join(",")} />
      <AdminButton
        type="submit"
        kind="ink"
        small={small}
        busy={fetcher.state !== "idle"}
        aria-label={t("night.letInName", { name, count: tickets.length })}
        className={small ? undefined : "min-w-21"}
      >
        {t("night.letIn")}
      </AdminButton>
    </fetcher.Form>
  );
}

/** Takes an entry back, with why: it stays in the history of the ticket. */
export function TakeBack({ entry, name }: { entry: string; name: string }) {
  const { t } = useText("night");
  const [isOpen, setOpen] = useState(false);
  const fetcher = useFetcher<NightAnswer>();
  useFlash(fetcher.data);
  useAnswer(fetcher.data?.done ? fetcher.data : null, () => setOpen(false));
  const form = `undo-${entry}`;
  return (
    <span className="print:hidden">
      <AdminButton
        small
        icon={<Undo2 aria-hidden size={14} />}
        aria-label={t("night.takeBackName", { name })}
        onClick={() => setOpen(true)}
      >
        {t("night.takeBack")}
      </AdminButton>
      <AdminDialog
        open={isOpen}
        title={t("night.takeBackName", { name })}
        onClose={() => setOpen(false)}
        footer={
          <>
            <AdminButton kind="quiet" onClick={() => setOpen(false)}>
              {t("night.leaveIt")}
            </AdminButton>
            <AdminButton type="submit" form={form} kind="ink" busy={fetcher.state !== "idle"}>
              {t("night.takeBack")}
            </AdminButton>
          </>
        }
      >
        <fetcher.Form id={form} method="post">
          <input type="hidden" name="intent" value="undo" />
          <KeyField />
          <input type="hidden" name="entries" value={entry} />
          <AdminField id={`${form}-reason`} label={t("night.reason")} help={t("night.reasonHelp")}>
            {(control) => <AdminInput {...control} name="reason" maxLength={200} required autoComplete="off" />}
          </AdminField>
        </fetcher.Form>
      </AdminDialog>
    </span>
  );
}

/** Takes the entries of the last two minutes back with one tap; gone when their time is over. `ms`: how long from now that is. */
export function UndoRecent({ entries, ms, name }: { entries: readonly string[]; ms: number; name: string }) {
  const { t } = useText("night");
  const fetcher = useFetcher<NightAnswer>();
  useFlash(fetcher.data);
  const [isOver, setOver] = useState(false);
  // an effect because time passes by itself
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  if (isOver) return <span />;
  return (
    <fetcher.Form method="post" className="justify-self-end print:hidden">
      <input type="hidden" name="intent" value="undo" />
      <KeyField />
      <input type="hidden" name="entries" value={entries.join(",")} />
      <input type="hidden" name="reason" value={t("night.byMistake")} />
      <AdminButton
        type="submit"
        busy={fetcher.state !== "idle"}
        icon={<Undo2 aria-hidden size={14} />}
        aria-label={t("night.takeBackName", { name })}
      >
        {t("night.takeBack")}
      </AdminButton>
    </fetcher.Form>
  );
}

/** Shows the phone of a party to call, once somebody asks for it: that is noted. */
export function CallParty({ party, name }: { party: string; name: string }) {
  const { t } = useText("night");
  const fetcher = useFetcher<NightAnswer>();
  useFlash(fetcher.data);
  const phone = fetcher.data?.phone ?? null;
  if (phone === "") return <span className="text-text-2">{t("night.noPhone")}</span>;
  if (phone !== null)
    return (
      <a href={telLink(phone)} className={classNames(ADMIN_LINK, "inline-flex min-h-11 items-center gap-1")}>
        <Phone aria-hidden size={14} />
        {phone}
      </a>
    );
  return (
    <fetcher.Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="phone" />
      <input type="hidden" name="party" value={party} />
      <AdminButton
        type="submit"
        busy={fetcher.state !== "idle"}
        icon={<Phone aria-hidden size={14} />}
        aria-label={t("night.showPhoneName", { name })}
      >
        {t("night.showPhone")}
      </AdminButton>
    </fetcher.Form>
  );
}

/** Notes that a party was there after all, though nobody let them in. */
export function WereThere({ booking, name }: { booking: string; name: string }) {
  const { t } = useText("night");
  const fetcher = useFetcher<NightAnswer>();
  useFlash(fetcher.data);
  return (
    <fetcher.Form method="post" className="justify-self-end print:hidden">
      <input type="hidden" name="intent" value="there" />
      <input type="hidden" name="booking" value={booking} />
      <AdminButton type="submit" small busy={fetcher.state !== "idle"} aria-label={t("night.wereThereName", { name })}>
        {t("night.wereThere")}
      </AdminButton>
    </fetcher.Form>
  );
}

/** Notes that an alert was looked at. */
export function LookedAt({ entry, name }: { entry: string; name: string }) {
  const { t } = useText("night");
  const fetcher = useFetcher<NightAnswer>();
  useFlash(fetcher.data);
  return (
    <fetcher.Form method="post">
      <input type="hidden" name="intent" value="looked" />
      <input type="hidden" name="entry" value={entry} />
      <AdminButton type="submit" small busy={fetcher.state !== "idle"} aria-label={t("night.lookedName", { name })}>
        {t("night.looked")}
      </AdminButton>
    </fetcher.Form>
  );
}
