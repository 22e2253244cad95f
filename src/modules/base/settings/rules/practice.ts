/** How payments run: `sandbox` practises, with simulated money. Rows of payments have the word as their `mode`. */
export type PaymentsMode = "sandbox" | "live";

/** Whether a row of this mode is practice. */
export const isPractice = (mode: string): boolean => mode === "sandbox";

/** The mode of rows that are practice, or real. */
export const modeOf = (practice: boolean): PaymentsMode => (practice ? "sandbox" : "live");

/** Whether this server practises: what is made here is practice (`test`), and lists and sums show it beside what is real (docs/decisions/128). */
export const practises = ({ settings }: { settings: { PAYMENTS_MODE: PaymentsMode } }): boolean =>
  isPractice(settings.PAYMENTS_MODE);
