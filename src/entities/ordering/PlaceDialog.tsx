import { InputNumber, Modal } from 'antd'
import { useId, useState } from 'react'
import { useIntl } from 'react-intl'

interface Props {
  name: string
  /** Its place, from 1. */
  place: number
  count: number
  onClose: () => void
  onDone: (place: number) => void
}

/** Asks to which place of an order an entry goes. */
export function PlaceDialog({ name, place, count, onClose, onDone }: Props) {
  const intl = useIntl()
  const id = useId()
  const [typed, setTyped] = useState<number | null>(place)
  const submit = () => typed !== null && onDone(typed)
  return (
    <Modal
      open
      width={400}
      title={intl.formatMessage({ id: 'lookup.move' }, { name })}
      okText={intl.formatMessage({ id: 'lookup.putThere' })}
      cancelText={intl.formatMessage({ id: 'action.cancel' })}
      okButtonProps={{ disabled: typed === null }}
      onOk={submit}
      onCancel={onClose}
    >
      <label htmlFor={id}>{intl.formatMessage({ id: 'lookup.placeBetween' }, { count })}</label>
      <InputNumber id={id} className="order-number" autoFocus min={1} max={count} precision={0} value={typed} onChange={setTyped} onPressEnter={submit} />
    </Modal>
  )
}
