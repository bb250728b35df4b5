import { Button } from 'antd'
import { useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { ApiKey } from '#contract/people/apiKeys.ts'
import { RecordDrawer } from '../../form/RecordDrawer.tsx'
import { useAdding } from '../../form/leaving/useAdding.ts'
import { describeList, type DialogProps, type ToolbarProps } from '../../list/describe.ts'
import { formDetails } from '../../list/withForm.tsx'
import { apiKeyForm, rotateForm } from './apiKeyForms.tsx'
import { NewSecret } from './NewSecret.tsx'

/** Button that adds a key, and shows its secret once. */
function AddKey({ open }: ToolbarProps) {
  const intl = useIntl()
  const [isAdding, setAdding] = useAdding('apiKeys')
  const [added, setAdded] = useState<{ id: number; secret: string | null } | null>(null)
  return (
    <>
      <Button type="primary" onClick={() => setAdding(true)}>
        {intl.formatMessage({ id: 'apiKey.new' })}
      </Button>
      <RecordDrawer
        form={apiKeyForm}
        id={isAdding ? 'new' : null}
        onClose={() => setAdding(false)}
        onSaved={setAdded}
      />
      <NewSecret
        secret={added?.secret ?? null}
        onClose={() => {
          if (added) open(added.id)
          setAdded(null)
        }}
      />
    </>
  )
}

/** Dialog that rotates a key, and shows its new secret once. */
function RotateKey({ rows: [key], about, onClose, onDone }: DialogProps<ApiKey>) {
  const [secret, setSecret] = useState<string | null>(null)
  // The drawer closes after its save; the secret stays until it is read.
  const isRotated = useRef(false)
  return (
    <>
      <RecordDrawer
        form={rotateForm}
        id={secret === null ? 'new' : null}
        initial={{ id: key?.id ?? 0 }}
        extra={about && <bdi className="form-about">{about}</bdi>}
        onClose={() => {
          if (!isRotated.current) onClose()
        }}
        onSaved={(saved) => {
          isRotated.current = true
          setSecret(saved.secret)
        }}
      />
      <NewSecret
        secret={secret}
        onClose={() => {
          setSecret(null)
          onDone()
        }}
      />
    </>
  )
}

const isUnrevoked = ({ state }: ApiKey) => state !== 'REVOKED'

export const apiKeyList = describeList(endpoints.apiKeys.list)({
  noun: 'apiKeys',
  titleId: 'apiKey.title',
  countId: 'apiKey.count',
  emptyId: 'apiKey.empty',
  nameOf: ({ name }) => name,
  sort: { field: 'createdAt', order: 'desc' },
  columns: {
    name: { titleId: 'apiKey.name', width: 180 },
    state: {
      titleId: 'apiKey.state',
      width: 110,
      words: (state) => `apiKeyState.${state}`,
      tone: (state) => (state === 'ACTIVE' ? 'live' : 'neutral'),
    },
    hint: { titleId: 'apiKey.hint', width: 140, hideOrder: 3 },
    scopes: { titleId: 'apiKey.scopes', width: 240, hideOrder: 1 },
    expiresAt: { titleId: 'apiKey.expiresAt', width: 160 },
    lastUsedAt: { titleId: 'apiKey.lastUsedAt', width: 160, hideOrder: 4 },
    lastUsedAddress: { titleId: 'apiKey.lastUsedAddress', width: 150, hideOrder: 2 },
  },
  filters: [
    { field: 'name', titleId: 'apiKey.name' },
    { field: 'state', titleId: 'apiKey.state', words: (state) => `apiKeyState.${state}` },
  ],
  next: [{ titleId: 'apiKey.new', call: endpoints.apiKeys.addOrEdit, adds: 'apiKeys' }],
  actions: [
    {
      key: 'rotate',
      titleId: 'apiKey.rotate',
      call: endpoints.apiKeys.rotate,
      appliesTo: isUnrevoked,
      isSingle: true,
      Dialog: RotateKey,
    },
    {
      key: 'revoke',
      titleId: 'apiKey.revoke',
      danger: true,
      call: endpoints.apiKeys.revoke,
      appliesTo: isUnrevoked,
      confirmId: 'apiKey.revokeText',
      doneId: 'apiKey.revoked',
      run: ({ id }, ask) => ask(endpoints.apiKeys.revoke, { id }),
    },
  ],
  Details: formDetails(
    async () => apiKeyForm,
    (key: ApiKey) => !isUnrevoked(key),
    endpoints.apiKeys.history,
  ),
  Toolbar: AddKey,
})
