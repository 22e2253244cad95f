import { Company } from "#src/platform/share-thread.server.ts";

/**
 * `atOnce` run, `forOne` of them for one client at most, and one where it has a crowd in line and others come too; `waiting` more wait their turn. What runs for longer than `busyMs` waits for
 * something else, and gives its place on. A client with a crowd in line starts nothing while another's runs, for `patienceMs` at most.
 */
type Most = { atOnce: number; forOne: number; waiting: number; busyMs: number; patienceMs: number };

/** Where somebody stands in line, from the outside in: a client (a network), then ever narrower parts of it. */
export type Lane = readonly [client: string, ...within: string[]];

type Options = {
  /** How many of the same lane may wait and run. */
  most: number;
  /** Whoever asked has gone: they leave the line. Not for what others wait for too. */
  signal?: AbortSignal;
  /** The name of what several wait for, so that they can hurry it (`join`). */
  shared?: string;
};

type Job = {
  lanes: Map<string, Lane>;
  shared: string | undefined;
  start: (client: string) => void;
  refuse: () => void;
};
/** `turn` counts starts, of all clients: who has the lowest is next. `startedAt` is in milliseconds. */
type Client = { running: number; waiting: number; turn: number; startedAt: number; line: Line };

/** Jobs of one lane in order of arrival, or narrower lanes of which each has its turn. */
class Line {
  readonly #jobs: Job[] = [];
  readonly #within = new Map<string, Line>();

  get isEmpty(): boolean {
    return this.#jobs.length === 0 && this.#within.size === 0;
  }

  add([name, ...rest]: readonly string[], job: Job): void {
    if (name === undefined) return void this.#jobs.push(job);
    let line = this.#within.get(name);
    if (!line) this.#within.set(name, (line = new Line()));
    line.add(rest, job);
  }

  remove([name, ...rest]: readonly string[], job: Job): void {
    const line = name === undefined ? undefined : this.#within.get(name);
    line?.remove(rest, job);
    if (line?.isEmpty) this.#within.delete(name!);
    const at = name === undefined ? this.#jobs.indexOf(job) : -1;
    if (at >= 0) this.#jobs.splice(at, 1);
  }

  /** Whose turn it is; their lane is the last one afterward. */
  next(): Job | undefined {
    const [first] = this.#within;
    if (!first) return this.#jobs[0];
    const [name, line] = first;
    this.#within.delete(name);
    this.#within.set(name, line);
    return line.next();
  }

