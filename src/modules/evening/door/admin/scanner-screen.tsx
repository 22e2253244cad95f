import { useEffect, useEffectEvent, useState } from "react";
import { HOME_ZONE } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import type { Act, Result } from "#src/modules/evening/door/rules/result.ts";
import { Flashlight, Keyboard, List, Undo2 } from "#src/ui/lucide/icons.ts";
import type { LucideIcon } from "#src/ui/lucide/icon.ts";
import { CameraView } from "./camera-view.tsx";
import { prepareSignatures } from "./check-signature.ts";
import { prepareDecoder } from "./decoder.ts";
import { Ended, Naming, Opening, SignedOut } from "./first-use.tsx";
import { GuestListView } from "./guest-list-view.tsx";
import { keepPage, registerWorker } from "./keep-page.ts";
import type { Me } from "./phone-device.ts";
import type { Phone, PhoneView } from "./phone.ts";
import { sayWho, sayWhy, whyNotMoved, wordOf } from "./result-words.ts";
import { RecentEntry } from "./recent-entry.tsx";
import { ResultCard, ResultScreen } from "./result-screen.tsx";
import { Bars, Count, type ScannerExtra, Top } from "./scanner-head.tsx";
import { CodeSheet, DoorsSheet, PaySheet, UndoSheet } from "./sheets.tsx";
import { wakeSound } from "./signals.ts";
import { useCamera, useScreenOn } from "./use-camera.ts";
import { latestEntries, saidOf, type Undoable, useScanner } from "./use-scanner.ts";

type Sheet =
  | { kind: "code" }
  | { kind: "doors" }
  | { kind: "undo"; choices: Undoable[]; of: Result | null }
  | { kind: "pay"; booking: string; name: string; of: string };

/** Where else whoever is at the door may go: to sell, to the entries that somebody should look at. */
export type Ways = { sell: boolean; review: boolean };

type ScreenProps = { me: Me; may: Ways; phone: Phone; view: PhoneView; extra: ScannerExtra };

/** The whole scanner. On the server, and until the phone has been read, an empty door. */
export function ScannerScreen({ me, may, phone, view, extra }: ScreenProps) {
  const [outcome, setOutcome] = useState("");
  const onOutcome = useEffectEvent((result: Awaited<ReturnType<typeof keepPage>>) => {
    setOutcome(result);
    if (result === "other") void phone.yieldToOther();
  });
  // reached by the router, the document is another page's, whose policy allows no camera
  useEffect(() => {
    const [document] = performance.getEntriesByType("navigation");
    if (document && new URL(document.name).pathname !== location.pathname) location.reload();
  }, []);
  // the kept document has the theme of the day it was kept
  useEffect(() => {
    document.documentElement.dataset["theme"] = /(^|; )theme=dark(;|$)/.test(document.cookie) ? "dark" : "light";
  }, []);
  const isOpening = view.phase === "opening";
  // the page installs itself: what it needs without a connection is fetched while there is one, once the guide has the screen
  useEffect(() => {
    if (isOpening) return;
    void (async () => {
      await registerWorker();
      await Promise.all([prepareSignatures(), prepareDecoder(), import("qrcode")]).catch(() => {});
      onOutcome(await keepPage(me).catch(() => "offline" as const));
    })();
  }, [me, isOpening]);
  // browsers let a page sound only after a touch
  useEffect(() => addEventListener("pointerdown", wakeSound, { once: true }), []);
  const { phase } = view;
  if (isOpening) return <Opening />;
  if (phase === "naming" && outcome !== "nobody") return <Naming phone={phone} />;
  if (phase === "ended") return <Ended phone={phone} view={view} extra={extra} />;
  if (phase === "signed_out" || phase === "naming") return <SignedOut view={view} />;
  return <Door phone={phone} view={view} me={me} may={may} extra={extra} />;
}

