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

/** Loaded answers by noun, call and input, shared by all screens. */
export const queryClient = new QueryClient({
  // Reported after the last retry, once per cause.
  queryCache: new QueryCache({ onError: (error, { meta }) => report(error, meta?.shows, false) }),
  defaultOptions: {
    queries: {
      retry: shouldRetry,
      retryDelay: retryDelayMs,
      networkMode: 'always',
      // A query reloads when its screen opens, when a save or a live event requires it, and after a reconnect.
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
  },
})
// Lets the client notice when the window gets the focus again.
queryClient.mount()

// Drops loaded answers: the next user of this browser may have fewer permissions.
useSession.subscribe(({ session }, { session: before }) => {
  if (session?.token === before?.token) return
  if (session === null) queryClient.clear()
  else if (isRenewing()) void queryClient.invalidateQueries()
  else void queryClient.resetQueries()
})

/** Returns the noun of a call in the endpoint table; the path of a call outside the table. */
export function nounOf(endpoint: Endpoint): string {
  return endpoint.noun ?? endpoint.path
}

/** Nouns whose records show data of another noun's records. */
const related: Partial<Record<string, readonly Noun[]>> = {
  account: ['users'],
  alertRules: ['alerts'],
  // An animal's timeline includes these records.
  animalPhotos: ['animals'],
  animalWeights: ['animals'],
  animalGroups: ['animals'],
  animals: ['animalGroups', 'neckbands', 'pens', 'projectHeads'],
  claims: ['insurancePolicies'],
  // A new price changes the coverage.
  collateral: ['animals', 'pledges', 'tickets', 'projectCoverage', 'projectHeadcounts', 'projectMonitor'],
  goals: ['tickets'],
  dailyLogs: ['projectHeadcounts', 'projectMonitor'],
  dayCloses: ['dailyReports', 'projectHeadcounts', 'projectMonitor'],
  insurancePolicies: ['animals'],
  insuredAnimals: ['animals', 'insurancePolicies'],
  // A ledger entry changes every number of a project, and the animal's record.
  ledgerEntries: [
    'animals',
    'dayCloses',
    'dailyReports',
    'projectCoverage',
    'projectDocuments',
    'projectHeadcounts',
    'projectHeads',
    'projectMonitor',
  ],
  ledgerDrafts: [
    'ledgerEntries',
    'animals',
    'dayCloses',
    'dailyReports',
    'projectCoverage',
    'projectDocuments',
    'projectHeadcounts',
    'projectHeads',
    'projectMonitor',
  ],
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

/** Marks records of these nouns as changed: data on the screen reloads now, other data when next shown. */
export function invalidate(...changed: readonly string[]): void {
  const all = new Set(changed.flatMap((noun) => [noun, ...(related[noun] ?? [])]))
  for (const noun of all) void queryClient.invalidateQueries({ queryKey: [noun] })
}

// Lookup entries are named in the current language.
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
  /** The failures that the screen displays itself; others are reported to the user. */
  shows?: Shows
  /** Reload interval, ms; shorter after a failure. */
  intervalMs?: number
  isEnabled?: boolean
  /** Keeps showing the previous reply while another input loads. */
  keepsPrevious?: boolean
  /** Drops the data once no screen shows it, so that it always loads fresh. */
  isForgotten?: boolean
}

/** Returns a call as query options. */
export function callQuery<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  { shows, intervalMs: everyMs, isEnabled = true, keepsPrevious = false, isForgotten = false }: LoadOptions = {},
) {
  return queryOptions<Reply<E>>({
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }) => request(endpoint, input, signal),
    enabled: isEnabled,
    meta: { shows },
    // Pauses while the window has no focus; a reload that fell due happens immediately on return.
    ...(everyMs !== undefined && {
      refetchInterval: refreshEvery(everyMs),
      refetchOnWindowFocus: refreshWhenDue(everyMs),
    }),
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
    ...(isForgotten && { gcTime: 0 }),
  })
}

/** Loads data for a screen by a call of the endpoint table. */
export function useCall<E extends Endpoint>(endpoint: E, input: Input<E>, options?: LoadOptions) {
  return useQuery(callQuery(endpoint, input, options), queryClient)
}
