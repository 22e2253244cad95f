import { classNames } from "./class-names.ts";

/** The place of something still loading; give it the size of what will come. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={classNames("block animate-pulse rounded-md bg-surface-3", className)} />;
}
