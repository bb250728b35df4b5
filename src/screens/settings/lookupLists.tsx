import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Lookup, LookupKind } from '#contract/herd/lookups.ts'
import { call } from '../../api/call.ts'
import { useCall } from '../../api/queries.ts'
import { OrderButton } from '../../entities/ordering/OrderButton.tsx'
import { languageFor } from '../../locale/languages.ts'
import { useLocale } from '../../locale/locale.ts'
import { type Ask, describeList, type RecordList, type ToolbarProps } from '../../list/describe.ts'
import { formDetails, formToolbar } from '../../list/withForm.tsx'

const retire = ({ id, version, kind, names }: Lookup, ask: Ask, isRetired: boolean) =>
  ask(endpoints.lookups.addOrEdit, { id, version, kind, names, isRetired })

/** Returns the list of a lookup's entries: add, rename, order, retire, and remove unused ones. */
export function lookupList(kind: LookupKind): RecordList {
  const noun = `lookups.${kind}`
  const load = async () => (await import('./lookupForm.ts')).lookupForm(kind)
  const NewButton = formToolbar(noun, `lookup.new.${kind}`, load)

  function useEntries(isRequested: boolean) {
    const intl = useIntl()
    const language = useLocale((state) => state.language)
    const { data } = useCall(endpoints.lookups.list, { kind, pageSize: 1000 }, { isEnabled: isRequested })
    const entryOf = ({ id, names, isRetired }: Lookup) => ({
      id,
      name: names[language],
      note: isRetired ? intl.formatMessage({ id: 'lookup.retired' }) : undefined,
    })
    return data && { entries: data.list.map(entryOf), total: data.total }
  }
  const save = (ids: number[]) => call(endpoints.lookups.order, { kind, ids })
  const Toolbar = (props: ToolbarProps) => (
    <>
      <OrderButton noun="lookups" useEntries={useEntries} save={save} />
      <NewButton {...props} />
    </>
  )

  return describeList(endpoints.lookups.list)({
    noun,
    titleId: `lookup.title.${kind}`,
    countId: 'lookup.count',
    emptyId: 'lookup.empty',
    next: [{ titleId: `lookup.new.${kind}`, call: endpoints.lookups.addOrEdit, adds: noun }],
    nameOf: ({ names }, { locale }) => names[languageFor(locale)],
    sort: { field: 'place', order: 'asc' },
    fixed: { kind },
    columns: {
      place: { titleId: 'lookup.place', width: 80 },
      'names.zh-CN': { titleId: 'lookup.zhCN', width: 140 },
      'names.zh-TW': { titleId: 'lookup.zhTW', width: 140 },
      'names.en-US': { titleId: 'lookup.enUS', width: 160 },
      'names.pt-BR': { titleId: 'lookup.ptBR', width: 160 },
      isRetired: {
        titleId: 'lookup.state',
        width: 110,
        words: (is) => (is === 'true' ? 'lookup.retired' : 'lookup.offered'),
        tone: (is) => (is ? 'neutral' : 'live'),
      },
      isUsed: { titleId: 'lookup.isUsed', width: 100, hideOrder: 2 },
      code: { titleId: 'lookup.code', width: 150, hideOrder: 1 },
    },
    filters: [
      { field: 'name', titleId: 'lookup.name' },
      {
        field: 'isRetired',
        titleId: 'lookup.state',
        words: (is) => (is === 'true' ? 'lookup.retired' : 'lookup.offered'),
      },
    ],
    actions: [
      {
        key: 'retire',
        titleId: 'lookup.retire',
        appliesTo: ({ isRetired }) => !isRetired,
        confirmId: 'lookup.retireText',
        doneId: 'lookup.retireDone',
        run: (row, ask) => retire(row, ask, true),
      },
      {
        key: 'offer',
        titleId: 'lookup.offer',
        appliesTo: ({ isRetired }) => isRetired,
        doneId: 'lookup.offerDone',
        run: (row, ask) => retire(row, ask, false),
      },
      {
        key: 'remove',
        titleId: 'lookup.remove',
        danger: true,
        appliesTo: ({ isUsed }) => !isUsed,
        confirmId: 'lookup.removeText',
        doneId: 'lookup.removeDone',
        run: ({ id }, ask) => ask(endpoints.lookups.remove, { id }),
      },
    ],
    Details: formDetails(load, undefined, endpoints.lookups.history),
    Toolbar,
  })
}
