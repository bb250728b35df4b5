import { keepPreviousData, QueryCache, QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type { Endpoint, Input, Reply } from '#contract/calls/endpoint.ts'
import type { endpoints } from '#contract/calls/endpoints.ts'
import type { CallError } from './CallError.ts'
import { report, type Shows } from './failures.ts'
import { useLocale } from '../locale/locale.ts'
import { request } from './request.ts'
import { isRenewing, useSession } from './session.ts'
import { refreshEvery, refreshWhenDue, retryDelayMs, shouldRetry } from './timing.ts'

export type Noun = keyof typeof endpoints

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: CallError
    queryMeta: { shows?: Shows | undefined }
  }
}

/** The answers that screens have loaded, by noun, call and input; shared by all who ask the same. */
export const queryClient = new QueryClient({
  // Told after the last retry, once a cause.
  queryCache: new QueryCache({ onError: (error, { meta }) => report(error, meta?.shows, false) }),
  defaultOptions: {
    queries: {
      retry: shouldRetry,
      retryDelay: retryDelayMs,
      networkMode: 'always',
      // A query loads again when its screen opens, when a save or a live event says so, and after a reconnect.
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
  },
})
// It hears when somebody looks again.
queryClient.mount()

// The next person at this browser may not be allowed what this one saw.
useSession.subscribe(({ session }, { session: before }) => {
  if (session?.token === before?.token) return
  if (session === null) queryClient.clear()
  else if (isRenewing()) void queryClient.invalidateQueries()
  else void queryClient.resetQueries()
})

/** The noun that a call belongs to in the endpoint table; its path for one that is not in the table. */
export function nounOf(endpoint: Endpoint): string {
  return endpoint.noun ?? endpoint.path
}

/** Nouns whose records show what records of another noun say. */
const related: Partial<Record<string, readonly Noun[]>> = {
  account: ['users'],
  alertRules: ['alerts'],
  // A timeline tells what is noted of an animal.
  animalPhotos: ['animals'],
  animalWeights: ['animals'],
  animalGroups: ['animals'],
  animals: ['animalGroups', 'neckbands', 'pens', 'projectHeads'],
  claims: ['insurancePolicies'],
  // A price that changed is another coverage.
  collateral: ['animals', 'pledges', 'tickets', 'projectCoverage', 'projectHeadcounts', 'projectMonitor'],
  goals: ['tickets'],
  dailyLogs: ['projectHeadcounts', 'projectMonitor'],
  dayCloses: ['dailyReports', 'projectHeadcounts', 'projectMonitor'],
  insurancePolicies: ['animals'],
  insuredAnimals: ['animals', 'insurancePolicies'],
  // A ledger entry changes every number of a project, and an animal's record.
  ledgerEntries: ['animals', 'dayCloses', 'dailyReports', 'projectCoverage', 'projectDocuments', 'projectHeadcounts', 'projectHeads', 'projectMonitor'],
  ledgerDrafts: ['ledgerEntries', 'animals', 'dayCloses', 'dailyReports', 'projectCoverage', 'projectDocuments', 'projectHeadcounts', 'projectHeads', 'projectMonitor'],
  loanBalances: ['dailyReports', 'projectCoverage', 'projectDocuments', 'projectMonitor', 'projects'],
  lookups: ['animals'],
  neckbands: ['animals'],
  organisations: ['users', 'goals', 'account'],
  releases: ['tickets'],
  tickets: ['organisations', 'users', 'goals', 'dailyReports', 'projectMonitor', 'projects'],
  projectHeads: ['projectHeadcounts'],
  projects: ['dailyReports', 'projectCoverage', 'projectHeadcounts', 'projectMonitor', 'tickets'],
  treatments: ['animals'],
  unknownDevices: ['gateways', 'neckbands'],
  users: ['organisations', 'goals', 'account'],
}

/** Records of these nouns have changed: what screens show of them is loaded again, the rest when it is next shown. */
export function invalidate(...changed: readonly string[]): void {
  const all = new Set(changed.flatMap((noun) => [noun, ...(related[noun] ?? [])]))
  for (const noun of all) void queryClient.invalidateQueries({ queryKey: [noun] })
}

// Entries of lists are called by their names in the language that is read.
useLocale.subscribe(({ language }, before) => {
  if (language !== before.language) invalidate('lookups')
})

export function invalidateAll(): void {
  void queryClient.invalidateQueries()
}

function keyOf<E extends Endpoint>(endpoint: E, input: Input<E>): readonly unknown[] {
  return [nounOf(endpoint), endpoint.method, endpoint.path, input]
}

interface LoadOptions {
  /** The failures that the screen shows in words of its own; of the others the person is told. */
  shows?: Shows
  /** Loaded again at this pause, sooner after a failure. */
  everyMs?: number
  isEnabled?: boolean
  /** While another input loads, the reply to the one before stays. */
  keepsPrevious?: boolean
  /** Nothing is kept of it once nobody shows it: it is always loaded fresh. */
  isForgotten?: boolean
}

/** A call as a query. */
export function callQuery<E extends Endpoint>(endpoint: E, input: Input<E>, { shows, everyMs, isEnabled = true, keepsPrevious = false, isForgotten = false }: LoadOptions = {}) {
  return queryOptions<Reply<E>>({
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }) => request(endpoint, input, signal),
    enabled: isEnabled,
    meta: { shows },
    // Not while nobody looks; what was due meanwhile at once, not up to a pause later.
    ...(everyMs !== undefined && { refetchInterval: refreshEvery(everyMs), refetchOnWindowFocus: refreshWhenDue(everyMs) }),
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
    ...(isForgotten && { gcTime: 0 }),
  })
}

/** Loads what a screen shows by a call of the endpoint table. */
export function useCall<E extends Endpoint>(endpoint: E, input: Input<E>, options?: LoadOptions) {
  return useQuery(callQuery(endpoint, input, options), queryClient)
}
