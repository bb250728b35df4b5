/** Whether accessibility runs cover every language, look and width (`npm test -- all`, runs of single files) or one of each (`npm test`). */
export const isBroad = process.env['DROVER_TESTS'] !== 'quick'
