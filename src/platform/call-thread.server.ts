import { Worker } from "node:worker_threads";

/** Too many calls wait for a thread. The same call may succeed a little later. */
export class ThreadBusy extends Error {}

/** `waiting` calls wait at most; one that takes longer than `longestMs` ends with the thread, as does a thread idle for `idleMs`. */
type Most = { waiting: number; longestMs: number; idleMs: number };
type Call = { message: unknown; resolve: (value: unknown) => void; reject: (error: Error) => void };
/** What the program of a thread posts for each message: its value, or what went wrong. */
export type ThreadAnswer = { value: unknown } | { error: string };

/**
 * A thread that works on one message after the other, started when it is first needed: work of many milliseconds doesn't hold up
 * the pages. If it ends, the call that it worked on fails; the next call starts another thread.
 */
export class CalledThread {
  readonly #program: string;
  readonly #most: Most;
  readonly #waiting: Call[] = [];
  #worker: Worker | undefined;
  #working = false;
  #idle: NodeJS.Timeout | undefined;

  /** `program`: the path of a file that Node runs as it is. */
  constructor(program: string, most: Most) {
    this.#program = program;
    this.#most = most;
  }

  /** The thread's answer to a message. Rejects with `ThreadBusy` when too many wait. */
  call(message: unknown): Promise<unknown> {
    if (this.#waiting.length >= this.#most.waiting) return Promise.reject(new ThreadBusy(this.#program));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ message, resolve, reject });
      void this.#workOn();
    });
  }

  async #workOn(): Promise<void> {
    if (this.#working) return;
    this.#working = true;
    clearTimeout(this.#idle);
    for (let call = this.#waiting.shift(); call; call = this.#waiting.shift())
      await this.#answerTo(call.message).then(call.resolve, call.reject);
    this.#working = false;
    // an idle thread keeps no process from ending
    this.#worker?.unref();
    this.#idle = setTimeout(() => this.#end(), this.#most.idleMs).unref();
  }

  #answerTo(message: unknown): Promise<unknown> {
    const worker = (this.#worker ??= new Worker(this.#program, { execArgv: [] }));
    worker.ref();
    return new Promise((resolve, reject) => {
      const stopped = (why: unknown) => {
        done();
        this.#end();
        reject(why instanceof Error ? why : new Error(`the thread ended: ${String(why)}`));
      };
      const answered = (answer: ThreadAnswer) => {
        done();
        if ("error" in answer) reject(new Error(answer.error));
        else resolve(answer.value);
      };
      const timer = setTimeout(() => stopped(`no answer within ${this.#most.longestMs} ms`), this.#most.longestMs);
      const done = () => {
        clearTimeout(timer);
        worker.off("message", answered).off("error", stopped).off("exit", stopped);
      };
      worker.on("message", answered).on("error", stopped).on("exit", stopped);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
      worker.postMessage(message);
    });
  }

  #end(): void {
    const worker = this.#worker;
    this.#worker = undefined;
    // later messages about its end concern nobody
    worker?.on("error", () => {});
    void worker?.terminate();
  }
}
