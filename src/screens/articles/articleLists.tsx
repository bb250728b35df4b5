import { Suspense } from 'react'
import { endpoints } from '#contract/calls/endpoints.ts'
import { type ArticleState, publishImmediately, type ListedArticle } from '#contract/content/articles.ts'
import { SkeletonLines } from '../../controls/SkeletonLines.tsx'
import type { Ask, Tone } from '../../list/describe.ts'
import { describeRecords } from '../../list/describeRecords.tsx'
import { lazyChunk } from '../../navigation/lazyChunk.ts'
import { articleFormPath } from './articlePaths.ts'
import { Languages } from './Languages.tsx'

const ArticleDetails = lazyChunk(async () => (await import('./ArticleDetails.tsx')).ArticleDetails)

const form = {
  newTitleId: 'article.new',
  load: async () => (await import('./articleForm.tsx')).articleForm,
  page: articleFormPath,
  Details: ({ id }: { id: number }) => (
    <Suspense fallback={<SkeletonLines />}>
      <ArticleDetails id={id} />
    </Suspense>
  ),
} as const

const tones: Record<ArticleState, Tone> = {
  DRAFT: 'neutral',
  SCHEDULED: 'minor',
  PUBLISHED: 'live',
  WITHDRAWN: 'major',
}

/** Saves only an article's publication. The version protects other users' changes. */
const savePublication = (
  { id, version }: ListedArticle,
  ask: Ask,
  publication: { publishAt?: typeof publishImmediately; isWithdrawn: boolean },
) => ask(endpoints.articles.addOrEdit, { id, version, ...publication })

/** Articles of the public site including drafts, newest first. */
export const articleLists = describeRecords(
  endpoints.articles,
  form,
)({
  noun: 'articles',
  titleId: 'article.title',
  countId: 'article.count',
  emptyId: 'article.empty',
  nameOf: ({ title }) => title,
  sort: { field: 'updatedAt', order: 'desc' },
  columns: {
    title: { titleId: 'article.heading', width: 300 },
    type: { titleId: 'article.type', width: 100, words: (type) => `articleType.${type}` },
    state: {
      titleId: 'article.state',
      width: 110,
      words: (state) => `articleState.${state}`,
      tone: (state) => tones[state],
    },
    publishAt: { titleId: 'article.publishAt', width: 150, hideOrder: 4 },
    languages: {
      titleId: 'article.languages',
      width: 160,
      cell: ({ languages }) => <Languages of={languages} />,
      hideOrder: 2,
    },
    author: { titleId: 'article.author', width: 120, hideOrder: 1 },
    updatedAt: { titleId: 'article.updatedAt', width: 150, hideOrder: 3 },
  },
  filters: [
    { field: 'title', titleId: 'article.heading' },
    { field: 'type', titleId: 'article.type', words: (type) => `articleType.${type}` },
    { field: 'state', titleId: 'article.state', words: (state) => `articleState.${state}` },
  ],
  actions: [
    {
      key: 'publish',
      titleId: 'article.publishNow',
      appliesTo: ({ state }) => state === 'DRAFT' || state === 'SCHEDULED',
      confirmId: 'article.publishText',
      doneId: 'article.published',
      run: (row, ask) => savePublication(row, ask, { publishAt: publishImmediately, isWithdrawn: false }),
    },
    {
      key: 'withdraw',
      titleId: 'article.withdraw',
      danger: true,
      appliesTo: ({ state }) => state === 'PUBLISHED' || state === 'SCHEDULED',
      confirmId: 'article.withdrawText',
      doneId: 'article.withdrawn',
      run: (row, ask) => savePublication(row, ask, { isWithdrawn: true }),
    },
    {
      key: 'putBack',
      titleId: 'article.putBack',
      appliesTo: ({ state }) => state === 'WITHDRAWN',
      doneId: 'article.isBack',
      run: (row, ask) => savePublication(row, ask, { isWithdrawn: false }),
    },
  ],
})
