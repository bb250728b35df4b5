import { CodesEditor } from './CodesEditor.tsx'
import { DaysEditor } from './DaysEditor.tsx'
import type { EditorProps } from './editorProps.ts'
import { ReferenceEditor } from './ReferenceEditor.tsx'
import { TextEditor } from './TextEditor.tsx'

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
    case 'ids':
      return <ReferenceEditor {...props} />
    case 'instant':
      return <DaysEditor {...props} />
  }
}
