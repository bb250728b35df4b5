import { Segmented } from 'antd'
import { useIntl } from 'react-intl'
import type { FarmDay } from '#contract/projects/days/dailyLogs.ts'
import type { StoredLog } from '../../../../storage/logShelf.ts'
import { useFormats } from '../../../../locale/formats.ts'
import { readHeads } from './draft.ts'

type Counted = Pick<StoredLog, 'counting' | 'handCount' | 'counts'>

interface Props extends Counted {
  farm: FarmDay
  onChange: (part: Partial<Counted>) => void
}

/** Inputs for a manual count by pen or for the whole farm, next to the ledger's numbers. */
export function HandCount({ farm, counting, handCount, counts, onChange }: Props) {
  const intl = useIntl()
  const { count } = useFormats()
  const counted = farm.pens.filter(({ id }) => counts[id] !== undefined)
  const sum = counted.reduce((heads, { id }) => heads + (counts[id] ?? 0), 0)
  const setPen = (id: number, heads: number | null) => {
    const others = Object.entries(counts).filter(([pen]) => Number(pen) !== id)
    onChange({ counts: Object.fromEntries(heads === null ? others : [...others, [id, heads]]) })
  }
  return (
    <section className="panel log-part" aria-labelledby="log-count">
      <h2 id="log-count">{intl.formatMessage({ id: 'dailyLog.handCount' })}</h2>
      {farm.pens.length > 0 && (
        <Segmented
          block
          size="large"
          aria-label={intl.formatMessage({ id: 'dailyLog.handCount' })}
          value={counting}
          onChange={(next) => onChange({ counting: next === 'WHOLE' ? 'WHOLE' : 'PENS' })}
          options={[
            { value: 'PENS', label: intl.formatMessage({ id: 'dailyLog.byPen' }) },
            { value: 'WHOLE', label: intl.formatMessage({ id: 'dailyLog.wholeFarm' }) },
          ]}
        />
      )}
      {counting === 'WHOLE' ? (
        <div className="log-pens">
          <Heads
            name={farm.name}
            ledger={farm.ledger}
            heard={farm.heard}
            heads={handCount}
            onChange={(heads) => onChange({ handCount: heads })}
          />
        </div>
      ) : (
        <>
          <div className="log-pens">
            {farm.pens.map((pen) => (
              <Heads key={pen.id} {...pen} heads={counts[pen.id] ?? null} onChange={(heads) => setPen(pen.id, heads)} />
            ))}
          </div>
          <p className="log-quiet" role="status">
            {intl.formatMessage(
              { id: 'dailyLog.countedPens' },
              { counted: counted.length, pens: farm.pens.length, heads: count(sum) },
            )}
          </p>
        </>
      )}
      {farm.lastCount && (
        <p className="log-quiet">
          {intl.formatMessage(
            { id: 'dailyLog.lastCount' },
            {
              heads: count(farm.lastCount.heads),
              day: intl.formatDate(`${farm.lastCount.day}T00:00:00Z`, {
                month: '2-digit',
                day: '2-digit',
                timeZone: 'UTC',
              }),
            },
          )}
        </p>
      )}
    </section>
  )
}

interface HeadsProps {
  name: string
  ledger: number
  heard: number
  heads: number | null
  onChange: (heads: number | null) => void
}

function Heads({ name, ledger, heard, heads, onChange }: HeadsProps) {
  const intl = useIntl()
  const { count } = useFormats()
  const differs = heads !== null && heads !== ledger
  return (
    <label className="log-pen" data-differs={differs || undefined}>
      <span className="log-pen-name">{name}</span>
      <input
        inputMode="numeric"
        autoComplete="off"
        dir="ltr"
        value={heads ?? ''}
        onChange={(event) => onChange(readHeads(event.target.value))}
      />
      <span className="log-quiet">
        {intl.formatMessage(
          { id: differs ? 'dailyLog.penDiffers' : 'dailyLog.penKnown' },
          { ledger: count(ledger), heard: count(heard) },
        )}
      </span>
    </label>
  )
}
