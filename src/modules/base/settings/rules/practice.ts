/** Whether this server practises: what is made here is practice (`test`), and lists and sums show it beside what is real (docs/decisions/128). */
export const practises = ({ settings }: { settings: { PAYMENTS_MODE: "sandbox" | "live" } }): boolean =>
  settings.PAYMENTS_MODE === "sandbox";
