import { Button } from 'antd'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { ApiKey } from '#contract/people/apiKeys.ts'
import { useCall } from '../../api/queries.ts'
import { codes } from '../../form/codesField.tsx'
import { describeForm, type Draft } from '../../form/describe.ts'
import { instant, number, text } from '../../form/fields.tsx'
import { Fact, FactSection } from '../../form/RecordDetails.tsx'
import { useFormats } from '../../locale/formats.ts'

function useScopes(): string[] {
  return useCall(endpoints.apiKeys.scopes, {}).data?.list ?? []
}

/** Button that selects every scope which only reads. */
function AllRead({ set, readOnly }: { set: (change: { scopes: string[] }) => void; readOnly: boolean }) {
  const intl = useIntl()
  const scopes = useScopes().filter((scope) => scope.endsWith(':read'))
  if (readOnly) return null
  return (
    <Button disabled={scopes.length === 0} onClick={() => set({ scopes })}>
      {intl.formatMessage({ id: 'apiKey.allRead' })}
    </Button>
  )
}

function KeyFacts({ record }: { record: ApiKey }) {
  const { hint, lastUsedAt, lastUsedAddress, previousUntil, createdAt, createdBy, revokedAt, revokedBy } = record
  const formats = useFormats()
  const time = (at: string | null) => at && <time dateTime={at}>{formats.instant(at)}</time>
  return (
    <FactSection titleId={undefined}>
      <Fact labelId="apiKey.hint">
        <bdi dir="ltr">{hint}…</bdi>
      </Fact>
      {previousUntil !== null && <Fact labelId="apiKey.previousUntil">{time(previousUntil)}</Fact>}
      <Fact labelId="apiKey.lastUsedAt">{time(lastUsedAt)}</Fact>
      <Fact labelId="apiKey.lastUsedAddress">
        <bdi dir="ltr">{lastUsedAddress}</bdi>
      </Fact>
      <Fact labelId="apiKey.createdAt">{time(createdAt)}</Fact>
      <Fact labelId="apiKey.createdBy">{createdBy}</Fact>
      {revokedAt !== null && <Fact labelId="apiKey.revokedAt">{time(revokedAt)}</Fact>}
      {revokedAt !== null && <Fact labelId="apiKey.revokedBy">{revokedBy}</Fact>}
    </FactSection>
  )
}

/** Form of an API key. Its secret is shown after the first save only. */
export const apiKeyForm = describeForm(endpoints.apiKeys.addOrEdit, {
  noun: 'apiKeys',
  newTitleId: 'apiKey.new',
  titleOf: ({ name }) => name,
  load: endpoints.apiKeys.detail,
  initialValues: { networks: [] },
  sections: [
    {
      fields: {
        name: text('apiKey.name', { placeholderId: 'apiKey.nameExample' }),
        expiresAt: instant('apiKey.expiresAt', { hintId: 'apiKey.expiresHint' }),
        networks: codes({
          labelId: 'apiKey.networks',
          hintId: 'apiKey.networksHint',
          emptyId: 'apiKey.anyNetwork',
          useOptions: () => null,
        }),
        scopes: codes({ labelId: 'apiKey.scopes', hintId: 'apiKey.scopesHint', useOptions: useScopes }),
      },
      Extra: ({ set, readOnly }: { set: (change: Draft<{ scopes: string[] }>) => void; readOnly: boolean }) => (
        <AllRead set={set} readOnly={readOnly} />
      ),
    },
  ],
  Facts: KeyFacts,
})

/** Form that gives a key a new secret. */
export const rotateForm = describeForm(endpoints.apiKeys.rotate, {
  noun: 'apiKeys.rotate',
  newTitleId: 'apiKey.rotate',
  newSaveId: 'apiKey.rotate',
  newDone: ({ name }) => ({ id: 'apiKey.rotated', values: { name } }),
  titleOf: () => '',
  initialValues: { overlapHours: 24 },
  sections: [
    {
      textId: 'apiKey.rotateText',
      fields: {
        overlapHours: number('apiKey.overlapHours', { unitId: 'unit.hours', places: 0 }),
      },
    },
  ],
})
