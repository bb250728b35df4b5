import {
  AlignCenterOutlined,
  AlignRightOutlined,
  BoldOutlined,
  ClearOutlined,
  CodeOutlined,
  ItalicOutlined,
  LineOutlined,
  LinkOutlined,
  OrderedListOutlined,
  PictureOutlined,
  RedoOutlined,
  StrikethroughOutlined,
  TableOutlined,
  UnderlineOutlined,
  UndoOutlined,
  UnorderedListOutlined,
  VideoCameraOutlined,
} from '@ant-design/icons'
import type { ChainedCommands, Editor } from '@tiptap/core'
import { useRef, useState, type ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { imageContentTypes } from '#contract/calls/images.ts'
import type { MessageId } from '../../locale/languages.ts'
import { AddressDialog } from './AddressDialog.tsx'
import { BarButton, EditorBar } from './EditorBar.tsx'
import type { Alignment } from './schema/keptAttributes.ts'

interface Props {
  editor: Editor
  isDisabled: boolean
  onPictures: (files: File[]) => void
}

interface Tool {
  labelId: MessageId
  sign: ReactNode
  /** Mark or node that a toggle button switches. */
  is?: readonly [name: string, attributes?: object] | readonly [attributes: { alignment: Alignment }]
  run: (chain: ChainedCommands) => ChainedCommands
}

const heading = (level: 2 | 3 | 4, labelId: MessageId): Tool => ({
  labelId,
  sign: <span data-sign={`H${level - 1}`} />,
  is: ['heading', { level }],
  run: (chain) => chain.toggleHeading({ level }),
})

const align = (alignment: Alignment, labelId: MessageId, sign: ReactNode): Tool => ({
  labelId,
  sign,
  is: [{ alignment }],
  run: (chain) =>
    chain.command(({ editor, commands }) => commands.setAlignment(editor.isActive({ alignment }) ? null : alignment)),
})

const tools: readonly Tool[] = [
  { labelId: 'rich.undo', sign: <UndoOutlined />, run: (chain) => chain.undo() },
  { labelId: 'rich.redo', sign: <RedoOutlined />, run: (chain) => chain.redo() },
  heading(2, 'rich.heading1'),
  heading(3, 'rich.heading2'),
  heading(4, 'rich.heading3'),
  { labelId: 'rich.bold', sign: <BoldOutlined />, is: ['bold'], run: (chain) => chain.toggleBold() },
  { labelId: 'rich.italic', sign: <ItalicOutlined />, is: ['italic'], run: (chain) => chain.toggleItalic() },
  {
    labelId: 'rich.underline',
    sign: <UnderlineOutlined />,
    is: ['underline'],
    run: (chain) => chain.toggleUnderline(),
  },
  { labelId: 'rich.strike', sign: <StrikethroughOutlined />, is: ['strike'], run: (chain) => chain.toggleStrike() },
  align('center', 'rich.alignCenter', <AlignCenterOutlined />),
  align('right', 'rich.alignRight', <AlignRightOutlined />),
  {
    labelId: 'rich.bullets',
    sign: <UnorderedListOutlined />,
    is: ['bulletList'],
    run: (chain) => chain.toggleBulletList(),
  },
  {
    labelId: 'rich.numbers',
    sign: <OrderedListOutlined />,
    is: ['orderedList'],
    run: (chain) => chain.toggleOrderedList(),
  },
  { labelId: 'rich.quote', sign: '❝', is: ['blockquote'], run: (chain) => chain.toggleBlockquote() },
  { labelId: 'rich.code', sign: <CodeOutlined />, is: ['codeBlock'], run: (chain) => chain.toggleCodeBlock() },
  { labelId: 'rich.line', sign: <LineOutlined />, run: (chain) => chain.setHorizontalRule() },
  {
    labelId: 'rich.table',
    sign: <TableOutlined />,
    run: (chain) => chain.insertTable({ rows: 3, cols: 3, withHeaderRow: true }),
  },
  { labelId: 'rich.clear', sign: <ClearOutlined />, run: (chain) => chain.unsetAllMarks().clearNodes() },
]

const isOn = (editor: Editor, is: NonNullable<Tool['is']>) =>
  typeof is[0] === 'string' ? editor.isActive(is[0], is[1]) : editor.isActive(is[0])

/** Formatting actions above the text. */
export function Toolbar({ editor, isDisabled, onPictures }: Props) {
  // Not memoised: the editor mutates in place and must be read at each render.
  'use no memo'
  const intl = useIntl()
  const file = useRef<HTMLInputElement>(null)
  const [openDialog, setAsked] = useState<'link' | 'video' | null>(null)
  const linked = String(editor.getAttributes('link')['href'] ?? '')

  return (
    <>
      <EditorBar label={intl.formatMessage({ id: 'rich.tools' })}>
        {tools.map(({ labelId, sign, is, run }) => (
          <BarButton
            key={labelId}
            label={intl.formatMessage({ id: labelId })}
            sign={sign}
            {...(is && { isOn: isOn(editor, is) })}
            isDisabled={isDisabled || !run(editor.can().chain()).run()}
            onPress={() => run(editor.chain().focus()).run()}
          />
        ))}
        <BarButton
          label={intl.formatMessage({ id: 'rich.link' })}
          sign={<LinkOutlined />}
          isOn={editor.isActive('link')}
          isDisabled={isDisabled}
          onPress={() => setAsked('link')}
        />
        <BarButton
          label={intl.formatMessage({ id: 'rich.picture' })}
          sign={<PictureOutlined />}
          isDisabled={isDisabled}
          onPress={() => file.current?.click()}
        />
        <BarButton
          label={intl.formatMessage({ id: 'rich.video' })}
          sign={<VideoCameraOutlined />}
          isDisabled={isDisabled}
          onPress={() => setAsked('video')}
        />
      </EditorBar>
      <input
        ref={file}
        type="file"
        hidden
        multiple
        aria-label={intl.formatMessage({ id: 'rich.picture' })}
        accept={imageContentTypes.join()}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          event.target.value = ''
          onPictures(files)
        }}
      />
      {openDialog !== null && (
        <AddressDialog
          kind={openDialog}
          address={openDialog === 'link' ? linked : ''}
          onClose={() => setAsked(null)}
          onDone={(address) => {
            setAsked(null)
            if (openDialog === 'video') editor.chain().focus().insertVideo(address).run()
            else if (address === '') editor.chain().focus().extendMarkRange('link').unsetLink().run()
            else if (editor.state.selection.empty && linked === '')
              editor
                .chain()
                .focus()
                .insertContent({ type: 'text', text: address, marks: [{ type: 'link', attrs: { href: address } }] })
                .run()
            else editor.chain().focus().extendMarkRange('link').setLink({ href: address }).run()
          }}
        />
      )}
    </>
  )
}
