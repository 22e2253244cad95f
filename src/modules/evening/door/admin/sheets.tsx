import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { clockIn, shortDate } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import { doorsOf, headCount } from "#src/modules/evening/door/rules/guest-list.ts";
import { normalizedCode, readableCode } from "#src/modules/evening/tickets/rules/ticket.ts";
import { X } from "#src/ui/lucide/icons.ts";
import type { Phone, PhoneView } from "./phone.ts";
import type { Undoable } from "./use-scanner.ts";

type SheetProps = { title: string; onClose: () => void; children: ReactNode };

/** A sheet from below, over everything; Escape and the cross close it. */
export function DoorSheet({ title, onClose, children }: SheetProps) {
  const { t } = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // only showModal() makes it modal
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      className="mx-auto mt-auto mb-0 max-h-[90dvh] w-full max-w-120 overflow-y-auto wrap-anywhere rounded-t-[18px] bg-surface px-4 pt-3 pb-[max(1.25rem,env(safe-area-inset-bottom))] text-base text-text backdrop:bg-scrim"
    >
      <div className="mb-2 flex items-center justify-between gap-3">
        <h2 id={titleId} className="heading min-w-0 text-lg font-bold! wrap-anywhere">
          {title}
        </h2>
        <button
          type="button"
          aria-label={t("door-scanner.close")}
          onClick={onClose}
          className="grid size-11 shrink-0 place-items-center rounded-[10px]"
        >
          <X aria-hidden size={22} />
        </button>
      </div>
      {children}
    </dialog>
  );
}

const SOLID =
  "min-h-13.5 w-full rounded-[14px] bg-text px-4 text-[1.0625rem] font-semibold text-on-ink disabled:opacity-50";

/** Types a ticket's six characters. */
export function CodeSheet({ onClose, onCode }: { onClose: () => void; onCode: (code: string) => void }) {
  const { t } = useText();
  const [code, setCode] = useState("");
  const isWhole = normalizedCode(code).length === 6;
  return (
    <DoorSheet title={t("door-scanner.code.title")} onClose={onClose}>
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (isWhole) onCode(code);
        }}
      >
        <label className="grid gap-1.5 text-text-2">
          {t("door-scanner.code.label")}
          <input
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the sheet was opened to type it
            autoFocus
            value={code}
            onChange={({ target }) => setCode(target.value)}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={9}
            className="h-16 w-full min-w-0 rounded-[12px] border-2 border-border-strong bg-bg text-center font-mono text-[2rem] tracking-[0.14em] text-text uppercase"
          />
        </label>
        <button type="submit" disabled={!isWhole} className={SOLID}>
          {t("door-scanner.code.check")}
        </button>
      </form>
    </DoorSheet>
  );
}

type DoorsProps = { phone: Phone; view: PhoneView; review: boolean; more: ReactNode; onClose: () => void };

