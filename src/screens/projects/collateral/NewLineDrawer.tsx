import { useState } from 'react'
import { RecordDrawer } from '../../../form/RecordDrawer.tsx'
import { newLineForm } from './lineForms.ts'

interface Props {
  id: number
  isDraft: boolean
  isOpen: boolean
  onClose: () => void
}

/** Form of a new line. */
export function NewLineDrawer({ id, isDraft, isOpen, onClose }: Props) {
  const [form] = useState(() => newLineForm(isDraft))
  return <RecordDrawer form={form} id={isOpen ? 'new' : null} initial={{ id }} onClose={onClose} />
}
