import { baseMapChoices, datums } from '#contract/herd/baseMap.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { describeForm, type Draft } from '../../form/describe.ts'
import { select, text } from '../../form/fields.tsx'
import { useLocale } from '../../locale/locale.ts'

interface OfKind {
  kind: (typeof baseMapChoices)[number]
}
type Kind = OfKind['kind']

const isOf =
  (...kinds: Kind[]) =>
  ({ kind }: Draft<OfKind>) =>
    kinds.some((one) => one === kind)

/** Form for the platform's base map, with the fields of its kind. */
export const baseMapForm = describeForm(endpoints.baseMap.addOrEdit, {
  noun: 'baseMap',
  newTitleId: 'baseMap.title',
  titleOf: () => useLocale.getState().messages?.['baseMap.title'] ?? '',
  load: endpoints.baseMap.detail,
  sections: [
    {
      textId: 'baseMap.text',
      fields: {
        kind: select('baseMap.kind', baseMapChoices, { isWide: true, wordOf: (kind) => `baseMap.kind.${kind}` }),
        fileName: text('baseMap.fileName', {
          isWide: true,
          hintId: 'baseMap.fileNameHint',
          isMandatory: true,
          shownWhen: isOf('FILE'),
        }),
        address: text('baseMap.address', {
          isWide: true,
          inputMode: 'url',
          hintId: 'baseMap.addressHint',
          isMandatory: true,
          shownWhen: isOf('STYLE', 'TILES'),
        }),
        origins: text('baseMap.origins', {
          isWide: true,
          hintId: 'baseMap.originsHint',
          shownWhen: isOf('STYLE', 'TILES'),
        }),
        tiandituKey: text('baseMap.tiandituKey', {
          isWide: true,
          hintId: 'baseMap.tiandituKeyHint',
          isMandatory: true,
          shownWhen: isOf('TIANDITU'),
        }),
        datum: select('baseMap.datum', datums, {
          wordOf: (datum) => `baseMap.datum.${datum}`,
          shownWhen: isOf('STYLE', 'TILES'),
        }),
        attribution: text('baseMap.attribution', { shownWhen: isOf('FILE', 'STYLE', 'TILES', 'TIANDITU') }),
      },
    },
  ],
})
