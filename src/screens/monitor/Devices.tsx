import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import type { GatewayState } from '#contract/herd/gateways.ts'
import type { Scene } from '#contract/herd/monitor.ts'
import type { Totals } from './farms/farmRows.ts'
import { windowOf } from './headcounts/windowOf.ts'
import type { RateTotals } from './top/rates.ts'

interface Props {
  scene: Scene
  gatewayStates: ReadonlyMap<number, GatewayState>
  totals: Totals | null
  rates: RateTotals | null
  /** Readings of unregistered devices in the last 24 hours; null: hidden from this user. */
  unknownDevices: number | null
}

export function Devices({ scene, gatewayStates, totals, rates, unknownDevices }: Props) {
  const intl = useIntl()
  const online = scene.gateways.filter(({ id }) => gatewayStates.get(id) === 'ONLINE').length
  const incoming = rates ? rates.stored + rates.rejected : 0
  const rejected = rates && incoming > 0 ? rates.rejected / incoming : 0
  const number = (value: number) => intl.formatNumber(value)
  return (
    <dl className="wall-devices">
      <Device
        name={intl.formatMessage({ id: 'devices.gateways' })}
        of={number(scene.gateways.length)}
        trouble={gatewayStates.size > 0 && online < scene.gateways.length}
      >
        {gatewayStates.size > 0 ? number(online) : '–'}
      </Device>
      <Device
        name={intl.formatMessage({ id: 'devices.neckbands' }, { window: totals ? windowOf(intl, totals) : '' })}
        of={totals && number(totals.neckbands)}
      >
        {totals ? number(totals.heard) : '–'}
      </Device>
      <Device name={intl.formatMessage({ id: 'devices.lowBattery' })}>
        {totals ? number(totals.lowBattery) : '–'}
      </Device>
      <Device
        name={intl.formatMessage({ id: 'devices.readings' })}
        of={intl.formatMessage({ id: 'devices.perSecond' })}
      >
        {rates ? number(Math.round(rates.stored)) : '–'}
      </Device>
      <Device name={intl.formatMessage({ id: 'devices.rejected' })} trouble={rejected > 0.05}>
        {rates ? intl.formatNumber(rejected, { style: 'percent', maximumFractionDigits: 2 }) : '–'}
      </Device>
      {unknownDevices !== null && (
        <Device name={intl.formatMessage({ id: 'devices.unknown' })} trouble={unknownDevices > 0}>
          {number(unknownDevices)}
        </Device>
      )}
    </dl>
  )
}

function Device({
  name,
  of,
  trouble,
  children,
}: {
  name: string
  of?: string | null
  trouble?: boolean
  children: ReactNode
}) {
  const intl = useIntl()
  return (
    <div data-trouble={trouble || undefined}>
      <dt title={name}>{name}</dt>
      <dd>
        {of ? (
          intl.formatMessage(
            { id: 'join.of' },
            { part: <strong key="part">{children}</strong>, whole: <small key="whole">{of}</small> },
          )
        ) : (
          <strong>{children}</strong>
        )}
      </dd>
    </div>
  )
}
