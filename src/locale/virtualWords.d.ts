declare module 'virtual:screen-words' {
  /** Loads the words that the screens of one folder use alone, by language and folder. */
  export const screenWords: Partial<Record<string, Partial<Record<string, () => Promise<{ default: Record<string, string> }>>>>>
}
