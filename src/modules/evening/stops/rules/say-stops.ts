type SetStop = { bar_id: string; at: string; vouchers: number; skipped?: boolean };

/** Stops in one line, for the audit log: `20:00 La Palma, 21:30 El Faro (2)`; in brackets the drinks per ticket. */
export const sayStops = (stops: readonly SetStop[], bars: readonly { id: string; name: string }[]): string =>
  stops
    .filter(({ skipped }) => !skipped)
    .map(({ at, bar_id: id, vouchers }) =>
      [at, bars.find((bar) => bar.id === id)?.name ?? "?", ...(vouchers > 0 ? [`(${vouchers})`] : [])].join(" "),
    )
    .join(", ");

const plain = ({ bar_id, at, vouchers, skipped = false }: SetStop): string => [bar_id, at, vouchers, skipped].join(" ");

/** Whether two lists are of the same stops in the same order. */
export const isSameList = (a: readonly SetStop[], b: readonly SetStop[]): boolean =>
  a.map(plain).join() === b.map(plain).join();
