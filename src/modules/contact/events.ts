/** Somebody wrote to us by the contact form or the API. */
export const messageReceived = (payload: { messageId: string }) =>
  ({ name: "contact.message_received", payload }) as const;

/** Staff answered a message; the answer is to be emailed. */
export const messageAnswered = (payload: { messageId: string; answerId: string }) =>
  ({ name: "contact.message_answered", payload }) as const;