function Door({ phone, view, me, may, extra }: ScreenProps) {
  const { t, locale } = useText();
  const scanner = useScanner(phone);
  const [place, setPlace] = useState<"camera" | "list">("camera");
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const [trouble, setTrouble] = useState("");
  const [lastCode, setLastCode] = useState("");
  // who has paid is shown as in, and the code that they paid by goes away
  const { shown: screen } = scanner;
  const isPaying = sheet?.kind === "pay" && screen.at === "result" && screen.result.id === sheet.of;
  const isSheetOpen = isPaying || (sheet !== null && sheet.kind !== "pay");
  // the camera stays on behind the list: asking for it again would ask the guide, too
  const isSeeing = place === "camera" && !isSheetOpen && extra.sheet === null;
  const camera = useCamera(true, isSeeing ? scanner.read : () => {});
  useScreenOn();
  const { list, at } = view;
  const here = list?.departures.find(({ id }) => id === at);
  const online = view.offlineSince === null;
  const now = phone.now();
  const sale = localizedPath(`/admin/door-sale?departure=${at ?? ""}`, locale);
  const isOpen = screen.at === "result" && screen.open;

  const act = (what: Act, result: Result) => {
    setTrouble("");
    const { found } = result;
    const does: Readonly<Record<Act, () => void>> = {
      next: () => scanner.next(result),
      leave: () => scanner.next(result),
      undo: () => setSheet({ kind: "undo", choices: [undoOf(result)], of: result }),
      mistake: () => setSheet({ kind: "undo", choices: [undoOf(result)], of: result }),
      let_all_in: () => void (found && scanner.party(found.guest, found.departure)),
      move: () =>
        void scanner.move(result).then((failed) => failed === "offline" && setTrouble(t(whyNotMoved(failed)))),
      switch: () => {
        if (found) phone.choose(result.night?.id ?? found.departure.id);
        scanner.acted();
        scanner.next(result);
      },
      pay: () => found && setSheet({ kind: "pay", booking: found.guest.id, name: found.guest.name, of: result.id }),
      find: () => {
        // who is looked for isn't turned away yet
        scanner.acted();
        scanner.next(result);
        setPlace("list");
      },
    };
    // reading a result's sheet must not be cut short by the camera
    if (["undo", "mistake", "pay"].includes(what)) scanner.hold();
    does[what]();
  };

  const saying = { t, locale, here, now, listAt: view.listAt, brand: t("common.brand") };
  const spoken =
    screen.at === "result"
      ? [t(wordOf(screen.result)), sayWho(screen.result, saying), sayWhy(screen.result, saying)]
          .filter(Boolean)
          .join(". ")
      : "";
  const result = isOpen && (
    <ResultScreen
      result={screen.result}
      here={here}
      now={now}
      listAt={view.listAt}
      online={online}
      trouble={trouble}
      isIdSeen={lastCode === screen.result.id}
      isOverList={place === "list"}
      onAct={(what) => act(what, screen.result)}
      onIdSeen={() => {
        setLastCode(screen.result.id);
        void scanner.idSeen(screen.result);
      }}
    />
  );
  const recent = here && (
    <RecentEntry
      here={here}
      device={view.device}
      now={phone.now}
      onUndo={(choices) => setSheet({ kind: "undo", choices, of: null })}
    />
  );
  return (
    <div className="fixed inset-0 grid grid-rows-[auto_auto_minmax(0,1fr)] bg-[#0b0609] text-[0.9375rem] text-[#ffffff] [--c-focus:#ffffff]">
      <p aria-live="assertive" className="sr-only">
        {spoken}
      </p>
      {place === "list" && (
        <div className="row-span-3 grid min-h-0">
          <GuestListView
            phone={phone}
            view={view}
            onScan={() => setPlace("camera")}
            onEnter={(guest, departure, only) => void scanner.party(guest, departure, only)}
            onFound={(booking) => void scanner.found(booking)}
            sale={extra.tool && online ? sale : null}
            onUndo={(choices) => setSheet({ kind: "undo", choices, of: null })}
            recent={recent}
          />
        </div>
      )}
      <main className={place === "list" ? "hidden" : "contents"}>
        <div>
          <Top phone={phone} view={view} me={me} onDoors={() => setSheet({ kind: "doors" })} />
          <Bars phone={phone} view={view} zone={here?.zone ?? HOME_ZONE} notice={extra.notice} />
        </div>
        <Count here={here} />
        <div className="relative min-h-0">
          <div inert={isOpen} className="grid h-full grid-rows-[minmax(0,1fr)_auto]">
            <div className="relative min-h-0 overflow-hidden bg-[#1a1016]">
              <CameraView
                camera={camera}
                isAlone={!online}
                hint={t(hintOf(view, screen.at === "reading"))}
                onType={() => setSheet({ kind: "code" })}
                onList={() => setPlace("list")}
              />
              {screen.at === "result" && !screen.open && (
                <ResultCard
                  result={screen.result}
                  here={here}
                  now={now}
                  listAt={view.listAt}
                  onOpen={scanner.open}
                  onNext={() => scanner.next(screen.result)}
                />
              )}
            </div>
            <div>
              {recent}
              <div className="grid auto-cols-fr grid-flow-col bg-[#0b0609] px-2 pt-1.5 pb-[max(0.625rem,env(safe-area-inset-bottom))]">
                <Tool
                  icon={Flashlight}
                  label={t("door-scanner.torch")}
                  disabled={camera.torch === null}
                  pressed={camera.torch === true}
                  onClick={() => void camera.light(!camera.torch)}
                />
                <Tool
                  icon={Keyboard}
                  label={t("door-scanner.type")}
                  short={extra.tool ? t("door-scanner.code") : undefined}
                  onClick={() => setSheet({ kind: "code" })}
                />
                <Tool icon={List} label={t("door-scanner.list")} onClick={() => setPlace("list")} />
                <Tool
                  icon={Undo2}
                  label={t("door-scanner.undo")}
                  onClick={() => list && setSheet({ kind: "undo", choices: latestEntries(list, at), of: null })}
                />
                {extra.tool && <Tool {...extra.tool} />}
              </div>
            </div>
          </div>
          {place === "camera" && result}
        </div>
      </main>
      {result && place === "list" && <div className="absolute inset-0 z-20">{result}</div>}
      {extra.sheet}
      {sheet?.kind === "code" && (
        <CodeSheet
          onClose={() => setSheet(null)}
          onCode={(code) => {
            setSheet(null);
            void scanner.typed(code);
          }}
        />
      )}
      {sheet?.kind === "doors" && (
        <DoorsSheet
          phone={phone}
          view={view}
          review={may.review && online}
          more={extra.phone}
          onClose={() => setSheet(null)}
        />
      )}
      {sheet?.kind === "undo" && (
        <UndoSheet
          choices={sheet.choices}
          zone={here?.zone ?? HOME_ZONE}
          onClose={() => setSheet(null)}
          onUndo={(what, reason) => void scanner.undo(what, reason, sheet.of)}
        />
      )}
      {sheet?.kind === "pay" && isPaying && (
        <PaySheet
          phone={phone}
          booking={sheet.booking}
          name={sheet.name}
          onClose={() => {
            setSheet(null);
            scanner.acted();
          }}
        />
      )}
    </div>
  );
}

