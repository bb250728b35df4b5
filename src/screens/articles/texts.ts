import type { ArticleText } from '#contract/content/articles.ts'
import type { ContentLanguage } from '#contract/content/texts.ts'

/** What an article says, by language. */
export type Texts = Partial<Record<ContentLanguage, ArticleText>>
