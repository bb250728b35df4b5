import { Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { useIntl } from 'react-intl'
import { linkSchema, videoAddressSchema } from '#contract/content/texts.ts'

interface Props {
  kind: 'link' | 'video'
  address: string
  onClose: () => void
  /** Receives a valid URL; an empty one removes the link. */
  onDone: (address: string) => void
}

const titles = { link: 'rich.link', video: 'rich.video' } as const
const hints = { link: 'banner.linkHint', video: 'rich.videoHint' } as const
const faults = { link: 'fieldError.link', video: 'fieldError.videoFile' } as const
const schemas = { link: linkSchema, video: videoAddressSchema }

/** Asks for the URL of a link or a video. */
export function AddressDialog({ kind, address, onClose, onDone }: Props) {
  const intl = useIntl()
  const id = useId()
  const [typed, setTyped] = useState(address)
  const [isWrong, setWrong] = useState(false)
  function submit() {
    const isTakenOff = kind === 'link' && address !== '' && typed.trim() === ''
    const isSame = address !== '' && typed === address
    if (isTakenOff || isSame || schemas[kind].safeParse(typed).success) onDone(typed.trim())
    else setWrong(true)
  }
  return (
    <Modal
      open
      title={intl.formatMessage({ id: titles[kind] })}
      okText={intl.formatMessage({ id: 'rich.insert' })}
      cancelText={intl.formatMessage({ id: 'action.cancel' })}
      onOk={submit}
      onCancel={onClose}
    >
      <label htmlFor={id}>{intl.formatMessage({ id: 'rich.address' })}</label>
      <Input
        id={id}
        autoFocus
        dir="ltr"
        inputMode="url"
        autoComplete="off"
        value={typed}
        aria-invalid={isWrong || undefined}
        aria-describedby={`${id}-hint`}
        {...(isWrong && { status: 'error' as const })}
        onChange={({ target }) => {
          setTyped(target.value)
          setWrong(false)
        }}
        onPressEnter={(event) => {
          // Prevents submitting the form around the editor.
          event.preventDefault()
          submit()
        }}
      />
      <p id={`${id}-hint`} role={isWrong ? 'alert' : undefined} className={isWrong ? 'file-input-error' : 'rich-hint'}>
        {intl.formatMessage({ id: (isWrong ? faults : hints)[kind] })}
      </p>
    </Modal>
  )
}
