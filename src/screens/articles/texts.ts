import type { ArticleText } from '#contract/content/articles.ts'
import type { ContentLanguage } from '#contract/content/texts.ts'

/** The texts of an article, by language. */
export type Texts = Partial<Record<ContentLanguage, ArticleText>>
