import { z } from 'zod'
import { endpoint, ofNoun } from '../calls/endpoint.ts'
import { codeFilter, instantInputSchema, instantSchema } from '../calls/envelope.ts'
import { recordDetail, recordFields, recordHistory, recordInput, recordList } from '../calls/records.ts'
import { telephoneSchema } from '../values/telephones.ts'
import { maxRichTextBytes, richTextSchema } from './texts.ts'

const access = ['ADMIN_PLATFORM'] as const

/** The legal texts of the site and the app. Each is a page: `/legal/service-agreement` and so on. */
const aboutFields = {
  serviceAgreement: richTextSchema,
  privacyPolicy: richTextSchema,
  copyrightStatement: richTextSchema,
  copyrightDetails: richTextSchema,
}
export const aboutPageSchema = z.object({ ...recordFields, ...aboutFields, updatedAt: instantSchema })
export type AboutPage = z.infer<typeof aboutPageSchema>
export const legalPages = {
  'service-agreement': 'serviceAgreement',
  privacy: 'privacyPolicy',
  copyright: 'copyrightStatement',
  'copyright-details': 'copyrightDetails',
} as const

const aboutPath = '/collateral/web/app/aboutPage'
const aboutList = recordList({
  path: aboutPath,
  access,
  item: aboutPageSchema,
  sort: ['id'],
  filters: {},
  about: 'The legal texts: one record',
})
export const aboutPageEndpoints = ofNoun('aboutPage', {
  list: aboutList,
  detail: recordDetail(aboutPath, access, aboutPageSchema),
  history: recordHistory(aboutPath, access),
  addOrEdit: endpoint({
    method: 'POST',
    path: aboutPath,
    access,
    input: z.object({ ...recordInput, ...z.object(aboutFields).partial().shape }),
    reply: aboutPageSchema,
    maxBytes: maxRichTextBytes,
    summary: 'Changes the legal texts.',
  }),
  shown: endpoint({
    method: 'GET',
    path: '/collateral/app/aboutPage',
    access: 'public',
    input: z.object({}),
    reply: z.object(aboutFields),
    summary: 'The legal texts; each is empty where there is none.',
  }),
})

export const feedbackStates = ['NEW', 'IN_PROGRESS', 'DONE'] as const
export type FeedbackState = (typeof feedbackStates)[number]
const states = z.enum(feedbackStates)

/** A message sent to the platform from the app. */
export const feedbackSchema = z.object({
  ...recordFields,
  text: z.string(),
  imageIds: z.array(z.uuid()),
  /** Contact for an answer: a mail address, or a telephone number in E.164. Null when the sender is signed in or left none. */
  contact: z.string().nullable(),
  /** Name of the sender, if signed in. */
  userName: z.string().nullable(),
  appVersion: z.string().nullable(),
  receivedAt: instantSchema,
  state: states,
  answer: z.string().nullable(),
  answeredBy: z.string().nullable(),
  answeredAt: instantSchema.nullable(),
  /** The address or number that the answer was sent to; null when it was sent to none. */
  answeredTo: z.string().nullable(),
})
export type Feedback = z.infer<typeof feedbackSchema>

const feedbackPath = '/collateral/web/app/feedback'
export const feedbackEndpoints = ofNoun('feedback', {
  list: recordList({
    path: feedbackPath,
    access,
    item: feedbackSchema,
    sort: ['id', 'receivedAt', 'state'],
    filters: {
      text: z.string().max(200).optional(),
      state: codeFilter(states),
      receivedFrom: instantInputSchema.optional(),
      receivedTo: instantInputSchema.optional(),
    },
    about: 'What people wrote to the platform',
  }),
  detail: recordDetail(feedbackPath, access, feedbackSchema),
  history: recordHistory(feedbackPath, access),
  addOrEdit: endpoint({
    method: 'PUT',
    path: `${feedbackPath}/answer`,
    access,
    input: z.object({
      id: recordInput.id.unwrap(),
      version: recordInput.version,
      state: states,
      answer: z.string().trim().min(1).max(2000).nullable().optional(),
    }),
    reply: feedbackSchema,
    summary:
      'Answers one, or changes its state; the answer is sent to the address or number that was left, and whoever was signed in reads it among their notices.',
  }),
  send: endpoint({
    method: 'PUT',
    path: '/collateral/app/feedback/new',
    access: 'public',
    input: z.object({
      text: z.string().trim().min(1).max(2000),
      imageIds: z.array(z.uuid()).max(6).optional(),
      contact: z
        .union([z.email().max(200), telephoneSchema])
        .nullable()
        .optional(),
      appVersion: z.string().trim().max(40).nullable().optional(),
    }),
    reply: z.object({}),
    summary: 'Sends the platform a word from the app.',
  }),
})
