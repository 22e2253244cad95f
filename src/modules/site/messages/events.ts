/** A message arrived by the contact form or the API. */
export const messageReceived = (payload: { messageId: string }) => ({ name: "message.received", payload }) as const;

/** Staff answered a message; the answer goes out by email. */
export const messageAnswered = (payload: { messageId: string; answerId: string }) =>
  ({ name: "message.answered", payload }) as const;
