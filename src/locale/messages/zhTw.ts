import texts from '#locales/zh-TW.json' with { type: 'json' }

/** The console's texts in Traditional Chinese. */
export const messages = texts
