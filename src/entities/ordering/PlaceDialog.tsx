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
  // It is gone once it has faded out: until then Escape is not the drawer's again.
  const [isOpen, setOpen] = useState(true)
  const [wanted, setWanted] = useState<number | null>(null)
  function submit() {
    if (typed === null) return
    setWanted(typed)
    setOpen(false)
  }
  return (
    <Modal
      open={isOpen}
      width={400}
      title={intl.formatMessage({ id: 'lookup.move' }, { name })}
      okText={intl.formatMessage({ id: 'lookup.putThere' })}
      cancelText={intl.formatMessage({ id: 'action.cancel' })}
      okButtonProps={{ disabled: typed === null }}
      onOk={submit}
      onCancel={() => setOpen(false)}
      afterClose={() => (wanted === null ? onClose() : onDone(wanted))}
    >
      <label htmlFor={id}>{intl.formatMessage({ id: 'lookup.placeBetween' }, { count })}</label>
      <InputNumber id={id} className="order-number" autoFocus min={1} max={count} precision={0} value={typed} onChange={setTyped} onPressEnter={submit} />
    </Modal>
  )
}
