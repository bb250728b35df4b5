import { Button, Input } from 'antd'
import { useId, useState } from 'react'
import { useIntl } from 'react-intl'
import { Callout } from '../../controls/Callout.tsx'

/** Asks for the key of the outbox. */
export function KeyForm({ isWrong, onKey }: { isWrong: boolean; onKey: (key: string) => void }) {
  const intl = useIntl()
  const id = useId()
  const [key, setKey] = useState('')
  return (
    <form
      className="outbox-filter"
      onSubmit={(event) => {
        event.preventDefault()
        if (key.trim() !== '') onKey(key.trim())
      }}
    >
      {isWrong && <Callout tone="error" title={intl.formatMessage({ id: 'outbox.keyWrong' })} />}
      <label htmlFor={id}>{intl.formatMessage({ id: 'outbox.key' })}</label>
      <Input id={id} autoComplete="off" value={key} onChange={({ target }) => setKey(target.value)} />
      <p>{intl.formatMessage({ id: 'outbox.keyHint' })}</p>
      <Button type="primary" htmlType="submit">
        {intl.formatMessage({ id: 'outbox.open' })}
      </Button>
    </form>
  )
}
