import { Node } from '@tiptap/core'
import { attributesOf, captionIn, figureAttributes, renderFigure, shownIn } from './figures.ts'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    video: {
      /** Inserts a video at the cursor, by its URL. */
      insertVideo: (address: string) => ReturnType
    }
  }
}

const addressIn = (element: Element) => {
  const src = shownIn(element, 'video')?.getAttribute('src') ?? ''
  return URL.canParse(src) && new URL(src).protocol === 'https:' ? { src } : false
}

/** Video by URL with its caption: `<figure><video src="https://…" controls preload="none"></video><figcaption>…</figcaption></figure>`. */
export const VideoNode = Node.create({
  name: 'video',
  group: 'block',
  content: 'inline*',
  draggable: true,
  isolating: true,

  addAttributes: () => ({
    src: { default: '', rendered: false },
    ...figureAttributes('video', ['title', 'width', 'height', 'poster']),
  }),
  parseHTML: () => [
    { tag: 'figure', contentElement: captionIn, getAttrs: addressIn },
    { tag: 'video', contentElement: captionIn, getAttrs: addressIn },
  ],
  renderHTML: ({ node, HTMLAttributes }) =>
    renderFigure(node, HTMLAttributes, [
      'video',
      { src: String(node.attrs['src']), controls: '', preload: 'none', ...attributesOf(node.attrs['shown']) },
    ]),

  addCommands: () => ({
    insertVideo:
      (address) =>
      ({ commands }) =>
        commands.insertContent({ type: 'video', attrs: { src: address } }),
  }),

  // Shows only the URL, as the console plays nothing from other hosts.
  addNodeView:
    () =>
    ({ node }) => {
      const dom = document.createElement('figure')
      dom.className = 'rich-video'
      const address = document.createElement('div')
      address.contentEditable = 'false'
      address.textContent = `▶ ${String(node.attrs['src'])}`
      const contentDOM = document.createElement('figcaption')
      dom.append(address, contentDOM)
      return { dom, contentDOM }
    },
})
