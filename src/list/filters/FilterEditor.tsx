import type { FilterValue } from '../address/address.ts'
import type { FilterChange } from '../address/useAddress.ts'
import type { AnyFilter } from '../describe.ts'
import { CodesEditor } from './CodesEditor.tsx'
import { DaysEditor } from './DaysEditor.tsx'
import { ReferenceEditor } from './ReferenceEditor.tsx'
import { TextEditor } from './TextEditor.tsx'

export interface EditorProps {
  filter: AnyFilter
  value: FilterValue | null
  onChange: (change: FilterChange) => void
  onClose: () => void
}

/** What sets a filter, by what it takes. */
export function FilterEditor(props: EditorProps) {
  switch (props.filter.shape.kind) {
    case 'text':
      return <TextEditor {...props} />
    case 'one':
    case 'many':
    case 'flag':
      return <CodesEditor {...props} />
    case 'number':
      return <ReferenceEditor {...props} />
    case 'instant':
      return <DaysEditor {...props} />
  }
}
