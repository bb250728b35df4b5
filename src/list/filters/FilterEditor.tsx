import { Suspense } from 'react'
import { lazyChunk } from '../../navigation/lazyChunk.ts'
import { CodesEditor } from './CodesEditor.tsx'
import type { EditorProps } from './editorProps.ts'
import { ReferenceEditor } from './ReferenceEditor.tsx'
import { TextEditor } from './TextEditor.tsx'

/** Loaded on demand, as it includes a calendar. */
const DaysEditor = lazyChunk(async () => (await import('./DaysEditor.tsx')).DaysEditor)

/** Editor of a filter, by the kind of its value. */
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
    case 'day':
      return (
        <Suspense>
          <DaysEditor {...props} />
        </Suspense>
      )
  }
}
