import type { ReactNode } from "react";

type ExportFormProps = {
  base: string;
  format: "csv" | "xlsx";
  /** The chosen bookings by their ids, or `all` that a view's query holds. */
  chosen: { ids: string; all: string; query: string };
  children: ReactNode;
};

/** Asks for a file by a form, for that somebody took it out is noted. The answer is the file; the page stays. */
export const ExportForm = ({ base, format, chosen, children }: ExportFormProps) => (
  <form method="post" action={`${base}/export.${format}`}>
    {Object.entries(chosen).map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
    {children}
  </form>
);