const hintOf = (view: PhoneView, isReading: boolean): MessageId =>
  isReading
    ? "door-scanner.hint.checking"
    : !view.list
      ? "door-scanner.hint.noList"
      : view.offlineSince === null
        ? "door-scanner.hint.frame"
        : "door-scanner.hint.alone";

/** What an undo of a result takes back: the entries it made, or the one that was in the way. */
function undoOf({ events, found }: Result): Undoable {
  const own = Object.entries(events).map(([ticket, event]) => ({
    ticket,
    event,
    departure: found?.departure.id ?? "",
  }));
  const entry = found?.ticket.in;
  const other = entry && found ? [{ ticket: found.ticket.id, event: entry.event, departure: found.departure.id }] : [];
  const entries = own.length > 0 ? own : other;
  if (!found) return { name: "", at: "", entries };
  return {
    ...saidOf(found.guest, found.ticket),
    at: entry?.at ?? "",
    entries,
    ...(entries.length > 1 ? { guest: null } : {}),
  };
}

type ToolProps = {
  icon: LucideIcon;
  label: string;
  /** what is written, where there is no room for all of `label` */
  short?: string | undefined;
  onClick: () => void;
  disabled?: boolean;
  pressed?: boolean;
};

function Tool({ icon: Icon, label, short, onClick, disabled = false, pressed = false }: ToolProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      disabled={disabled}
      aria-label={label}
      aria-pressed={pressed || undefined}
      className="flex min-h-15 flex-col items-center gap-1.25 rounded-[12px] pt-2 text-[0.8125rem] leading-tight font-medium disabled:text-[#8b7a84] aria-pressed:bg-[#ffffff] aria-pressed:text-[#0b0609]"
    >
      <Icon aria-hidden size={22} strokeWidth={1.75} />
      {short ?? label}
    </button>
  );
}
