import texts from '#locales/en-US.json' with { type: 'json' }

/** The console's texts in English. */
export const messages = texts
