type Run<T> = { now: Promise<T>; next?: Promise<T> };
const ignore = () => {};

/**
 * Runs at most one read at a time per key. Callers that arrive while it runs share the next one: any number of callers costs
 * two reads, and nobody gets a result older than their call. The shared result must not be mutated.
 */
export function coalesce<T>(): (question: string, read: () => Promise<T>) => Promise<T> {
  const running = new Map<string, Run<T>>();
  const start = (question: string, read: () => Promise<T>): Promise<T> => {
    const run: Run<T> = { now: read() };
    running.set(question, run);
    const ended = () => void (run.next ?? running.delete(question));
    run.now.then(ended, ended);
    return run.now;
  };
  return (question, read) => {
    const run = running.get(question);
    if (!run) return start(question, read);
    return (run.next ??= run.now.then(ignore, ignore).then(() => start(question, read)));
  };
}
