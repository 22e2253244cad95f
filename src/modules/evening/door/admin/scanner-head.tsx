import type { ReactNode } from "react";
import { clockIn, shortDate } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";
import { headCount } from "#src/modules/evening/door/rules/guest-list.ts";
import type { LucideIcon } from "#src/ui/lucide/icon.ts";
import { ChevronsUpDown, Volume2, VolumeX, WifiOff } from "#src/ui/lucide/icons.ts";
import type { Me } from "./phone-device.ts";
import type { Phone, PhoneView } from "./phone.ts";

type Notice = { text: string; act: string; onClick: () => void };

/** What a later module adds to the scanner: a tool, a bar that says what has to be known, a sheet that is open, and what the phone has. */
export type ScannerExtra = {
  tool: { icon: LucideIcon; label: string; onClick: () => void } | null;
  notice: Notice | null;
  sheet: ReactNode;
  /** below the choice of the door */
  phone: ReactNode;
};

type TopProps = { phone: Phone; view: PhoneView; me: Me; onDoors: () => void };

/** Which door it is, who uses the phone, and whether it makes a sound. */
export function Top({ phone, view, me, onDoors }: TopProps) {
  const { t, locale } = useText();
  const { list, at, muted } = view;
  const here = list?.departures.find(({ id }) => id === at);
  const Sound = muted ? VolumeX : Volume2;
  return (
    <header className="flex h-14 items-center gap-1 pr-1 pl-3.5">
      <div className="min-w-0 grow">
        <h1 className="heading truncate text-[1.0625rem] leading-tight! font-bold!">
          {here ? `${here.title}, ${here.start}` : t("door-scanner.title")}
        </h1>
        <small className="block truncate text-[0.8125rem] text-[#cdbfc7]">
          {[me.name, here && shortDate(here.date, locale)].filter(Boolean).join(" · ")}
        </small>
      </div>
      <button
        type="button"
        aria-label={t("door-scanner.doors")}
        onClick={onDoors}
        className="grid size-11 shrink-0 place-items-center rounded-[10px]"
      >
        <ChevronsUpDown aria-hidden size={20} strokeWidth={1.75} />
      </button>
      <button
        type="button"
        aria-label={t("door-scanner.sound")}
        aria-pressed={!muted}
        onClick={() => phone.mute(!muted)}
        className="grid size-11 shrink-0 place-items-center rounded-[10px]"
      >
        <Sound aria-hidden size={20} strokeWidth={1.75} />
      </button>
    </header>
  );
}

type BarsProps = { phone: Phone; view: PhoneView; zone: string; notice: Notice | null };

/** What a guide has to know of the phone itself: it is offline, full, its clock is wrong, or something was refused. */
export function Bars({ phone, view, zone, notice }: BarsProps) {
  const { t } = useText();
  const { offlineSince, listAt, unsent, clockOff, storage } = view;
  const clock = (at: number) => clockIn(new Date(at), zone);
  const bar = "flex items-center gap-2.5 bg-[#ffb000] px-3.5 text-sm leading-tight font-semibold text-[#1c1018]";
  return (
    <div role="status" className="mb-2.5 empty:mb-0">
      {offlineSince !== null && (
        <div className={`${bar} min-h-15.75 py-1.5`}>
          <WifiOff aria-hidden size={18} className="shrink-0" />
          <span className="grow">
            {t("door-scanner.offline", {
              since: clock(offlineSince),
              list: listAt === null ? "" : clock(listAt),
              has: listAt === null ? "no" : "yes",
            })}
          </span>
          <b className="whitespace-nowrap">{t("door-scanner.toSend", { n: unsent })}</b>
        </div>
      )}
      {storage !== "kept" && (
        <div className={`${bar} min-h-11 py-1.5 border-t border-[#1c1018]/30`}>
          {t(storage === "full" ? "door-scanner.full" : "door-scanner.noStorage")}
        </div>
      )}
      {clockOff !== null && (
        <div className={`${bar} min-h-11 py-1.5 border-t border-[#1c1018]/30`}>
          {t("door-scanner.clockOff", sayDifference(clockOff))}
        </div>
      )}
      {view.notTaken > 0 && (
        <div className={`${bar} min-h-11 py-1.5 border-t border-[#1c1018]/30 [--c-focus:#1c1018]`}>
          <span className="grow">{t("door-scanner.notTaken", { n: view.notTaken })}</span>
          <button type="button" onClick={phone.understood} className="min-h-11 px-2 font-bold underline">
            {t("door-scanner.understood")}
          </button>
        </div>
      )}
      {notice !== null && (
        <div className={`${bar} min-h-11 py-1.5 border-t border-[#1c1018]/30 [--c-focus:#1c1018]`}>
          <span className="grow">{notice.text}</span>
          <button type="button" onClick={notice.onClick} className="min-h-11 px-2 font-bold underline">
            {notice.act}
          </button>
        </div>
      )}
    </div>
  );
}

const sayDifference = (ms: number) => {
  const minutes = Math.round(Math.abs(ms) / 60_000);
  return minutes >= 60 ? { unit: "h", n: Math.round(minutes / 60) } : { unit: "min", n: minutes };
};

type CountProps = { here: Parameters<typeof headCount>[0] | undefined };

/** How many are in, and how many are still to come. */
export function Count({ here }: CountProps) {
  const { t } = useText();
  const { inside, expected } = here ? headCount(here) : { inside: 0, expected: 0 };
  return (
    <div className="box-content flex h-5 items-center gap-2.5 px-3.5 pb-2.5 text-sm text-[#e6dbe1]">
      <span className="whitespace-nowrap">
        <b className="heading text-[1.0625rem] leading-none! font-bold!">{inside}</b>{" "}
        {t("door-scanner.inOf", { of: expected })}
      </span>
      <span aria-hidden className="h-2 grow overflow-hidden rounded-sm bg-[#3b2e36]">
        <i className="block h-2 bg-[#3fb3ae]" style={{ width: `${expected === 0 ? 0 : (inside / expected) * 100}%` }} />
      </span>
      <span className="whitespace-nowrap">{t("door-scanner.toCome", { n: expected - inside })}</span>
    </div>
  );
}
