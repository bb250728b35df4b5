import { endpoints } from '#contract/calls/endpoints.ts'
import type { LookupKind } from '#contract/herd/lookups.ts'
import { describeForm } from '../../form/describe.ts'
import { text, toggle } from '../../form/fields.tsx'
import { group } from '../../form/parts.tsx'
import { useLocale } from '../../locale/locale.ts'

/** Form of a lookup entry, with its name in each language. */
export function lookupForm(kind: LookupKind) {
  return describeForm(endpoints.lookups.addOrEdit, {
    noun: `lookups.${kind}`,
    newTitleId: `lookup.new.${kind}`,
    titleOf: ({ names }) => names[useLocale.getState().language],
    load: endpoints.lookups.detail,
    initialValues: { kind },
    sections: [
      {
        fields: {
          names: group('lookup.names', {
            'zh-CN': text('lookup.zhCN'),
            'zh-TW': text('lookup.zhTW'),
            'en-US': text('lookup.enUS'),
            'pt-BR': text('lookup.ptBR'),
          }),
          isRetired: toggle('lookup.retired', { hintId: 'lookup.retiredHint', shownWhen: ({ id }) => id != null }),
        },
      },
    ],
  })
}
