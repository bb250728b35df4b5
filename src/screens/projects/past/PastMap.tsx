import './past.css'
import { Select } from 'antd'
import { Suspense, useMemo, useState } from 'react'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { ProjectMap } from '#contract/projects/projectMaps.ts'
import { inPlace } from '../../../api/failures.ts'
import { PartComing } from '../../../api/LoadFailed.tsx'
import { useCall } from '../../../api/queries.ts'
import { useFormats } from '../../../locale/formats.ts'
import { joinParts } from '../../../locale/joins.ts'
import { lazyChunk } from '../../../navigation/lazyChunk.ts'
import type { Moment } from './moments.ts'
import { pastDots } from './pastDots.ts'

const ReplayMap = lazyChunk(async () => (await import('../../../map/replay/ReplayMap.tsx')).ReplayMap)
const minuteMs = 60_000

/** Past positions of a project's heads: last positions on the map, and counts by pen. */
export function PastMap({ id, moment }: { id: number; moment: Moment }) {
  const intl = useIntl()
  const loading = useCall(endpoints.projectMaps.shown, { id, ...moment }, { shows: inPlace })
  const { data } = loading
  if (!data) return <PartComing of={[loading]} lines={8} />
  if (data.farms.length === 0) return <p>{intl.formatMessage({ id: 'project.noFarms' })}</p>
  return <MapOf data={data} />
}

function MapOf({ data }: { data: ProjectMap }) {
  const intl = useIntl()
  const { count } = useFormats()
  const { windowMinutes, isExact, farms, animals } = data
  const [chosen, setChosen] = useState<number | null>(null)
  // Farms lie far apart, so one is shown at a time.
  const farm = farms.find(({ id }) => id === chosen) ?? farms[0]
  const total = farms.reduce((sum, { heads }) => sum + heads, 0)
  const isCut = animals.ids.length < total
  const drawn = useMemo(() => {
    const dots = pastDots(data)
    return {
      clock: { at: data.at, onFrame: () => () => undefined },
      dotsAt: () => dots,
      farms: farm ? [{ ...farm, windowMinutes: data.windowMinutes }] : [],
    }
  }, [data, farm])
  const penNotes = new Map(farms.flatMap(({ pens }) => pens.map((pen) => [pen.id, count(pen.heads)] as const)))
  return (
    <>
      <p className="past-map-note">
        {joinParts(
          intl,
          intl.formatMessage({ id: 'past.mapNote' }, { minutes: windowMinutes }),
          !isExact && intl.formatMessage({ id: 'past.mapSteps' }),
          isCut && intl.formatMessage({ id: 'past.mapCut' }, { shown: animals.ids.length, total }),
        )}
      </p>
      {farms.length > 1 && (
        <Select
          className="past-map-farm"
          aria-label={intl.formatMessage({ id: 'animal.farm' })}
          value={farm?.id ?? null}
          options={farms.map(({ id, name, heads }) => ({
            value: id,
            label: intl.formatMessage({ id: 'join.note' }, { what: name, note: count(heads) }),
          }))}
          onChange={setChosen}
        />
      )}
      <div className="past-map">
        <Suspense fallback={<div className="past-map-coming" aria-busy="true" />}>
          <ReplayMap
            farms={drawn.farms}
            penNotes={penNotes}
            path={noPath}
            clock={drawn.clock}
            dotsAt={drawn.dotsAt}
            followed={null}
            isAnimated={false}
          />
        </Suspense>
        <Pens data={data} isCut={isCut} />
      </div>
    </>
  )
}

const noPath: [] = []

/** Assigned and heard heads by pen; heard ones only if all heads were sent. */
function Pens({ data: { at, windowMinutes, farms, elsewhere, animals }, isCut }: { data: ProjectMap; isCut: boolean }) {
  const intl = useIntl()
  const { count } = useFormats()
  const since = at - windowMinutes * minuteMs
  const heard = new Map<number, number>()
  for (const [row, penId] of animals.penIds.entries())
    if (penId !== null && (animals.heardAt[row] ?? 0) > since) heard.set(penId, (heard.get(penId) ?? 0) + 1)
  const rows = farms.flatMap(({ id, name, pens, inNoPen }) => [
    ...pens.map((pen) => ({
      key: `pen${pen.id}`,
      farm: name,
      pen: pen.name,
      heads: pen.heads,
      heard: heard.get(pen.id) ?? 0,
    })),
    ...(inNoPen > 0
      ? [{ key: `farm${id}`, farm: name, pen: intl.formatMessage({ id: 'past.inNoPen' }), heads: inNoPen, heard: null }]
      : []),
  ])
  return (
    <section className="panel project-part" aria-label={intl.formatMessage({ id: 'past.pens' })}>
      <table className="project-table">
        <thead>
          <tr>
            <th scope="col">{intl.formatMessage({ id: 'animal.pen' })}</th>
            <th scope="col">{intl.formatMessage({ id: 'past.kept' })}</th>
            {!isCut && <th scope="col">{intl.formatMessage({ id: 'past.heardThere' })}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <td>{joinParts(intl, farms.length > 1 && row.farm, row.pen)}</td>
              <td>{count(row.heads)}</td>
              {!isCut && <td>{row.heard === null ? intl.formatMessage({ id: 'form.nothing' }) : count(row.heard)}</td>}
            </tr>
          ))}
          {elsewhere > 0 && (
            <tr>
              <td>{intl.formatMessage({ id: 'past.elsewhere' })}</td>
              <td>{count(elsewhere)}</td>
              {!isCut && <td>{intl.formatMessage({ id: 'form.nothing' })}</td>}
            </tr>
          )}
        </tbody>
      </table>
    </section>
  )
}
