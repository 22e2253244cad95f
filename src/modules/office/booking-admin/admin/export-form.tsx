import type { ReactNode } from "react";

type ExportFormProps = {
  base: string;
  format: "csv" | "xlsx";
  /** The selected bookings: their ids, or `all` of the view in `query`. */
  chosen: { ids: string; all: string; query: string };
  children: ReactNode;
};

/** Downloads a file by POST, because exports are audited. The response is the file, so the page stays. */
export const ExportForm = ({ base, format, chosen, children }: ExportFormProps) => (
  <form method="post" action={`${base}/export.${format}`}>
    {Object.entries(chosen).map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
    {children}
  </form>
);
