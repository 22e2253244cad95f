import type { Answer } from "#src/modules/site/messages/schema.ts";
import type { AnswerState } from "#src/ui/admin/answer.ts";
import type { FormAnswer } from "#src/ui/form/answer.ts";

export type MessageExtra = Pick<AnswerState, "sent"> & {
  /** all answers, when others have answered meanwhile */
  answers: Answer[];
};
/** The answer to an act on a message. */
export type MessageAct = FormAnswer<MessageExtra>;
