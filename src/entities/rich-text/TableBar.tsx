import type { ChainedCommands, Editor } from '@tiptap/core'
import { Button, Input } from 'antd'
import { useId } from 'react'
import { useIntl } from 'react-intl'
import type { MessageId } from '../../locale/languages.ts'
import { EditorBar } from './EditorBar.tsx'
import { captionWords, withWords } from './schema/tableNodes.ts'

const tools: readonly { labelId: MessageId; run: (chain: ChainedCommands) => ChainedCommands }[] = [
  { labelId: 'rich.rowAbove', run: (chain) => chain.addRowBefore() },
  { labelId: 'rich.rowBelow', run: (chain) => chain.addRowAfter() },
  { labelId: 'rich.columnBefore', run: (chain) => chain.addColumnBefore() },
  { labelId: 'rich.columnAfter', run: (chain) => chain.addColumnAfter() },
  { labelId: 'rich.headRow', run: (chain) => chain.toggleHeaderRow() },
  { labelId: 'rich.mergeCells', run: (chain) => chain.mergeOrSplit() },
  { labelId: 'rich.removeRow', run: (chain) => chain.deleteRow() },
  { labelId: 'rich.removeColumn', run: (chain) => chain.deleteColumn() },
  { labelId: 'rich.removeTable', run: (chain) => chain.deleteTable() },
]

/** Actions on the table around the cursor. */
export function TableBar({ editor }: { editor: Editor }) {
  // Not memoised: the editor mutates in place and must be read at each render.
  'use no memo'
  const intl = useIntl()
  const id = useId()
  const caption: unknown = editor.getAttributes('table')['caption']
  return (
    <>
      <EditorBar label={intl.formatMessage({ id: 'rich.tableTools' })}>
        {tools.map(({ labelId, run }) => (
          <Button
            key={labelId}
            type="text"
            size="small"
            disabled={!run(editor.can().chain()).run()}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => run(editor.chain().focus()).run()}
          >
            {intl.formatMessage({ id: labelId })}
          </Button>
        ))}
      </EditorBar>
      <div className="rich-bar rich-picture-bar">
        <label htmlFor={id}>{intl.formatMessage({ id: 'rich.caption' })}</label>
        <Input
          id={id}
          size="small"
          maxLength={200}
          value={captionWords(caption)}
          onChange={({ target }) =>
            editor.commands.updateAttributes('table', { caption: withWords(caption, target.value) })
          }
        />
      </div>
    </>
  )
}
