import { render } from '@testing-library/react'
import { createIntl, RawIntlProvider } from 'react-intl'
import { expect, test } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import zhCN from '#locales/zh-CN.json' with { type: 'json' }
import { type AnyColumn, describeList, type RecordList, type Row } from '../describe.ts'
import { drawCell } from './cells.tsx'
import { GridRow } from './GridRow.tsx'

const intl = createIntl({ locale: 'zh-CN', messages: zhCN })

/** A row of a list as a card has it, what stands in each of its parts. */
const partsOf = (list: RecordList, row: Row) => textsOf(list, row, '[role=gridcell]')
/** What stands below its name. */
const belowOf = (list: RecordList, row: Row) => textsOf(list, row, '.card-rest > *')

function textsOf(list: RecordList, row: Row, selector: string): (string | null)[] {
  const columns = list.columns.map((column) => ({ ...column, width: 100, isResized: false, isPinned: false }))
  const cell = (column: AnyColumn, of: Row) => drawCell(column, of, { intl, isPast: false, names: () => undefined })
  const setting = {
    columns,
    cell,
    nameOf: () => '',
    menu: undefined,
    onPick: undefined,
    onOpen: undefined,
    onFocus: () => {},
    asCard: true,
  }
  const { unmount, container } = render(
    <RawIntlProvider value={intl}>
      <div role="grid" aria-label="卡片">
        <GridRow
          setting={setting}
          row={row}
          id={1}
          ariaIndex={2}
          top={0}
          isActive={false}
          takesTab
          isOpen={false}
          isSelected={false}
        />
      </div>
    </RawIntlProvider>,
  )
  const parts = [...container.querySelectorAll(selector)].map(({ textContent }) => textContent)
  unmount()
  return parts
}

const described = {
  noun: 'cards',
  titleId: 'user.title',
  countId: 'user.count',
  emptyId: 'user.empty',
  nameOf: () => '',
  filters: [],
} as const

test('shows a state as its tag and labels yes and no', () => {
  const list = describeList(endpoints.neckbands.list)({
    ...described,
    columns: {
      deviceId: { titleId: 'neckband.deviceId' },
      state: { titleId: 'neckband.state', words: (state) => `neckbandState.${state}`, tone: () => 'live' },
      pairedAgain: {
        titleId: 'neckband.pairedAgain',
        words: (again) => (again === 'true' ? 'list.yes' : 'list.no'),
        tone: () => 'neutral',
      },
    },
  })
  expect(partsOf(list, { deviceId: 'AC01', state: 'HEARD', pairedAgain: false })).toEqual([
    'AC01',
    zhCN['neckbandState.HEARD'],
    `${zhCN['neckband.pairedAgain']} 否`,
  ])
  // A missing state takes no room next to the name.
  expect(partsOf(list, { deviceId: 'AC01', state: null, pairedAgain: false })).toEqual([
    'AC01',
    `${zhCN['neckband.pairedAgain']} 否`,
  ])
})

test('puts several tags on the line below the name', () => {
  const list = describeList(endpoints.tickets.list)({
    ...described,
    idField: 'ticketId',
    columns: {
      subjectName: { titleId: 'ticket.subject' },
      raisedBy: { titleId: 'ticket.raisedBy' },
      state: { titleId: 'ticket.state', words: (state) => `ticket.state.${state}`, tone: () => 'live' },
      urgency: {
        titleId: 'ticket.urgency',
        words: (urgency) => `ticket.urgency.${urgency}`,
        tone: () => 'minor',
      },
    },
  })
  const row = { ticketId: 1, subjectName: '敖包', raisedBy: '李', state: 'PENDING', urgency: 'NORMAL' }
  const [state, urgency] = [zhCN['ticket.state.PENDING'], zhCN['ticket.urgency.NORMAL']]
  expect(partsOf(list, row)).toEqual(['敖包', state, urgency, '李'])
  expect(belowOf(list, row)).toEqual([state, urgency, '李'])
  expect(belowOf(list, { ...row, urgency: null })).toEqual([state, '李'])
  expect(belowOf({ ...list, columns: list.columns.slice(0, 3) }, row)).toEqual(['李'])
})

test('labels decimal texts', () => {
  const list = describeList(endpoints.collateral.list)({
    ...described,
    columns: {
      priceSource: { titleId: 'collateral.priceSource' },
      quantity: { titleId: 'collateral.quantity', cell: ({ quantity }) => Number(quantity) },
      unitPrice: { titleId: 'collateral.unitPrice' },
    },
  })
  expect(list.columns.map(({ isNumber, isText }) => [isNumber, isText])).toEqual([
    [false, true],
    [true, false],
    [true, false],
  ])
  expect(partsOf(list, { priceSource: '市场', quantity: '1200.000', unitPrice: '13800.00' })).toEqual([
    '市场',
    `${zhCN['collateral.quantity']} 1200`,
    `${zhCN['collateral.unitPrice']} ¥13,800.00`,
  ])
})

test('heads a card by its name column and omits excluded columns', () => {
  const list = describeList(endpoints.partnerships.list)({
    ...described,
    columns: {
      position: { titleId: 'lookup.place', onCard: 'never' },
      link: { titleId: 'partner.link' },
      name: { titleId: 'partner.name', onCard: 'head' },
    },
  })
  expect(partsOf(list, { position: 1, link: 'https://drover.example', name: '草原银行' })).toEqual([
    '草原银行',
    'https://drover.example',
  ])
})
