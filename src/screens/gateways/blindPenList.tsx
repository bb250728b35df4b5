import { FormattedMessage } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import { farmReference } from '../../entities/farmReference.ts'
import { gatewayReference } from '../../entities/gatewayReference.ts'
import { describeList } from '../../list/describe.ts'

/** Pens that no gateway hears: neckbands are worn there, but none was heard through a gateway in the farm's window. */
export const blindPenList = describeList(endpoints.pens.list)({
  noun: 'blindPens',
  titleId: 'blindPen.title',
  countId: 'pen.count',
  emptyId: 'blindPen.empty',
  nameOf: ({ name }) => name,
  sort: { field: 'name', order: 'asc' },
  fixed: { isBlind: true },
  intervalMs: 15_000,
  columns: {
    name: { titleId: 'pen.name', width: 150 },
    farmId: { titleId: 'pen.farm', width: 170, of: farmReference },
    worn: { titleId: 'blindPen.worn', width: 110 },
    heard: {
      titleId: 'pen.heads',
      width: 190,
      isLive: true,
      cell: ({ heard, heads, windowMinutes }) => (
        <FormattedMessage id="farm.headsOf" values={{ heard, ledger: heads, minutes: windowMinutes }} />
      ),
    },
    heardByGateway: { titleId: 'pen.heardByGateway', width: 120 },
    lastHeardAt: { titleId: 'gateway.lastSeenAt', width: 150 },
    lastGatewayId: { titleId: 'blindPen.lastGateway', width: 150, of: gatewayReference },
  },
  filters: [
    { field: 'name', titleId: 'pen.name' },
    { field: 'farmId', titleId: 'pen.farm', of: farmReference },
  ],
})
