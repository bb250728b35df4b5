import { Suspense } from 'react'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Feedback, FeedbackState } from '#contract/content/appSupport.ts'
import { SkeletonLines } from '../../controls/SkeletonLines.tsx'
import { type Ask, describeList, type DetailsProps, type Tone } from '../../list/describe.ts'
import { lazyChunk } from '../../navigation/lazyChunk.ts'

const Details = lazyChunk(async () => (await import('./FeedbackDetails.tsx')).FeedbackDetails)

const tones: Record<FeedbackState, Tone> = { NEW: 'major', IN_PROGRESS: 'minor', DONE: 'live' }
const put = ({ id, version }: Feedback, ask: Ask, state: FeedbackState) =>
  ask(endpoints.feedback.addOrEdit, { id, version, state })

/** Messages that app users sent to the platform, newest first. */
export const feedbackList = describeList(endpoints.feedback.list)({
  noun: 'feedback',
  titleId: 'feedback.title',
  countId: 'feedback.count',
  emptyId: 'feedback.empty',
  nameOf: ({ text }) => (text.length > 40 ? `${text.slice(0, 40)}…` : text),
  sort: { field: 'receivedAt', order: 'desc' },
  columns: {
    receivedAt: { titleId: 'feedback.receivedAt', width: 150 },
    state: {
      titleId: 'feedback.state',
      width: 110,
      words: (state) => `feedbackState.${state}`,
      tone: (state) => tones[state],
    },
    text: { titleId: 'feedback.text', width: 320 },
    userName: { titleId: 'feedback.userName', width: 130, hideOrder: 3 },
    contact: { titleId: 'feedback.contact', width: 170, hideOrder: 2 },
    answer: { titleId: 'feedback.answer', width: 220, hideOrder: 1 },
    answeredBy: { titleId: 'feedback.answeredBy', width: 130, hidden: true },
    answeredAt: { titleId: 'feedback.answeredAt', width: 150, hidden: true },
    answeredTo: { titleId: 'feedback.answeredTo', width: 170, hidden: true },
    appVersion: { titleId: 'feedback.appVersion', width: 110, hidden: true },
  },
  filters: [
    { field: 'text', titleId: 'feedback.text' },
    { field: 'state', titleId: 'feedback.state', words: (state) => `feedbackState.${state}` },
    { from: 'receivedFrom', to: 'receivedTo', titleId: 'feedback.receivedAt' },
  ],
  actions: [
    {
      key: 'begin',
      titleId: 'feedback.begin',
      appliesTo: ({ state }) => state === 'NEW',
      doneId: 'feedback.begun',
      run: (row, ask) => put(row, ask, 'IN_PROGRESS'),
    },
    {
      key: 'finish',
      titleId: 'feedback.finish',
      appliesTo: ({ state }) => state !== 'DONE',
      doneId: 'feedback.finished',
      run: (row, ask) => put(row, ask, 'DONE'),
    },
    {
      key: 'reopen',
      titleId: 'feedback.reopen',
      appliesTo: ({ state }) => state === 'DONE',
      doneId: 'feedback.reopened',
      run: (row, ask) => put(row, ask, 'IN_PROGRESS'),
    },
  ],
  Details: ({ id }: DetailsProps<Feedback>) => (
    <Suspense fallback={<SkeletonLines />}>
      <Details id={id} />
    </Suspense>
  ),
})
