import { toOneLine } from "#src/kernel/plain-text.ts";

/** The last name of a form: empty if the guest said that they have one name, otherwise a field that was left out (` `). */
export const lastNameOf = ({ last_name, one_name }: { last_name: string; one_name: boolean }): string =>
  toOneLine(last_name) !== "" ? last_name : one_name ? "" : " ";

/** Whether somebody has a first name alone. */
export const hasOneName = ({ first_name, last_name }: { first_name: string; last_name: string }): boolean =>
  first_name !== "" && last_name === "";
