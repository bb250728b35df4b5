import type { Editor } from '@tiptap/core'
import { Button, Input } from 'antd'
import { useId } from 'react'
import { useIntl } from 'react-intl'

/** Input for the alternative text of the selected picture. */
export function PictureBar({ editor }: { editor: Editor }) {
  // Not memoised: the editor mutates in place and must be read at each render.
  'use no memo'
  const intl = useIntl()
  const id = useId()
  return (
    <div className="rich-bar rich-picture-bar">
      <label htmlFor={id}>{intl.formatMessage({ id: 'rich.alt' })}</label>
      <Input
        id={id}
        size="small"
        maxLength={200}
        placeholder={intl.formatMessage({ id: 'rich.altHint' })}
        value={String(editor.getAttributes('picture')['alt'] ?? '')}
        onChange={({ target }) => editor.commands.updateAttributes('picture', { alt: target.value })}
      />
      <Button size="small" type="text" danger onClick={() => editor.chain().focus().deleteNode('picture').run()}>
        {intl.formatMessage({ id: 'rich.removePicture' })}
      </Button>
    </div>
  )
}
