import { Button } from 'antd'
import { useIntl } from 'react-intl'
import { useNames } from '../../api/references.ts'
import { animalReference } from '../../entities/animalReference.ts'
import { joinParts } from '../../locale/joins.ts'
import type { Paired } from './usePaired.tsx'

/** Pairings of this visit, newest first. A pairing that has ended since is struck through. */
export function PairedLines({ paired: { lines, undo } }: { paired: Paired }) {
  const intl = useIntl()
  const names = useNames(
    animalReference,
    lines.flatMap(({ band }) => band.animalId ?? []),
  )
  if (lines.length === 0) return null
  const count = lines.filter(({ isUndone }) => !isUndone).length
  return (
    <section className="panel" aria-labelledby="paired">
      <h2 id="paired">{intl.formatMessage({ id: 'pairing.done' }, { count })}</h2>
      <ol className="paired-lines">
        {lines.map((line, place) => {
          const { band, wearer, isUndone } = line
          const isNewest = lines.findIndex((other) => other.band.id === band.id) === place
          const words = joinParts(intl, band.deviceId, names.get(band.animalId ?? 0))
          const isOver = isUndone || !isNewest
          return (
            <li key={`${band.deviceId} ${band.version}`}>
              {wearer && !isUndone && (
                <p>
                  <s>{joinParts(intl, band.deviceId, wearer.tag)}</s>
                </p>
              )}
              <p>
                <b>{isOver ? <s>{words}</s> : words}</b>{' '}
                {band.pairedAgain && intl.formatMessage({ id: 'neckband.pairedAgain' })}
              </p>
              {!isOver && (
                <Button
                  aria-label={intl.formatMessage({ id: 'pairing.undoOf' }, { device: band.deviceId })}
                  onClick={() => void undo(line)}
                >
                  {intl.formatMessage({ id: 'pairing.undo' })}
                </Button>
              )}
            </li>
          )
        })}
      </ol>
    </section>
  )
}
