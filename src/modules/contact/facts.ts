/** Somebody wrote to us by the contact form or the API. */
export const messageReceived = (payload: { messageId: string }) =>
  ({ name: "contact.message_received", payload }) as const;
