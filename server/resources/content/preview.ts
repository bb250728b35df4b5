import type { ArticleText, ArticleType } from '#contract/content/articles.ts'
import { type ContentLanguage, mediaUrl } from '#contract/content/texts.ts'

interface PreviewedArticle {
  type: ArticleType
  language: ContentLanguage
  coverImageId: string | null
  /** Its body is clean. */
  text: ArticleText
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string) => text.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? character)

/** A page of an article that is not saved yet: what it says and shows, and nothing around it. */
export function previewArticle({ language, coverImageId, text: { title, summary, body } }: PreviewedArticle): string {
  const cover = coverImageId === null ? '' : `<img src="${mediaUrl(coverImageId)}" alt="">`
  const lead = summary === '' ? '' : `<p>${escape(summary)}</p>`
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escape(title)}</title></head><body><article><h1>${escape(title)}</h1>${lead}${cover}${body}</article></body></html>`
}
