import { createContext, use, useState } from "react";
import { useFetcher } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import type { NightAnswer } from "#src/modules/night/schema.ts";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { AdminDialog } from "#src/ui/admin/confirm.tsx";
import { AdminField, AdminInput } from "#src/ui/admin/field.tsx";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import { useAnswer } from "#src/ui/use-answer.ts";
import { Undo2 } from "#src/ui/lucide/icons.ts";

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
  useAnswer(fetcher.data && !("bad" in fetcher.data) ? fetcher.data : null, () => setOpen(false));
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
          <input type="hidden" name="entry" value={entry} />
          <AdminField id={`${form}-reason`} label={t("night.reason")} help={t("night.reasonHelp")}>
            {(control) => <AdminInput {...control} name="reason" maxLength={200} required autoComplete="off" />}
          </AdminField>
        </fetcher.Form>
      </AdminDialog>
    </span>
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
