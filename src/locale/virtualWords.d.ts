declare module 'virtual:screen-words' {
  /** Loaders of the texts that only the screens of one folder use, by language and folder. */
  export const screenWords: Partial<Record<string, Partial<Record<string, () => Promise<{ default: Record<string, string> }>>>>>
}
