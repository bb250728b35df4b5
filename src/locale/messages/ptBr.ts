import texts from '#locales/pt-BR.json' with { type: 'json' }

/** The console's texts in Brazilian Portuguese. */
export const messages = texts
