import { MOST_TAPS, type Tap, TAPS_BYTES, type TapResult } from "#src/modules/evening/stops/schema.ts";
import { isWaiting, type Outbox } from "#src/ui/outbox/outbox.ts";

/** A tap with its night and whose it is; `refused`: why the server didn't take it, until somebody has read that. It names nobody. */
export type KeptTap = Tap & { night: string; userId: string; refused: string | null };

/** `waiting`: no answer yet; `signed_out`: the server wants to know who asks, or they may no longer. */
export type Line = "ok" | "waiting" | "signed_out";
/** `refused`: it took nothing of what was sent, such as a form that is too long or isn't one. */
type Answer = { line: "ok"; results: readonly TapResult[] } | { line: "waiting" | "signed_out" | "refused" };
export type Send = (taps: readonly KeptTap[]) => Promise<Answer>;
type Store = Pick<Outbox<KeptTap>, "rows" | "put" | "settle" | "storage">;

/** From then on the page says that something waits. */
const SLOW_MS = 1500;

type Way = {
  store: Store;
  send: Send;
  /** called whenever the view has changed */
  tell: () => void;
  /** called with what became of taps, before they leave the screen */
  onSent: (results: readonly TapResult[]) => Promise<void>;
};

/** What one guide did on one night and the server hasn't yet: kept first, then sent, one after the other. */
export class TapBox {
  taps: readonly KeptTap[] = [];
  line: Line = "ok";
  private isSending = false;

  private readonly whose: Pick<KeptTap, "night" | "userId">;
  private readonly way: Way;

  constructor(whose: Pick<KeptTap, "night" | "userId">, way: Way) {
    this.whose = whose;
    this.way = way;
  }

  /** False where the phone couldn't keep something: then it is only in this page. */
  get isKept(): boolean {
    return this.way.store.storage === "kept";
  }

  /** Takes up what an earlier page has left. */
  async open(): Promise<void> {
    const { night, userId } = this.whose;
    const all = await this.way.store.rows();
    const mine = all.filter((tap) => tap.night === night && tap.userId === userId);
    this.taps = [...mine, ...this.taps.filter(({ id }) => !mine.some((one) => one.id === id))];
    if (this.waiting().length > 0) this.line = "waiting";
    this.way.tell();
    await this.flush();
  }

  async add(tap: KeptTap): Promise<void> {
    this.taps = [...this.taps, tap];
    this.way.tell();
    await this.way.store.put([tap]);
    await this.flush();
  }

  /** Takes a refused tap off the phone: somebody has read why. */
  async dismiss(id: string): Promise<void> {
    this.taps = this.taps.filter((tap) => tap.id !== id);
    await this.way.store.settle(new Map([[id, null]]));
    this.way.tell();
  }

  /** Sends the waiting taps until none is left or the server doesn't answer. */
  async flush(): Promise<void> {
    if (this.isSending) return;
    this.isSending = true;
    const slow = setTimeout(() => this.show("waiting"), SLOW_MS);
    try {
      let most = MOST_TAPS;
      for (let next = this.waiting(); next.length > 0; next = this.waiting()) {
        const lot = firstOf(next, most);
        const answer = await this.way.send(lot);
        if (answer.line === "refused") {
          // one of them may be at fault for all
          if (lot.length === 1) await this.take(lot.map(({ id }) => ({ id, refused: "failed", bar: "", missing: 0 })));
          most = 1;
          continue;
        }
        if (answer.line !== "ok" || answer.results.length === 0)
          return this.show(answer.line === "ok" ? "waiting" : answer.line);
        await this.take(answer.results);
      }
      this.show("ok");
    } finally {
      clearTimeout(slow);
      this.isSending = false;
    }
  }

  private waiting = () => this.taps.filter(isWaiting);

  private async take(results: readonly TapResult[]): Promise<void> {
    const of = new Map(results.map(({ id, refused }) => [id, refused]));
    const after = (tap: KeptTap): KeptTap | null => {
      const refused = of.get(tap.id) ?? null;
      return refused === null ? null : { ...tap, refused };
    };
    const answers = new Map(this.taps.filter(({ id }) => of.has(id)).map((tap) => [tap.id, after(tap)]));
    await this.way.store.settle(answers);
    this.taps = this.taps.map((tap) => answers.get(tap.id) ?? tap);
    await this.way.onSent(results);
    this.taps = this.taps.filter(({ id }) => answers.get(id) !== null);
    this.way.tell();
  }

  private show(line: Line): void {
    if (this.line === line) return;
    this.line = line;
    this.way.tell();
  }
}

/** What is sent at once: in their order, and as much as a form may hold; one goes in any case. */
function firstOf(taps: readonly KeptTap[], most: number): readonly KeptTap[] {
  let bytes = 0;
  const end = taps.findIndex((tap, index) => {
    bytes += encodeURIComponent(JSON.stringify(tap)).length;
    return index > 0 && (index === most || bytes > TAPS_BYTES);
  });
  return end === -1 ? taps : taps.slice(0, end);
}
