import texts from '#locales/zh-CN.json' with { type: 'json' }

/** The console's texts in Simplified Chinese. */
export const messages = texts
