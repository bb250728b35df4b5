/** What there is to go to, in the order of the palette. Stands alone: the build reads it, too. */
export const placeKinds = ['recent', 'screens', 'farms', 'animals', 'projects'] as const
export type PlaceKind = (typeof placeKinds)[number]
