import { useEffect, useState } from "react";
import { useText } from "#src/locales/use-text.ts";
import { latestHere } from "#src/modules/evening/door/rules/guest-list.ts";
import type { DoorList } from "#src/modules/evening/door/schema.ts";
import { Undo2 } from "#src/ui/lucide/icons.ts";
import { saidOf, type Undoable } from "./use-scanner.ts";

type RecentProps = {
  here: DoorList["departures"][number];
  /** this phone's name */
  device: string;
  /** the time as the phone knows it, in ms */
  now: () => number;
  onUndo: (choices: Undoable[]) => void;
};

/** Whom this phone has just let in, for two minutes: by mistake is noticed then, and online or offline one tap leads to taking it back. */
export function RecentEntry({ here, device, now, onUndo }: RecentProps) {
  const { t } = useText();
  const [, render] = useState(0);
  const latest = latestHere(here, device, now());
  const ms = latest?.ms ?? 0;
  const event = latest?.ticket.in?.event;
  // an effect because time passes by itself
  useEffect(() => {
    if (event === undefined) return;
    const timer = setTimeout(() => render((n) => n + 1), ms + 50);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- `ms` is another at each render: the entry says when it ends
  }, [event]);
  if (!latest) return null;
  const { guest, ticket, tickets } = latest;
  const text = saidOf(guest, ticket);
  const what: Undoable = {
    ...text,
    ...(tickets.length > 1 ? { name: guest.name, guest: null } : {}),
    at: ticket.in?.at ?? "",
    entries: tickets.map((one) => ({ ticket: one.id, event: one.in?.event ?? "", departure: here.id })),
  };
  return (
    <p className="flex min-h-12 items-center gap-2 bg-[#0b6b54] pl-3.5 text-[0.9375rem] text-[#ffffff] [--c-focus:#ffffff]">
      <span className="min-w-0 grow truncate">{t("door-scanner.recent", { name: what.name, n: tickets.length })}</span>
      <button
        type="button"
        onClick={() => onUndo([what])}
        className="flex min-h-12 shrink-0 items-center gap-1.5 px-3.5 font-bold underline"
      >
        <Undo2 aria-hidden size={18} strokeWidth={1.75} />
        {t("door-scanner.undo")}
      </button>
    </p>
  );
}
