/** Who asks for a turn. */
export type Asker = {
  /** Lines take turns, so that a crowd in one doesn't hold up another. */
  line: string;
  /** What its turns are counted against, such as its network and the wider one around it. Of the first only one turn runs at a time. */
  shares: readonly [string, string];
  /** How many turns are left out of its count, so that it comes earlier. */
  ahead: number;
  /** Aborts when nobody waits for the outcome anymore. */
  signal?: AbortSignal;
};

/** The work was not begun: its line was full, or who asked for it has left. */
class NotServed extends Error {
  readonly code = "NOT_SERVED";
  readonly why: "full" | "left";

  constructor(why: "full" | "left") {
    super(`not served: ${why}`);
    this.why = why;
  }
}

/** Whether work was not begun. `instanceof` can't tell: the built application has its own copy of the class. */
export const isNotServed = (error: unknown): error is NotServed =>
  (error as { code?: string } | null)?.code === "NOT_SERVED";

/**
 * `atOnce` run, and `waiting` more wait in each line. Up to `calm` wait in order of arrival. Of more, the latest among those with
 * the fewest turns goes first, because in order of arrival everybody would wait behind a client that sends more than can be
 * served. A request that was `overtaken` so often is refused.
 */
type Most = { atOnce: number; waiting: number; calm: number; overtaken: number };

type Waiting = Asker & { begin: () => void; refuse: (why: NotServed["why"]) => void; overtaken: number };

/**
 * How many turns are remembered, of the first and of the second share: few enough that in an attack its own turns soon are most of
 * them. A large provider's guests have many turns in a quiet week, which mustn't count against the next one of them.
 */
const REMEMBERED = [1024, 64] as const;

/**
 * Shares a scarce resource fairly among strangers: whoever has had the fewest turns lately is next, and if a line is full,
 * whoever has had and asks for the most is refused. So an attacker delays only themselves, however many requests they send from
 * one network, and not a guest who comes once.
 */
export class FairQueue {
  readonly #most: Most;
  /** In order of arrival. */
  #waiting: Waiting[] = [];
  readonly #running = new Set<string>();
  #lastLine = "";
  readonly #turns = new Map<string, number>();
  readonly #remembered: [string[], string[]] = [[], []];

  constructor(most: Most) {
    this.#most = most;
  }

  /** Runs `work` when it is its turn. Throws NotServed, and then never runs it. */
  async take<T>(asker: Asker, work: () => Promise<T>): Promise<T> {
    if (asker.signal?.aborted) throw new NotServed("left");
    await this.#turn(asker);
    try {
      return await work();
    } finally {
      this.#running.delete(asker.shares[0]);
      this.#serveNext();
    }
  }

  /** Throws NotServed if a request made now wouldn't be admitted to the line: for callers that have work to do before they ask. */
  expectRoom(asker: Asker): void {
    const probe: Waiting = { ...asker, begin: () => {}, refuse: () => {}, overtaken: 0 };
    const line = [...this.#lineOf(asker.line), probe];
    if (line.length > this.#most.waiting && this.#last(line) === probe) throw new NotServed("full");
  }

  async #turn(asker: Asker): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => waiting.refuse("left");
    const waiting: Waiting = {
      ...asker,
      overtaken: 0,
      begin: () => {
        this.#drop(waiting);
        resolve();
      },
      refuse: (why) => {
        this.#drop(waiting);
        reject(new NotServed(why));
      },
    };
    asker.signal?.addEventListener("abort", leave, { once: true });
    this.#waiting.push(waiting);
    this.#serveNext();
    const line = this.#lineOf(asker.line);
    if (line.length > this.#most.waiting) this.#last(line).refuse("full");
    await promise.finally(() => asker.signal?.removeEventListener("abort", leave));
  }

  #drop(gone: Waiting): void {
    this.#waiting = this.#waiting.filter((one) => one !== gone);
  }

  #lineOf(line: string): Waiting[] {
    return this.#waiting.filter((one) => one.line === line);
  }

  /** Begins whatever may begin. */
  #serveNext(): void {
    while (this.#running.size < this.#most.atOnce) {
      const free = this.#waiting.filter(({ shares: [share] }) => !this.#running.has(share));
      const others = free.filter(({ line }) => line !== this.#lastLine);
      const next = this.#first(others.length > 0 ? others : free);
      if (!next) return;
      this.#lastLine = next.line;
      this.#running.add(next.shares[0]);
      this.#remember(next.shares);
      next.begin();
      this.#overtake(next.line);
    }
  }

  #overtake(line: string): void {
    for (const one of this.#lineOf(line)) if (++one.overtaken >= this.#most.overtaken) one.refuse("full");
  }

  #had(share: string): number {
    return this.#turns.get(share) ?? 0;
  }

  /** Who is next: the first of each share, and of them whoever has had the least. */
  #first(line: readonly Waiting[]): Waiting | undefined {
    const isCrowd = line.length > this.#most.calm;
    const heads = [...Map.groupBy(line, ({ shares }) => shares[0]).values()].map(([head]) => head!);
    const dueOf = ({ shares, ahead }: Waiting) => [this.#had(shares[0]) - ahead, this.#had(shares[1])] as const;
    return heads.reduce<Waiting | undefined>((best, one) => {
      if (!best) return one;
      const order = compare(dueOf(one), dueOf(best));
      return order < 0 || (order === 0 && isCrowd) ? one : best;
    }, undefined);
  }

  /** Who would be served last: the newest of the share that has had and asks for the most; of several alike whoever came first. */
  #last(line: readonly Waiting[]): Waiting {
    const byShare = Map.groupBy(line, ({ shares }) => shares[0]);
    const around = Map.groupBy(line, ({ shares }) => shares[1]);
    const dueOf = ({ shares: [narrow, wide], ahead }: Waiting) =>
      [this.#had(narrow) + byShare.get(narrow)!.length - ahead, this.#had(wide) + around.get(wide)!.length] as const;
    const tails = [...byShare.values()].map((waiting) => waiting.at(-1)!);
    return tails.reduce((worst, one) => (compare(dueOf(one), dueOf(worst)) > 0 ? one : worst));
  }

  #remember(shares: Asker["shares"]): void {
    for (const which of [0, 1] as const) {
      const [share, remembered] = [shares[which], this.#remembered[which]];
      this.#turns.set(share, this.#had(share) + 1);
      remembered.push(share);
      if (remembered.length > REMEMBERED[which]) this.#forget(remembered.shift()!);
    }
  }

  #forget(share: string): void {
    const left = this.#had(share) - 1;
    if (left > 0) this.#turns.set(share, left);
    else this.#turns.delete(share);
  }
}

type Due = readonly [number, number];
const compare = (a: Due, b: Due): number => a[0] - b[0] || a[1] - b[1];
