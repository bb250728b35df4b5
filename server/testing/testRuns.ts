/** Number of cases that a property test generates: `few` in `npm test`, `many` in `npm test -- all` and in a run of single files. */
export const runs = (few: number, many: number): number => (process.env['DROVER_TESTS'] === 'quick' ? few : many)
