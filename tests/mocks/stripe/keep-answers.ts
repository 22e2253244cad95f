import { Refusal } from "#tests/mocks/stripe/refusal.ts";

export type Answer = { status: number; body: object };
type StoredAnswer = { request: string; answer: Promise<Answer> | Answer };

/**
 * Stores answers by idempotency key: the first one, errors included, for a day. Calls that fail validation or collide store
 * nothing: https://docs.stripe.com/api/idempotent_requests.
 */
export function keepAnswers(clock: () => Date) {
  const answers = new Map<string, StoredAnswer & { at: number }>();
  return async (
    key: string | null,
    request: string,
    work: () => Promise<Answer>,
  ): Promise<Answer & { replayed: boolean }> => {
    if (key === null) return { ...(await work()), replayed: false };
    if (key.length > 255) throw new Refusal("Idempotency keys must not be longer than 255 characters.");
    const at = clock().getTime();
    const entry = answers.get(key);
    if (entry && at - entry.at < 24 * 3_600_000) {
      if (entry.request !== request)
        throw new Refusal(
          `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
          { type: "idempotency_error" },
        );
      if (entry.answer instanceof Promise)
        throw new Refusal("There is currently another in-progress request using this Idempotent Key.", {
          status: 409,
          code: "idempotency_key_in_use",
        });
      return { ...entry.answer, replayed: true };
    }
    const answer = work();
    answers.set(key, { request, at, answer });
    try {
      const done = await answer;
      answers.set(key, { request, at, answer: done });
      return { ...done, replayed: false };
    } catch (error) {
      answers.delete(key);
      throw error;
    }
  };
}
