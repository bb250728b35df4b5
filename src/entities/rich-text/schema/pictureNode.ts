import { Node } from '@tiptap/core'
import { loadImage } from '../../../api/files/files.ts'
import { attributesOf, captionIn, figureAttributes, renderFigure, shownIn } from './figures.ts'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    picture: {
      /** Inserts an uploaded picture at the cursor or at a position. */
      insertPicture: (imageId: string, at?: number) => ReturnType
    }
  }
}

const uuid = /^\/media\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?:\?.*)?$/i
/** Returns the URL of an uploaded picture. */
export const addressOf = (imageId: string) => `/media/${imageId}`

/** Returns the id of the uploaded picture in an element; null: not one of ours. */
export function imageIdIn(element: Element): string | null {
  return uuid.exec(shownIn(element, 'img')?.getAttribute('src') ?? '')?.[1] ?? null
}
const attributesIn = (element: Element) => {
  const imageId = imageIdIn(element)
  return imageId === null ? false : { imageId, alt: shownIn(element, 'img')?.getAttribute('alt') ?? '' }
}

/** Uploaded picture with its caption: `<figure><img src="/media/…" alt="…"><figcaption>…</figcaption></figure>`. */
export const PictureNode = Node.create({
  name: 'picture',
  group: 'block',
  content: 'inline*',
  draggable: true,
  isolating: true,

  addAttributes: () => ({
    imageId: { default: '', rendered: false },
    alt: { default: '', rendered: false },
    ...figureAttributes('img', ['title', 'width', 'height']),
  }),
  parseHTML: () => [
    { tag: 'figure', contentElement: captionIn, getAttrs: attributesIn },
    { tag: 'img', getAttrs: attributesIn },
  ],
  renderHTML: ({ node, HTMLAttributes }) =>
    renderFigure(node, HTMLAttributes, [
      'img',
      {
        src: addressOf(String(node.attrs['imageId'])),
        alt: String(node.attrs['alt']),
        ...attributesOf(node.attrs['shown']),
      },
    ]),

  addCommands: () => ({
    insertPicture:
      (imageId, at) =>
      ({ commands, state }) => {
        const $at = state.doc.resolve(at ?? state.selection.to)
        const isEmptyLine = $at.parent.type.name === 'paragraph' && $at.parent.content.size === 0
        // Inserts below the current line, never inside it; an empty line is replaced.
        const place = isEmptyLine
          ? { from: $at.before(), to: $at.after() }
          : $at.parent.isTextblock
            ? $at.after()
            : $at.pos
        return commands.insertContentAt(place, { type: 'picture', attrs: { imageId, alt: '' } })
      },
  }),
  addKeyboardShortcuts() {
    return {
      // A caption is a single line: Enter continues below the picture.
      Enter: ({ editor }) => {
        const { $from } = editor.state.selection
        return (
          $from.parent.type === this.type &&
          editor
            .chain()
            .insertContentAt($from.after(), { type: 'paragraph' })
            .setTextSelection($from.after() + 1)
            .run()
        )
      },
    }
  },

  // Fetches the picture with the token, which an `img` cannot send, as it may be unpublished.
  addNodeView:
    () =>
    ({ node, editor, getPos }) => {
      const dom = document.createElement('figure')
      const image = document.createElement('img')
      const contentDOM = document.createElement('figcaption')
      dom.append(image, contentDOM)
      image.contentEditable = 'false'
      image.draggable = true
      image.addEventListener('click', () => {
        const at = getPos()
        if (editor.isEditable && at !== undefined) editor.commands.setNodeSelection(at)
      })
      let shown = { id: '', url: '' }

      function show(id: string) {
        URL.revokeObjectURL(shown.url)
        shown = { id, url: '' }
        loadImage(id, 'whole').then(
          (blob) => {
            if (shown.id !== id) return
            shown.url = URL.createObjectURL(blob)
            image.src = shown.url
          },
          () => dom.setAttribute('data-missing', ''),
        )
      }
      function update({ attrs }: typeof node) {
        image.alt = String(attrs['alt'])
        if (shown.id !== attrs['imageId']) show(String(attrs['imageId']))
      }
      update(node)
      return {
        dom,
        contentDOM,
        update(next) {
          if (next.type !== node.type) return false
          update(next)
          return true
        },
        ignoreMutation: ({ target }) => !contentDOM.contains(target),
        destroy() {
          URL.revokeObjectURL(shown.url)
          shown = { id: '', url: '' }
        },
      }
    },
})
