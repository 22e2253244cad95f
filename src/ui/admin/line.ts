import { isOfRouter } from "#src/kernel/router-requests.ts";
import { isOfServer, nothingDone, pendingPath } from "#src/ui/router-internals.ts";

/**
 * The connection to the server. While it is lost, a page's requests wait here instead of failing: React Router would put an error
 * in the page's place, and what was typed would be gone. `LostLine` tells of it and offers to try again.
 */

/** A request without an answer. A read is also retried automatically; a form only when its sender says so. */
type Waiting = { read: boolean; wake: (how: Turn) => void };
type Turn = "asked" | "by itself" | "given up";

/** Pause in ms before a read is tried again by itself; it doubles up to the longest. */
const PAUSE = 2000;
const LONGEST_PAUSE = 30_000;

const waiting = new Set<Waiting>();
const listeners = new Set<() => void>();
let loss = 0;
let losses = 0;
let unread = false;

/** 0 while connected, else a number that changes whenever the loss has to be announced again. */
export const currentLoss = (): number => loss;

export function onLoss(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** Sends everything again, forms included. */
export function tryAgain(): void {
  change(0);
  for (const { wake } of waiting) wake("asked");
}

/** The notice was dismissed: forms can be tried again, reads continue silently. */
export function stopTelling(): void {
  unread = false;
  for (const { read, wake } of waiting) if (!read) wake("given up");
}

/** Lets requests of the router wait for the line, until the function that it returns is called. */
export function holdLine(): () => void {
  const send = window.fetch;
  const holding: typeof fetch = (input, init) => (isPageData(input) ? patient(send, input, init) : send(input, init));
  const stopReload = (event: NavigateEvent) => {
    if (event.navigationType !== "reload" || event.userInitiated || reloading) return;
    event.preventDefault();
    void openOnceFound(send);
  };
  window.fetch = holding;
  window.navigation?.addEventListener("navigate", stopReload);
  return () => {
    window.fetch = send;
    window.navigation?.removeEventListener("navigate", stopReload);
  };
}

const isPageData = (input: URL | RequestInfo): boolean =>
  isOfRouter(new URL(input instanceof Request ? input.url : input, location.href).pathname);

/** `send`, but where nobody can be reached it waits until somebody is, or until its `signal` ends it. */
async function patient(send: typeof fetch, input: URL | RequestInfo, init: RequestInit = {}): Promise<Response> {
  const first = await reach(send, input, init);
  if (first) return first;
  const one: Waiting = { read: (init.method ?? "GET") === "GET", wake: () => {} };
  waiting.add(one);
  tellLoss();
  try {
    for (let pause = PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      const turn = await nextTurn(one, pause, init.signal);
      if (turn === "given up") return nothingDone();
      const answer = await reach(send, input, init);
      if (answer) return answer;
      if (turn === "asked") tellLoss();
    }
  } finally {
    waiting.delete(one);
    for (const { read, wake } of waiting) if (read) wake("by itself");
    if (waiting.size === 0) change(0);
  }
}

/** Null where nobody answers, or a proxy (or our own server) says that nobody can at the moment. */
async function reach(send: typeof fetch, input: URL | RequestInfo, init: RequestInit): Promise<Response | null> {
  try {
    const answer = await send(input, init);
    const away = answer.status >= 502 && answer.status <= 504 && !isOfServer(answer);
    return away ? null : answer;
  } catch (error) {
    if (init.signal?.aborted || !(error instanceof TypeError)) throw error;
    return null;
  }
}

function nextTurn(one: Waiting, pause: number, signal?: AbortSignal | null): Promise<Turn> {
  const { promise, resolve, reject } = Promise.withResolvers<Turn>();
  const byItself = () => one.read && resolve("by itself");
  const aborted = () => reject(signal?.reason as Error);
  const timer = setTimeout(byItself, pause);
  one.wake = resolve;
  addEventListener("online", byItself);
  signal?.addEventListener("abort", aborted);
  return promise.finally(() => {
    clearTimeout(timer);
    removeEventListener("online", byItself);
    signal?.removeEventListener("abort", aborted);
  });
}

function tellLoss(): void {
  if (loss !== 0 && unread) return;
  unread = true;
  change(++losses);
}

function change(now: number): void {
  if (loss === now) return;
  loss = now;
  for (const changed of listeners) changed();
}

let reloading = false;

/**
 * React Router reloads the page when the code of another can't be fetched, which offline leaves nothing. It never asks for
 * that code again, so once the line is back the browser opens the page that was wanted.
 */
async function openOnceFound(send: typeof fetch): Promise<void> {
  const path = pendingPath();
  await patient(send, "/favicon.svg", { cache: "no-store" });
  if (path !== pendingPath()) return;
  reloading = true;
  if (path === null) location.reload();
  else location.assign(path);
}
