/** So long after another client's request, one that goes on alone still leaves room for it. */
const COMPANY_MS = 60_000;

/** Whether several clients come at present. While there is only one, sharing would only cost. */
export class Company {
  #last = "";
  #until = -Infinity;

  /** Notes a request of this client; whether another one came within the last minute. */
  note(client: string): boolean {
    const now = performance.now();
    if (client !== this.#last) {
      if (this.#last !== "") this.#until = now + COMPANY_MS;
      this.#last = client;
    }
    return now < this.#until;
  }
}

/** So much of a turn of the event loop is one client's, in milliseconds: some tens of kept pages. */
const SHARE_MS = 1;

/**
 * Shares the thread between clients before any other work on a request. Many requests that arrive together are answered in one turn
 * of the event loop, and whoever comes next would wait for all of them; here each client begins for a millisecond in a turn, and the
 * rest of its requests in the next ones (docs/decisions/119).
 */
export class SharedThread {
  readonly #company = new Company();
  /** How long each client has worked in this turn, in milliseconds. */
  readonly #used = new Map<string, number>();
  readonly #waiting = new Map<string, (() => unknown)[]>();
  #isTurnSet = false;
  readonly #clock: () => number;

  /** `clock` tells milliseconds. */
  constructor(clock = () => performance.now()) {
    this.#clock = clock;
  }

  /** Runs now, or in a later turn. */
  take(client: string, run: () => unknown): void {
    const isShared = this.#company.note(client);
    const line = this.#waiting.get(client);
    if (line) return void line.push(run);
    if (!isShared) return void run();
    if ((this.#used.get(client) ?? 0) < SHARE_MS) this.#run(client, run);
    else this.#waiting.set(client, [run]);
    this.#setTurn();
  }

  #run(client: string, run: () => unknown): void {
    const began = this.#clock();
    try {
      run();
    } finally {
      this.#used.set(client, (this.#used.get(client) ?? 0) + this.#clock() - began);
    }
  }

  #setTurn(): void {
    if (this.#isTurnSet) return;
    this.#isTurnSet = true;
    setImmediate(() => this.#turn());
  }

  #turn(): void {
    this.#isTurnSet = false;
    this.#used.clear();
    // what a request throws must keep neither its client nor another from a turn
    if (this.#waiting.size > 0) this.#setTurn();
    for (const [client, line] of this.#waiting) {
      while (line.length > 0 && (this.#used.get(client) ?? 0) < SHARE_MS) this.#run(client, line.shift()!);
      if (line.length === 0) this.#waiting.delete(client);
    }
  }
}
