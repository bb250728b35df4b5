import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import type { ProjectHeadcount } from '#contract/projects/projectHeadcounts.ts'
import { firstDayWords } from '../../../entities/firstDays.ts'
import { useFormats } from '../../../locale/formats.ts'
import { joinParts } from '../../../locale/joins.ts'
import { Moment } from '../../../locale/Moment.tsx'
import { Ago } from './Ago.tsx'
import { HandCountText } from './HandCountText.tsx'
import type { Unfolded } from '../heads/HeadsDrawer.tsx'

interface Props {
  headcount: ProjectHeadcount
  /** Whether the numbers describe a past moment, for which ages until now are meaningless. */
  isPast?: boolean
  onUnfold: (unfolded: Unfolded) => void
}

/** Numbers of a project with their window; each opens its list of heads. */
export function HeadcountCards({ headcount, isPast = false, onUnfold }: Props) {
  const intl = useIntl()
  const formats = useFormats()
  const {
    contracted,
    ledger,
    heard,
    unverified,
    unaccounted,
    windowMinutes,
    lastHeardAt,
    missing,
    unverifiedValue,
    unaccountedValue,
    changeToday,
    gainedToday,
    lostToday,
    outside,
    change30Days,
    unexplained,
  } = headcount
  const change = (heads: number) => intl.formatNumber(heads, { signDisplay: 'exceptZero' })
  // A net change of zero must not hide that heads came and went.
  const today = gainedToday > 0 && lostToday > 0 ? `${change(gainedToday)} ${change(-lostToday)}` : change(changeToday)
  const worth = (heads: number, value: string) =>
    heads > 0 && intl.formatMessage({ id: 'headcount.worth' }, { amount: formats.amount(value) })
  const lastHeard =
    lastHeardAt === null ? (
      intl.formatMessage({ id: 'headcount.neverHeard' })
    ) : isPast ? (
      <Moment at={lastHeardAt} />
    ) : (
      <Ago at={lastHeardAt} />
    )
  return (
    <ul className="figures-cards">
      <Card title={intl.formatMessage({ id: 'headcount.contracted' })} heads={contracted}>
        {intl.formatMessage({ id: 'headcount.difference' }, { heads: change(ledger - contracted) })}
      </Card>
      <Card title={intl.formatMessage({ id: 'headcount.ledger' })} heads={ledger} onUnfold={() => onUnfold('LEDGER')}>
        {joinParts(
          intl,
          intl.formatMessage({ id: 'headcount.changes' }, { today, month: change(change30Days) }),
          missing > 0 && intl.formatMessage({ id: 'headcount.missing' }, { heads: missing }),
        )}
      </Card>
      <Card
        title={intl.formatMessage({ id: 'headcount.heard' }, { minutes: windowMinutes })}
        heads={heard}
        onUnfold={() => onUnfold('HEARD')}
      >
        {outside === 0
          ? lastHeard
          : intl.formatMessage(
              { id: 'join.parts' },
              {
                first: <span key="heard">{lastHeard}</span>,
                next: (
                  <b key="outside" className="figures-outside">
                    {intl.formatMessage({ id: 'headcount.outside' }, { heads: outside })}
                  </b>
                ),
              },
            )}
      </Card>
      <Card
        title={intl.formatMessage({ id: 'headcount.unverified' })}
        heads={unverified}
        tone={unverified > 0 ? 'unverified' : undefined}
        onUnfold={() => onUnfold('UNVERIFIED')}
      >
        {worth(unverified, unverifiedValue) || intl.formatMessage({ id: 'headcount.noOutage' })}
      </Card>
      <Card
        title={intl.formatMessage({ id: 'headcount.unaccounted' })}
        heads={unaccounted}
        tone={unaccounted > 0 ? 'major' : undefined}
        onUnfold={() => onUnfold('UNACCOUNTED')}
      >
        {unaccounted === 0
          ? intl.formatMessage({ id: 'headcount.allFound' })
          : joinParts(
              intl,
              worth(unaccounted, unaccountedValue),
              firstDayWords(intl, headcount),
              unexplained > 0 && intl.formatMessage({ id: 'headcount.unexplained' }, { heads: unexplained }),
            )}
      </Card>
      <Card title={intl.formatMessage({ id: 'handCount.title' })} heads={headcount.handCount?.heads ?? null}>
        <HandCountText headcount={headcount} />
      </Card>
    </ul>
  )
}

interface CardProps {
  title: string
  /** Null: unknown. */
  heads: number | null
  tone?: 'unverified' | 'major' | undefined
  onUnfold?: () => void
  children: ReactNode
}

function Card({ title, heads, tone, onUnfold, children }: CardProps) {
  const intl = useIntl()
  const formats = useFormats()
  return (
    <li className="panel figures-card" data-tone={tone}>
      <h2>
        {tone !== undefined && <span className="figures-sign" aria-hidden="true" />}
        {title}
      </h2>
      {onUnfold && heads !== null ? (
        <button
          type="button"
          className="figures-heads"
          aria-label={intl.formatMessage({ id: 'headcount.unfold' }, { title, heads: formats.count(heads) })}
          onClick={onUnfold}
        >
          {formats.count(heads)}
        </button>
      ) : (
        <strong className="figures-heads">{heads === null ? '–' : formats.count(heads)}</strong>
      )}
      <p>{children}</p>
    </li>
  )
}
