import type { ArticleText } from '#contract/content/articles.ts'
import type { ContentLanguage } from '#contract/content/texts.ts'

/** Texts of an article, by language. */
export type Texts = Partial<Record<ContentLanguage, ArticleText>>