  /** Who came last, of the longest lane. */
  last(): Job | undefined {
    const lines = [...this.#within.values()].toSorted((a, b) => b.size - a.size);
    return lines[0]?.last() ?? this.#jobs.at(-1);
  }

  get size(): number {
    return [...this.#within.values()].reduce((sum, line) => sum + line.size, this.#jobs.length);
  }
}

/**
 * Limits how many renders run and wait at once, and shares them fairly: each client in line has its turn, so that a flood of one
 * delays itself (docs/decisions/119).
 */
export class Turns {
  #running = 0;
  #turns = 0;
  #waiting = 0;
  readonly #clients = new Map<string, Client>();
  /** How many of each lane wait and run, those included that have given their place on. */
  readonly #inside = new Map<string, number>();
  readonly #shared = new Map<string, Job>();
  readonly #company = new Company();
  #isShared = false;
  readonly #most: Most;

  constructor(most: Most) {
    this.#most = most;
  }

  /**
   * Runs when it is its lane's turn; `otherwise` when too many of it wait, at once or when others need the room. Whoever calls `leave`
   * before waiting for something else gives the place on.
   */
  async take<T>(
    lane: Lane,
    run: (leave: () => void) => Promise<T>,
    otherwise: () => T | Promise<T>,
    { most, signal, shared }: Options,
  ): Promise<T> {
    this.#isShared = this.#company.note(lane[0]);
    const name = nameOf(lane);
    const inside = this.#inside.get(name) ?? 0;
    if (inside >= most || !this.#makeRoom(lane)) return otherwise();
    this.#inside.set(name, inside + 1);
    try {
      const client = await this.#turnOf(lane, shared, signal);
      return await (client === null ? otherwise() : this.#run(client, run));
    } finally {
      const left = this.#inside.get(name)! - 1;
      if (left > 0) this.#inside.set(name, left);
      else this.#inside.delete(name);
    }
  }

  /** Somebody else waits for a shared job: it runs when it is the turn of either lane. Nothing where none of this name waits. */
  join(shared: string, lane: Lane): void {
    const job = this.#shared.get(shared);
    if (job && !job.lanes.has(nameOf(lane))) this.#enter(lane, job);
    this.#startNext();
  }

  /** Resolves with the client whose place it takes; null for whoever has left or had to make room. */
  #turnOf(lane: Lane, shared: string | undefined, signal: AbortSignal | undefined): Promise<string | null> {
    const { promise, resolve } = Promise.withResolvers<string | null>();
    const refuse = () => (this.#leave(job), resolve(null));
    const start = (client: string) => (signal?.removeEventListener("abort", refuse), resolve(client));
    const job: Job = { lanes: new Map(), shared, start, refuse };
    signal?.addEventListener("abort", refuse, { once: true });
    if (shared !== undefined && !this.#shared.has(shared)) this.#shared.set(shared, job);
    this.#waiting++;
    this.#enter(lane, job);
    if (signal?.aborted) refuse();
    this.#startNext();
    return promise;
  }

  #enter(lane: Lane, job: Job): void {
    const [name, ...within] = lane;
    let client = this.#clients.get(name);
    if (!client)
      this.#clients.set(name, (client = { running: 0, waiting: 0, turn: 0, startedAt: -Infinity, line: new Line() }));
    client.line.add(within, job);
    client.waiting++;
    job.lanes.set(nameOf(lane), lane);
  }

  #leave(job: Job): void {
    if (job.lanes.size === 0) return;
    for (const [name, ...within] of job.lanes.values()) {
      const client = this.#clients.get(name)!;
      client.line.remove(within, job);
      client.waiting--;
      this.#forget(name, client);
    }
    job.lanes.clear();
    this.#waiting--;
    if (job.shared !== undefined && this.#shared.get(job.shared) === job) this.#shared.delete(job.shared);
  }

  #forget(name: string, { running, waiting }: Client): void {
    if (running === 0 && waiting === 0) this.#clients.delete(name);
  }

  /** In a full line the longest crowd makes room for whoever is of a shorter one. */
  #makeRoom([name]: Lane): boolean {
    if (this.#waiting < this.#most.waiting) return true;
    const mine = this.#clients.get(name)?.waiting ?? 0;
    const [longest] = [...this.#clients.values()].toSorted((a, b) => b.waiting - a.waiting);
    if (!longest || longest.waiting <= mine + 1) return false;
    longest.line.last()?.refuse();
    return true;
  }

  #startNext(): void {
    while (this.#running < this.#most.atOnce) {
      const [found] = [...this.#clients]
        .filter(([name, client]) => this.#mayStart(name, client))
        .toSorted(([, a], [, b]) => a.turn - b.turn);
      if (!found) return;
      const [name, client] = found;
      const job = client.line.next()!;
      this.#running++;
      client.running++;
      client.turn = ++this.#turns;
      client.startedAt = performance.now();
      this.#leave(job);
      job.start(name);
    }
  }

  #mayStart(name: string, { waiting, running, startedAt }: Client): boolean {
    if (waiting === 0 || running >= this.#most.forOne) return false;
    const isCrowd = waiting + running > 1;
    if (!isCrowd || performance.now() - startedAt > this.#most.patienceMs) return true;
    // whoever comes next waits for what runs already
    if (running > 0 && this.#isShared) return false;
    const others = [...this.#clients].filter(([other, client]) => other !== name && client.running > 0);
    // of two crowds each has one place
    return others.length === 0 || (running === 0 && others.every(([, client]) => client.waiting > 0));
  }

  async #run<T>(name: string, run: (leave: () => void) => Promise<T>): Promise<T> {
    let leave = () => {
      leave = () => {};
      this.#running--;
      const client = this.#clients.get(name)!;
      client.running--;
      this.#forget(name, client);
      this.#startNext();
    };
    const timer = setTimeout(() => leave(), this.#most.busyMs);
    try {
      return await run(() => leave());
    } finally {
      clearTimeout(timer);
      leave();
    }
  }
}

const nameOf = (lane: Lane): string => lane.join(" ");
