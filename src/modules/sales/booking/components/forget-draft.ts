/** Where this tab keeps the form input of a departure. */
export const keyOf = (departureId: string): string => `ronda.draft.${departureId}`;

/** Deletes the stored form input of a departure once it has become a booking. */
export function forgetDraft(departureId: string): void {
  try {
    sessionStorage.removeItem(keyOf(departureId));
  } catch {
    // without storage there is nothing to delete
  }
}
