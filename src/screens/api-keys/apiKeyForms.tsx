import { Button, Select } from 'antd'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { ApiKey } from '#contract/people/apiKeys.ts'
import { useCall } from '../../api/queries.ts'
import { bindingOf } from '../../form/controls/controlProps.ts'
import { describeForm, type Draft, type Field } from '../../form/describe.ts'
import { instant, number, text } from '../../form/fields.tsx'
import { Fact, FactSection } from '../../form/RecordDetails.tsx'
import { listWords } from '../../locale/joins.ts'
import { useFormats } from '../../locale/formats.ts'
import type { MessageId } from '../../locale/languages.ts'

interface Codes {
  labelId: MessageId
  hintId: MessageId
  emptyId?: MessageId
}

/** Field for several codes, which are words of the API and the same in every language. */
function codes<V>({ useOptions, ...options }: Codes & { useOptions: () => string[] | null }): Field<V, string[]> {
  return {
    ...options,
    isWide: true,
    isSelfContained: true,
    Show: ({ value }) => <bdi dir="ltr">{listWords(useIntl(), value)}</bdi>,
    Input({ value, onChange, ...props }) {
      const found = useOptions()
      return (
        <Select<string[]>
          {...bindingOf(props)}
          mode={found === null ? 'tags' : 'multiple'}
          {...(found === null && { open: false, suffixIcon: null, tokenSeparators: [',', ' ', '\n'] })}
          value={value ?? []}
          options={(found ?? []).map((code) => ({ value: code, label: code }))}
          onChange={onChange}
        />
      )
    },
  }
}

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
