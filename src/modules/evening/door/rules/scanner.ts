import type { Result } from "./result.ts";

/**
 * What the scanner shows. `asking`: the server is asked whether the ticket admits. `card`: the result lies over the running
 * camera, because the phone decides alone.
 */
export type Screen =
  | { at: "camera" }
  | { at: "reading" }
  | { at: "result"; result: Result; since: number; card: boolean; open: boolean };

/** `inView`: the code that was judged last, and when the camera saw it last. */
export type ScannerState = { shown: Screen; inView: { text: string; at: number } | null };

/** `seen` and `nothing` come from the camera, `judged` from the rules or the server, the others from taps and the clock. */
export type ScannerInput =
  | { type: "seen"; text: string; now: number }
  | { type: "reading" }
  | { type: "judged"; result: Result; now: number; card: boolean }
  | { type: "changed"; result: Result }
  | { type: "tick"; now: number }
  | { type: "held"; now: number }
  | { type: "open" }
  | { type: "next" };

export const FIRST: ScannerState = { shown: { at: "camera" }, inView: null };

/** How long ADMITTED stays: the only result that leaves by itself. */
export const ADMITTED_MS = 2000;

/** How long a code has to be out of the picture before it counts as shown again. A blurred frame isn't "gone". */
export const GONE_MS = 3000;

/** The next state; `judge` is a code that now has to be judged. */
export function step(state: ScannerState, input: ScannerInput): { state: ScannerState; judge: string | null } {
  const stay = (next: Partial<ScannerState>) => ({ state: { ...state, ...next }, judge: null });
  const { shown: screen, inView } = state;
  switch (input.type) {
    case "seen": {
      const { text, now } = input;
      const isNew = inView?.text !== text || now - inView.at >= GONE_MS;
      if (!isNew) return stay({ inView: { text, at: now } });
      // another code waits until the result before it was understood
      if (!takesCodes(screen)) return { state, judge: null };
      return { state: { shown: { at: "reading" }, inView: { text, at: now } }, judge: text };
    }
    case "reading":
      return stay({ shown: { at: "reading" } });
    case "judged": {
      const { result, now, card } = input;
      return stay({ shown: { at: "result", result, since: now, card, open: !card } });
    }
    case "changed":
      return screen.at === "result" ? stay({ shown: { ...screen, result: input.result } }) : stay({});
    case "tick":
      return leavesAt(screen) <= input.now ? stay({ shown: { at: "camera" } }) : stay({});
    case "held":
      return screen.at === "result" ? stay({ shown: { ...screen, since: input.now } }) : stay({});
    case "open":
      return screen.at === "result" ? stay({ shown: { ...screen, open: true } }) : stay({});
    case "next": {
      // what couldn't be recorded is tried again with the code that is still in the picture
      const isAgain = screen.at === "result" && screen.result.reason === "unrecorded";
      return stay({ shown: { at: "camera" }, ...(isAgain ? { inView: null } : {}) });
    }
  }
}

/** Whether a new code is judged: never over a result that has to be understood first. */
const takesCodes = (screen: Screen): boolean =>
  screen.at === "camera" || (screen.at === "result" && screen.card && !screen.open && isAdmitted(screen));

/** When the result disappears by itself, in milliseconds; never where it waits for a tap. */
export const leavesAt = (screen: Screen): number => (isAdmitted(screen) ? screen.since + ADMITTED_MS : Infinity);

const isAdmitted = (screen: Screen): screen is Extract<Screen, { at: "result" }> =>
  screen.at === "result" && screen.result.kind === "admitted";
