export type ToastMessage = { title: string; description?: string; tone?: "good" | "bad" };
type ListName = "single" | "stack";
export type ListedToast = ToastMessage & { list: ListName; stays?: boolean };

/** How many toasts of a list are shown at once, and for how long; focus on one pauses its timer. */
export const LISTS = { single: { most: 1, ms: 8000 }, stack: { most: 3, ms: 4000 } };

/**
 * What is shown once another toast comes, the newest last. A success ends what failed before, in either list: it would deny it.
 * What stays until it is closed offers to try its own act again, and isn't ended. A full list gives up its oldest, those that stay
 * last.
 */
export function listWith<T extends ListedToast>(current: readonly T[], next: T): T[] {
  const left = next.tone === "good" ? current.filter(({ tone, stays }) => tone !== "bad" || stays) : current;
  const own = left.filter(({ list }) => list === next.list);
  const crowded = own.length < LISTS[next.list].most ? null : (own.find(({ stays }) => !stays) ?? own[0]);
  return [...left.filter((one) => one !== crowded), next];
}
