import { FormattedNumber } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { SecurityEventKind } from '#contract/people/securityEvents.ts'
import { describeList, type Tone } from '../../list/describe.ts'
import { EventDetails } from './EventDetails.tsx'

const tones: Partial<Record<SecurityEventKind, Tone>> = {
  SIGN_IN_FAILED: 'minor',
  PROOF_FAILED: 'minor',
  REFUSED: 'major',
  THROTTLED: 'major',
}

/** The log is append-only, so its rows have no actions. */
export const securityEventList = describeList(endpoints.securityEvents.list)({
  noun: 'securityEvents',
  titleId: 'security.title',
  countId: 'security.count',
  emptyId: 'security.empty',
  nameOf: ({ id }) => String(id),
  columns: {
    at: { titleId: 'security.at', width: 170 },
    kind: {
      titleId: 'security.kind',
      width: 150,
      words: (kind) => `security.kind.${kind}`,
      tone: (kind) => tones[kind] ?? 'neutral',
    },
    userName: { titleId: 'user.userName', width: 130 },
    address: { titleId: 'security.address', width: 140 },
    what: { titleId: 'security.what', width: 260, cell: ({ what }) => <EventDetails what={what} /> },
    skipped: {
      titleId: 'security.skipped',
      width: 90,
      cell: ({ skipped }) => skipped > 0 && <FormattedNumber value={skipped} />,
    },
    agent: { titleId: 'security.agent', width: 260, hidden: true },
  },
  filters: [
    { field: 'name', titleId: 'security.search' },
    { field: 'kind', titleId: 'security.kind', words: (kind) => `security.kind.${kind}` },
    { from: 'from', to: 'to', titleId: 'security.at' },
  ],
})
