import { CircleAlert, CircleCheck, X } from "#src/ui/lucide/icons.ts";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { Button, IconButton } from "./button.tsx";
import { classNames } from "./class-names.ts";
import { LISTS, type ListedToast, listWith, type ToastMessage } from "./toast-list.ts";

type Stacking = {
  /** The toast's button, mostly for taking something back. */
  undo?: { label: string; act: () => void } | undefined;
  /** Called when its reader closes it, not when it ends otherwise. */
  onClose?: () => void;
  /** Stays until it is closed. */
  stays?: boolean;
};
type Toast = ListedToast & Stacking & { number: number };
type ListName = Toast["list"];

const listeners = new Set<() => void>();
const NONE: readonly Toast[] = [];
let toasts = NONE;
let count = 0;

/** Shows a message at the bottom of the screen. The list holds one: a new message replaces the old one. */
export const toast = (message: ToastMessage): void => void add("single", { tone: "bad", ...message });

/** Shows one of a series of small successes, or updates one of them. The function that it returns removes it. */
export const stackToast = (message: ToastMessage, how: Stacking = {}): (() => void) =>
  add("stack", { tone: "good", ...message, ...how });

/** Removes the message: for when its subject has left the screen. */
export const dismissToast = (): void => change(toasts.filter(({ list }) => list !== "single"));

function add(list: ListName, message: ToastMessage & Stacking): () => void {
  const number = ++count;
  change(listWith(toasts, { ...message, list, number }));
  return () => remove(number);
}
const remove = (number: number): void => change(toasts.filter((one) => one.number !== number));

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}
function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const PLACES = {
  foot: "bottom-4 max-md:bottom-24",
  /** Below the site's header, so that the stack never covers the single message. */
  top: "top-22 max-md:top-19",
  /** Above the admin's tabs. */
  admin: "bottom-5 max-md:bottom-18",
};

type RegionProps = { label: string; closeLabel: string; list?: ListName; place?: keyof typeof PLACES };

/** Where a list's toasts appear; once per page, so that the live region exists before its first message. Alt+T focuses it. */
export function ToastRegion({ label, closeLabel, list = "single", place = "foot" }: RegionProps) {
  const all = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => NONE,
  );
  const own = all.filter((one) => one.list === list);
  const region = useFocusKey(own.length > 0);
  const listRef = useFreePlace(region, own.length);
  return (
    <section
      ref={region}
      aria-label={label}
      aria-live="polite"
      aria-keyshortcuts="Alt+T"
      data-toasts={place}
      className={classNames("pointer-events-none fixed inset-x-4 z-50", PLACES[place])}
    >
      {/* the newest is nearest to the edge */}
      <ol
        ref={listRef}
        className={classNames("flex items-end gap-3", place === "top" ? "flex-col-reverse" : "flex-col")}
      >
        {own.map((one) => (
          <ToastCard key={one.number} one={one} closeLabel={closeLabel} />
        ))}
      </ol>
    </section>
  );
}

/** Keeps toasts off what can be pressed; the code for it comes with the first. */
function useFreePlace(region: RefObject<HTMLElement | null>, many: number) {
  const list = useRef<HTMLOListElement>(null);
  // only the browser knows where things stand
  useEffect(() => {
    if (many === 0) return;
    let stop = () => {};
    let isOver = false;
    const start = ({ keepFree }: typeof import("./free-toasts.ts")) => {
      if (!isOver && list.current && region.current) stop = keepFree(list.current, region.current);
    };
    // offline they stay where they are
    void import("./free-toasts.ts").then(start, () => {});
    return () => {
      isOver = true;
      stop();
    };
  }, [many, region]);
  return list;
}

/** Alt+T focuses the newest toast, which is last in the page and may be gone before Tab reaches it. */
function useFocusKey(any: boolean) {
  const region = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!any) return;
    const focus = (event: KeyboardEvent) => {
      if (event.altKey && event.code === "KeyT")
        region.current?.querySelector<HTMLElement>("li:last-child button")?.focus();
    };
    addEventListener("keydown", focus);
    return () => removeEventListener("keydown", focus);
  }, [any]);
  return region;
}

function ToastCard({ one, closeLabel }: { one: Toast; closeLabel: string }) {
  const { list, number, title, description, tone, undo, onClose, stays = false } = one;
  const close = () => remove(number);
  const { card, ...holding } = useClock(stays ? null : LISTS[list].ms, close);
  const Icon = tone === "bad" ? CircleAlert : CircleCheck;
  return (
    <li
      ref={card}
      {...holding}
      className={classNames(
        "pointer-events-auto flex w-full animate-[rise_220ms_var(--ease)] items-start gap-3 rounded-lg bg-surface py-2.5 pr-2 pl-4 text-text shadow-lg inset-ring inset-ring-border",
        list === "single" ? "max-w-96" : "max-w-89",
      )}
    >
      <Icon
        aria-hidden
        size={22}
        className={classNames("mt-2.5 shrink-0", tone === "bad" ? "text-low" : "text-high")}
      />
      <div className="grid min-h-11 grow content-center py-1 leading-snug">
        <p className="font-bold">{title}</p>
        {description && <p className="mt-0.5 text-[0.92em] text-text-2">{description}</p>}
      </div>
      {undo && (
        <Button
          kind="secondary"
          small
          onClick={() => {
            undo.act();
            close();
          }}
        >
          {undo.label}
        </Button>
      )}
      <IconButton
        label={closeLabel}
        onClick={() => {
          close();
          onClose?.();
        }}
      >
        <X aria-hidden size={20} />
      </IconButton>
    </li>
  );
}

/** A pointer that moves over a toast restarts its timer, at most twice a second. */
const AGAIN_MS = 500;

/**
 * Closes a toast after its time, but not while it has focus or the tab is hidden; focus then returns to where it came from. A
 * pointer that moves over it restarts the timer; one that only rests there doesn't, nor does a finger.
 */
function useClock(ms: number | null, close: () => void) {
  const card = useRef<HTMLLIElement>(null);
  const cameFrom = useRef<HTMLElement | null>(null);
  const [held, setHeld] = useState(false);
  const [moved, setMoved] = useState(0);
  const point = useRef<string>(null);
  const hidden = useSyncExternalStore(
    (changed) => {
      document.addEventListener("visibilitychange", changed);
      return () => document.removeEventListener("visibilitychange", changed);
    },
    () => document.hidden,
    () => false,
  );
  useEffect(() => {
    if (held || hidden || ms === null) return;
    const timer = setTimeout(close, ms);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- a page that is rendered again doesn't start the clock anew
  }, [held, hidden, ms, moved]);
  useLayoutEffect(() => {
    const element = card.current;
    return () => {
      if (element?.contains(document.activeElement)) cameFrom.current?.focus({ preventScroll: true });
    };
  }, []);
  return {
    card,
    onPointerMove: ({ pointerType, clientX, clientY, timeStamp }: React.PointerEvent) => {
      const here = `${clientX} ${clientY}`;
      // a toast that comes to a resting pointer is told of it, too
      const isMove = pointerType !== "touch" && point.current !== null && point.current !== here;
      point.current = here;
      if (isMove) setMoved(Math.ceil(timeStamp / AGAIN_MS));
    },
    onFocus: ({ currentTarget, relatedTarget }: React.FocusEvent) => {
      setHeld(true);
      if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
        cameFrom.current = relatedTarget;
    },
    onBlur: () => setHeld(false),
  };
}
