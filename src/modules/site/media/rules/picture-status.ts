/** The HTTP status that a refusal of `keepPicture` is answered with; 422 for what isn't named here. */
export const PICTURE_STATUS: Readonly<Record<string, number>> = {
  forbidden: 403,
  picture_too_large: 413,
  storage_full: 507,
  storage_away: 503,
};
