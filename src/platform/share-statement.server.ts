type Asking<In, Out> = { one: In; resolve: (out: Out) => void; reject: (error: unknown) => void };

/**
 * Runs what many ask at the same time together: whoever comes while a batch is under way goes with the next one, of at most `most`;
 * whoever comes alone doesn't wait. `run` returns an answer for each, in order; its error is everybody's. Where a batch takes longer than
 * `patience` milliseconds, because it waits for somebody else's lock, the next one starts beside it.
 */
export function inBatches<In, Out>(
  run: (batch: readonly In[]) => Promise<readonly Out[]>,
  { most = 50, patience = 100 }: { most?: number; patience?: number } = {},
): (one: In) => Promise<Out> {
  const waiting: Asking<In, Out>[] = [];
  let underWay = 0;
  let timer: NodeJS.Timeout | null = null;
  const stopTimer = () => {
    if (timer) clearTimeout(timer);
    timer = null;
  };
  const start = async (): Promise<void> => {
    stopTimer();
    const batch = waiting.splice(0, most);
    if (batch.length === 0) return;
    underWay++;
    startTimer();
    try {
      const answers = await run(batch.map(({ one }) => one));
      batch.forEach(({ resolve }, n) => resolve(answers[n]!));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    underWay--;
    // not awaited: as long as somebody waits, a batch would keep all those before it
    void start();
  };
  const startTimer = () => {
    if (waiting.length > 0) timer ??= setTimeout(() => void start(), patience).unref();
  };
  return (one) =>
    new Promise((resolve, reject) => {
      waiting.push({ one, resolve, reject });
      if (underWay === 0) void start();
      else startTimer();
    });
}

/** `inBatches` for each database, by whatever asks it. */
export function batchesPer<On extends object, In, Out>(
  run: (on: On, batch: readonly In[]) => Promise<readonly Out[]>,
): (on: On, one: In) => Promise<Out> {
  const all = new WeakMap<On, (one: In) => Promise<Out>>();
  return (on, one) => {
    let ask = all.get(on);
    if (!ask) all.set(on, (ask = inBatches((batch) => run(on, batch))));
    return ask(one);
  };
}