/** Chooses the departure at whose door the phone stands, and the ways out of the scanner. */
export function DoorsSheet({ phone, view, review, more, onClose }: DoorsProps) {
  const { t, locale } = useText();
  const { list, at, device } = view;
  return (
    <DoorSheet title={t("door-scanner.doors")} onClose={onClose}>
      {!list && <p className="py-2 text-text-2">{t("door-scanner.hint.noList")}</p>}
      <ul className="grid gap-2">
        {(list ? doorsOf(list, phone.now()) : []).map((departure) => {
          const { inside, expected } = headCount(departure);
          return (
            <li key={departure.id}>
              <button
                type="button"
                aria-pressed={departure.id === at}
                onClick={() => {
                  phone.choose(departure.id);
                  onClose();
                }}
                className="grid min-h-14 w-full rounded-[12px] border-2 border-line-2 px-3.5 py-2 text-left aria-pressed:border-text"
              >
                <b className="font-semibold">{`${departure.title}, ${departure.start}`}</b>
                <span className="text-sub text-text-2">
                  {[
                    departure.city,
                    shortDate(departure.date, locale),
                    `${inside} ${t("door-scanner.inOf", { of: expected })}`,
                  ].join(" · ")}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      {more}
      <div className="mt-4 flex flex-wrap items-center justify-between gap-2 border-t border-border pt-3 text-sub text-text-2">
        <span className="w-full">{t("door-scanner.thisPhone", { device })}</span>
        {review && (
          <a
            href={localizedPath("/admin/door-alerts", locale)}
            className="flex min-h-11 items-center font-semibold text-agave-text"
          >
            {t("door-scanner.review")}
          </a>
        )}
        <a
          href={localizedPath("/admin/dashboard", locale)}
          className="flex min-h-11 items-center font-semibold text-agave-text"
        >
          {t("door-scanner.toAdmin")}
        </a>
      </div>
    </DoorSheet>
  );
}

const REASONS = ["wrong_person", "by_mistake", "left_again", "other"] as const;

type UndoProps = {
  choices: Undoable[];
  zone: string;
  onClose: () => void;
  onUndo: (what: Undoable, reason: string) => void;
};

/** How long a sheet stays once it has done its work, so that the second tap of two doesn't reach what lies below. */
const SECOND_TAP_MS = 400;

/** Takes an entry back, with a reason. */
export function UndoSheet({ choices, zone, onClose, onUndo }: UndoProps) {
  const { t } = useText();
  const [chosen, choose] = useState(0);
  const [reason, setReason] = useState<(typeof REASONS)[number]>("by_mistake");
  const [words, setWords] = useState("");
  const [isDone, setDone] = useState(false);
  const what = choices[chosen];
  if (!what)
    return (
      <DoorSheet title={t("door-scanner.undo.title")} onClose={onClose}>
        <p className="py-3 text-text-2">{t("door-scanner.undo.none")}</p>
      </DoorSheet>
    );
  const row = "flex min-h-11 items-center gap-3 rounded-lg px-1";
  const text = reason === "other" ? words.trim() : t(`door-scanner.undo.${reason}`);
  return (
    <DoorSheet title={t("door-scanner.undo.title")} onClose={onClose}>
      <form
        className="grid grid-cols-[minmax(0,1fr)] gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (isDone) return;
          setDone(true);
          onUndo(what, text);
          setTimeout(onClose, SECOND_TAP_MS);
        }}
      >
        <fieldset className="min-w-0">
          <legend className="text-sub text-text-2">{t("door-scanner.undo.whose")}</legend>
          {choices.map(({ name, guest, at, entries }, index) => (
            <label key={entries[0]?.event ?? index} className={row}>
              <input
                type="radio"
                name="whose"
                checked={index === chosen}
                onChange={() => choose(index)}
                className="size-5 shrink-0 accent-current"
              />
              <span className="min-w-0 grow leading-snug">
                <b className="block truncate font-semibold">{name}</b>
                {guest && (
                  <span className="text-sub text-text-2">
                    {guest.n !== null && `${t("door-scanner.guestN", { n: guest.n })} · `}
                    <span className="font-mono">{readableCode(guest.code)}</span>
                  </span>
                )}
              </span>
              <span className="shrink-0 text-sub text-text-2">
                {entries.length > 1
                  ? t("door-scanner.people", { n: entries.length })
                  : at && clockIn(new Date(at), zone)}
              </span>
            </label>
          ))}
        </fieldset>
        <fieldset className="min-w-0">
          <legend className="text-sub text-text-2">{t("door-scanner.undo.why")}</legend>
          {REASONS.map((one) => (
            <label key={one} className={row}>
              <input
                type="radio"
                name="why"
                checked={one === reason}
                onChange={() => setReason(one)}
                className="size-5 accent-current"
              />
              {t(`door-scanner.undo.${one}` as MessageId)}
            </label>
          ))}
          {reason === "other" && (
            <input
              required
              maxLength={200}
              value={words}
              aria-label={t("door-scanner.undo.words")}
              placeholder={t("door-scanner.undo.words")}
              onChange={({ target }) => setWords(target.value)}
              className="h-12 w-full rounded-[12px] border-2 border-border-strong bg-bg px-3 text-text"
            />
          )}
        </fieldset>
        <button type="submit" aria-disabled={isDone || undefined} className={SOLID}>
          {t("door-scanner.undo.do")}
        </button>
      </form>
    </DoorSheet>
  );
}

type PayProps = { phone: Phone; booking: string; name: string; onClose: () => void };

/** A code on the screen, which the guest scans to pay on their own phone. */
export function PaySheet({ phone, booking, name, onClose }: PayProps) {
  const { t } = useText();
  const [picture, setPicture] = useState<string | null | undefined>();
  // the link is made for this moment, and kept nowhere
  useEffect(() => {
    let gone = false;
    void (async () => {
      const [url, qr] = await Promise.all([phone.payLink(booking), import("qrcode")]);
      const drawn = url && (await qr.default.toString(url, { type: "svg", margin: 2, errorCorrectionLevel: "M" }));
      if (!gone) setPicture(drawn ? `data:image/svg+xml,${encodeURIComponent(drawn)}` : null);
    })().catch(() => gone || setPicture(null));
    return () => {
      gone = true;
    };
  }, [phone, booking]);
  return (
    <DoorSheet title={t("door-scanner.pay.title", { name })} onClose={onClose}>
      {picture === undefined && <p className="py-3 text-text-2">{t("door-scanner.pay.coming")}</p>}
      {picture === null && (
        <p role="alert" className="py-3 text-text-2">
          {t("door-scanner.pay.none")}
        </p>
      )}
      {picture && (
        <>
          <img
            src={picture}
            alt={t("door-scanner.pay.alt")}
            className="mx-auto w-full max-w-80 rounded-[12px] bg-[#ffffff]"
          />
          <p className="py-3 text-center text-text-2">{t("door-scanner.pay.text")}</p>
        </>
      )}
    </DoorSheet>
  );
}
