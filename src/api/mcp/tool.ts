import type { z } from "zod";
import { toOneLine } from "#src/kernel/plain-text.ts";
import type { Failure, Ok } from "#src/kernel/result.ts";
import type { Scope } from "#src/modules/base/identity/rules/scopes.ts";
import type { Context } from "#src/platform/context.server.ts";

/** What a tool answers; `booking` is the id of the one that it was about, for the audit log. */
type Answer<Output> = Ok<{ answer: Output; booking?: string }>;

type Spec<Input extends z.ZodObject, Output extends z.ZodObject> = {
  name: string;
  title: string;
  /** constant: nothing that anybody has typed is ever part of it */
  description: string;
  /** what a key of the house needs; null for guests' tools, which need none */
  scope: Scope | null;
  /** reads what is of every site, whichever: for no key that is limited to some */
  everySite?: true;
  /** changes nothing · keeps something that ends by itself · sends an email · changes what somebody has */
  effect: "reads" | "holds" | "mails" | "changes";
  input: Input;
  output: Output;
  run: (ctx: Context, input: z.output<Input>, client: string) => Promise<Answer<z.output<Output>> | Failure>;
};

/** A tool with its types erased. */
export type Tool = Omit<Spec<z.ZodObject, z.ZodObject>, "run"> & {
  run: (ctx: Context, input: unknown, client: string) => Promise<Answer<unknown> | Failure>;
};

/** Declares a tool: what it is called with, and what it answers. */
export const tool = <Input extends z.ZodObject, Output extends z.ZodObject>(spec: Spec<Input, Output>): Tool =>
  spec as unknown as Tool;

/**
 * What a stranger has typed, as data that a model reads: one line without characters that show nothing, and short. It stands in a field
 * of its own, which says what it is.
 */
export const typed = (text: string, most = 80): string => {
  const line = toOneLine(text);
  return line.length <= most ? line : `${line.slice(0, most - 1).trimEnd()}…`;
};
