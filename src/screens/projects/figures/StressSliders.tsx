import { Select, Slider } from 'antd'
import { useState, type ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { coverageOf, stressed } from '#contract/projects/coverage.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { ProjectCoverage } from '#contract/projects/projectCoverage.ts'
import { useCall } from '../../../api/queries.ts'
import { Tag } from '../../../list/grid/cells.tsx'
import { useFormats } from '../../../locale/formats.ts'
import { coverageTones } from './coverageTones.ts'
import { Ratio } from '../../../entities/projects/Ratio.tsx'

const prices = { min: -50, max: 20 }

/** Coverage if prices changed, heads died or a gateway failed, computed in the browser by the server's code. */
export function StressSliders({ id: projectId, coverage }: { id: number; coverage: ProjectCoverage }) {
  const intl = useIntl()
  const formats = useFormats()
  const [pricePercent, setPrice] = useState(0)
  const [deaths, setDeaths] = useState(0)
  const [gatewayId, setGateway] = useState<number | null>(null)
  const [isSought, setSought] = useState(false)
  const gateways = useCall(endpoints.projectCoverage.gateways, { id: projectId }, { isEnabled: isSought }).data
    ?.gateways
  const heads = coverage.lines.reduce((sum, line) => sum + line.heads, 0)
  const blind = gateways?.find(({ id }) => id === gatewayId)
  const after = coverageOf(
    stressed(coverage.lines, {
      pricePercent,
      deaths,
      blindHeads: new Map(blind?.lines.map(({ lineId, heads: of }) => [lineId, of])),
    }),
    coverage,
  )
  const lost = blind?.lines.reduce((sum, line) => sum + line.heads, 0) ?? 0
  return (
    <fieldset className="figures-stress">
      <legend>{intl.formatMessage({ id: 'stress.title' })}</legend>
      <Row
        title={intl.formatMessage({ id: 'stress.price' })}
        value={intl.formatNumber(pricePercent / 100, { style: 'percent', signDisplay: 'exceptZero' })}
      >
        <Slider
          {...prices}
          value={pricePercent}
          onChange={setPrice}
          ariaLabelForHandle={intl.formatMessage({ id: 'stress.price' })}
          tooltip={{ open: false }}
        />
      </Row>
      <Row
        title={intl.formatMessage({ id: 'stress.deaths' })}
        value={intl.formatMessage({ id: 'stress.heads' }, { heads: deaths })}
      >
        <Slider
          min={0}
          max={Math.max(1, heads)}
          value={deaths}
          onChange={setDeaths}
          ariaLabelForHandle={intl.formatMessage({ id: 'stress.deaths' })}
          tooltip={{ open: false }}
        />
      </Row>
      <Row
        title={intl.formatMessage({ id: 'stress.gateway' })}
        value={intl.formatMessage({ id: 'stress.heads' }, { heads: lost })}
      >
        <Select
          allowClear
          aria-label={intl.formatMessage({ id: 'stress.gateway' })}
          placeholder={intl.formatMessage({ id: 'stress.noGateway' })}
          loading={isSought && gateways === undefined}
          value={gatewayId}
          options={gateways?.map(({ id, mac }) => ({ value: id, label: mac })) ?? []}
          onOpenChange={() => setSought(true)}
          onChange={(id?: number) => setGateway(id ?? null)}
        />
      </Row>
      <p aria-live="polite">
        {intl.formatMessage({ id: 'stress.then' })} <b>{after.ratio === null ? '–' : <Ratio ratio={after.ratio} />}</b>{' '}
        {formats.amount(after.value)}{' '}
        <Tag tone={coverageTones[after.state]}>{intl.formatMessage({ id: `coverageState.${after.state}` })}</Tag>
      </p>
    </fieldset>
  )
}

function Row({ title, value, children }: { title: string; value: string; children: ReactNode }) {
  return (
    <div className="figures-slider">
      <span>{title}</span>
      {children}
      <b>{value}</b>
    </div>
  )
}
