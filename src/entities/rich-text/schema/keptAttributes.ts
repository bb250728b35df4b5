import { Extension } from '@tiptap/core'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    alignment: {
      /** Aligns the selected paragraphs, headings and captions; null: default alignment of the language. */
      setAlignment: (alignment: Alignment | null) => ReturnType
    }
  }
}

export type Alignment = (typeof alignments)[number]
const alignments = ['left', 'center', 'right', 'justify'] as const
/** Nodes that users can align. */
const userAlignable = ['paragraph', 'heading', 'picture', 'video']
const alignable = [
  ...userAlignable,
  'blockquote',
  'listItem',
  'tableCell',
  'tableHeader',
  'figure',
  'figcaption',
  'figcaptionBlocks',
  'division',
]

const ofLanguage: Record<string, RegExp> = { lang: /^[a-z]{2,3}(?:-[a-z\d]{1,8})*$/i, dir: /^(?:ltr|rtl|auto)$/ }

/** Returns an attribute's value if the server allows it, otherwise null. */
function allowedValue(element: Element, name: string): string | null {
  const value = element.getAttribute(name) ?? ''
  return ofLanguage[name]?.test(value) === true ? value : null
}

/** Returns whether an element has a language or text direction. */
export const hasLanguage = (element: Element) =>
  allowedValue(element, 'lang') !== null || allowedValue(element, 'dir') !== null

export function alignmentIn(element: HTMLElement): Alignment | null {
  const said = alignments.find((one) => element.classList.contains(`align-${one}`) || element.style.textAlign === one)
  // A picture takes the alignment of the paragraph that contains only it.
  const around = element.matches('img, video') ? element.parentElement : null
  return said ?? (around?.matches('p, div') ? alignmentIn(around) : null)
}

/** Attributes that the server preserves on every element: language, direction, alignment. */
export const PreservedAttributes = Extension.create({
  name: 'keptAttributes',

  addGlobalAttributes: () => [
    {
      types: '*',
      attributes: {
        lang: { parseHTML: (element) => allowedValue(element, 'lang') },
        dir: { parseHTML: (element) => allowedValue(element, 'dir') },
      },
    },
    {
      types: alignable,
      attributes: {
        alignment: {
          parseHTML: alignmentIn,
          renderHTML: ({ alignment }) => (typeof alignment === 'string' ? { class: `align-${alignment}` } : {}),
        },
      },
    },
    {
      types: ['orderedList'],
      attributes: { reversed: { parseHTML: (element) => (element.hasAttribute('reversed') ? '' : null) } },
    },
    { types: ['tableHeader'], attributes: { scope: { default: null } } },
  ],

  addCommands: () => ({
    setAlignment:
      (alignment) =>
      ({ commands }) =>
        userAlignable.map((type) => commands.updateAttributes(type, { alignment })).includes(true),
  }),
})
