/** `step` is 0 to 5; null for an empty cell. `open`: its period isn't over, so it is only outlined. */
export type HeatCell = { text: string; label: string; step: number | null; open: boolean };
export type HeatRow = { name: string; cells: readonly HeatCell[] };

type HeatStripProps = { label: string; columns: readonly { short: string; name: string }[]; rows: readonly HeatRow[] };

// each cell shows its figure, so nothing is conveyed by color alone; the text color inverts at the last step
const STEPS = ["bg-agave/8", "bg-agave/18", "bg-agave/30", "bg-agave/42", "bg-agave/55", "bg-agave text-on-ink"];

/** A table whose cells are tinted by their value. */
export function HeatStrip({ label, columns, rows }: HeatStripProps) {
  return (
    <table aria-label={label} className="heat-strip">
      <thead>
        <tr>
          <th className="w-16" aria-hidden />
          {columns.map(({ short, name }) => (
            <th key={name} scope="col" abbr={name}>
              <span aria-hidden>{short}</span>
              <span className="sr-only">{name}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, cells }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {cells.map((cell, i) => (
              <td key={i} title={cell.label} className={lookOf(cell)}>
                {cell.text}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function lookOf({ step, open }: HeatCell): string {
  if (open) return "border border-dashed border-border-strong text-text-2";
  return step === null ? "text-text-3" : (STEPS[step] ?? "");
}
