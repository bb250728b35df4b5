import { endpoints } from '#contract/calls/endpoints.ts'
import { animalReference } from '../../entities/animalReference.ts'
import { farmReference } from '../../entities/farmReference.ts'
import { penReference } from '../../entities/penReference.ts'
import { describeList } from '../../list/describe.ts'
import { formDetails } from '../../list/withForm.tsx'

/** Battery forecasts of worn neckbands, those empty first at the top; sorted by pen it is a list for a round. */
export const batteryList = describeList(endpoints.neckbands.list)({
  noun: 'batteries',
  titleId: 'battery.title',
  countId: 'neckband.count',
  emptyId: 'battery.empty',
  next: [{ titleId: 'pairing.title', call: endpoints.neckbands.pair, to: '/dashboard/animal-monitor/device/pairing' }],
  nameOf: ({ deviceId }) => deviceId,
  sort: { field: 'batteryDaysLeft', order: 'asc' },
  fixed: { isWorn: true },
  columns: {
    deviceId: { titleId: 'neckband.deviceId', width: 150 },
    batteryDaysLeft: { titleId: 'battery.daysLeft', width: 100 },
    batteryTrend: {
      titleId: 'battery.trend',
      width: 160,
      words: (trend) => `batteryTrend.${trend}`,
      tone: (trend) => (trend === 'THIN' ? 'unverified' : 'neutral'),
    },
    battery: { titleId: 'neckband.battery', width: 90, unit: '%' },
    batteryPerDay: { titleId: 'battery.perDay', width: 110, unit: '%', hideOrder: 2 },
    farmId: { titleId: 'neckband.farm', width: 150, of: farmReference, hideOrder: 3 },
    farmSlotId: { titleId: 'neckband.pen', width: 110, of: penReference },
    animalId: { titleId: 'neckband.animal', width: 110, of: animalReference },
    model: { titleId: 'neckband.model', width: 100, hideOrder: 1 },
  },
  filters: [
    { field: 'deviceId', titleId: 'neckband.search' },
    { field: 'batteryDue', titleId: 'battery.due', words: (due) => `batteryDue.${due}` },
    { field: 'farmId', titleId: 'neckband.farm', of: farmReference },
    { field: 'farmSlotId', titleId: 'neckband.pen', of: penReference },
  ],
  Details: formDetails(async () => (await import('./neckbandForm.ts')).neckbandForm),
})
