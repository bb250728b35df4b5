/** Whether tests cover every language, look, width and attack (`npm test -- all`, runs of single files) or one of each kind (`npm test`). */
export const isBroad = process.env['DROVER_TESTS'] !== 'quick'
