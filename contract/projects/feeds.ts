import { z } from 'zod'
import { alertSchema } from '../alerts/alerts.ts'
import { endpoint, ofNoun } from '../calls/endpoint.ts'
import { feedInput, feedReply } from '../calls/feeds.ts'
import { idSchema, instantSchema } from '../calls/envelope.ts'
import { monitorRoles } from '../people/roles.ts'
import { moneySchema } from '../values/money.ts'
import { coverageStates } from './coverage.ts'
import { dayCloseSchema } from './days/dayCloses.ts'
import { ledgerEntrySchema } from './ledgerEntries.ts'
import { coverageRatioSchema, fiveNumbers } from './projectHeadcounts.ts'
import { projectRoles } from './projectRoles.ts'

const ofProject = { projectId: idSchema, projectCode: z.string() }

/** Headcount and coverage of an active project now. Amounts are decimal texts. */
export const projectFeedSchema = z.object({
  ...ofProject,
  name: z.string(),
  borrowerOrgName: z.string().nullable(),
  endsOn: z.iso.date(),
  timeZone: z.string(),
  ...fiveNumbers,
  /** Heads on the ledger that are reported missing; they have no value. */
  missing: z.number().int(),
  /** Time of the newest reading behind the numbers; null without one. */
  lastHeardAt: instantSchema.nullable(),
  value: moneySchema,
  balance: moneySchema,
  ratio: coverageRatioSchema,
  state: z.enum(coverageStates),
  warningLine: z.string(),
  minimumLine: z.string(),
  headsToCure: z.number().int().nullable(),
  cashToCure: moneySchema.nullable(),
})
export type ProjectFeedRow = z.infer<typeof projectFeedSchema>

export const ledgerFeedSchema = ledgerEntrySchema
  .pick({
    id: true,
    kind: true,
    heads: true,
    lineId: true,
    categoryId: true,
    reason: true,
    documentId: true,
    ticketId: true,
    correctsId: true,
    recordedBy: true,
    happenedAt: true,
    recordedAt: true,
  })
  .extend(ofProject)
export type LedgerFeedRow = z.infer<typeof ledgerFeedSchema>

export const dayCloseFeedSchema = dayCloseSchema.extend(ofProject)
export type DayCloseFeedRow = z.infer<typeof dayCloseFeedSchema>

export const alertFeedSchema = alertSchema.pick({
  id: true,
  kind: true,
  severity: true,
  farmId: true,
  subjectType: true,
  subjectId: true,
  subjectName: true,
  sinceAt: true,
  raisedAt: true,
  clearedAt: true,
  acknowledgedAt: true,
  closedAt: true,
  closeCode: true,
})

const path = '/collateral/feed'

export const feedEndpoints = ofNoun('feeds', {
  projects: endpoint({
    method: 'GET',
    path: `${path}/projects`,
    access: projectRoles,
    input: z.object(feedInput),
    reply: feedReply(projectFeedSchema),
    isFeed: true,
    isCostly: true,
    summary: 'Headcount and coverage of the active projects now, by id. The cursor pages through them.',
  }),
  ledgerEntries: endpoint({
    method: 'GET',
    path: `${path}/ledgerEntries`,
    access: projectRoles,
    input: z.object(feedInput),
    reply: feedReply(ledgerFeedSchema),
    isFeed: true,
    summary: 'Ledger entries of all projects, each once, in the order in which they were committed.',
  }),
  alerts: endpoint({
    method: 'GET',
    path: `${path}/alerts`,
    access: monitorRoles,
    input: z.object(feedInput),
    reply: feedReply(alertFeedSchema),
    isFeed: true,
    summary: 'Alerts in the order of their last change. An alert comes again after each change.',
  }),
  dayCloses: endpoint({
    method: 'GET',
    path: `${path}/dayCloses`,
    access: projectRoles,
    input: z.object(feedInput),
    reply: feedReply(dayCloseFeedSchema),
    isFeed: true,
    summary: 'Closed days of all projects, each once, in the order in which they were committed.',
  }),
})
