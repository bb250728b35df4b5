import { useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import type { ProjectCoverage } from '#contract/projects/projectCoverage.ts'
import { categoryReference } from '../../../entities/lookups/lookupReferences.ts'
import { useNames } from '../../../api/references.ts'
import { Tag } from '../../../list/grid/cells.tsx'
import { useFormats } from '../../../locale/formats.ts'
import { joinParts } from '../../../locale/joins.ts'
import { useTabAddress } from '../past/moments.ts'
import { CoverageBar } from './CoverageBar.tsx'
import { coverageTones } from './coverageTones.ts'
import { Ratio } from '../../../entities/projects/Ratio.tsx'
import { StressSliders } from './StressSliders.tsx'

/**
 * Coverage of the loan, what would restore it, and a stress test.
 * @param id project for the stress test's gateways; null hides the test, as in the past
 */
export function CoverageCard({ id, coverage }: { id: number | null; coverage: ProjectCoverage }) {
  const intl = useIntl()
  const formats = useFormats()
  const addressOf = useTabAddress()
  const names = useNames(
    categoryReference,
    coverage.lines.map(({ categoryId }) => categoryId),
  )
  const { ratio, state, value, balance, balanceAsOf, headsToCure, cashToCure, lines } = coverage
  // The oldest price decides whether prices are stale.
  const [oldest] = lines.toSorted((one, other) => one.pricedOn.localeCompare(other.pricedOn))
  const cured = lines.find(({ lineId }) => lineId === headsToCure?.lineId)
  return (
    <section className="panel figures-part" aria-labelledby="coverage">
      <header className="row">
        <h2 id="coverage">{intl.formatMessage({ id: 'coverage.title' })}</h2>
        <Tag tone={coverageTones[state]}>{intl.formatMessage({ id: `coverageState.${state}` })}</Tag>
        {oldest && (
          <small>
            {joinParts(
              intl,
              intl.formatMessage({ id: 'coverage.priced' }, { date: formats.date(oldest.pricedOn) }),
              oldest.priceSource,
            )}
          </small>
        )}
      </header>
      <div className="figures-coverage">
        <p className="figures-ratio" data-state={state}>
          {ratio === null ? '–' : <Ratio ratio={ratio} />}
        </p>
        <CoverageBar coverage={coverage} />
      </div>
      <p className="figures-quiet">
        {joinParts(
          intl,
          intl.formatMessage({ id: 'coverage.value' }, { amount: formats.amount(value) }),
          intl.formatMessage({ id: 'coverage.balance' }, { amount: formats.amount(balance) }),
          balanceAsOf !== null && intl.formatMessage({ id: 'coverage.asOf' }, { date: formats.date(balanceAsOf) }),
        )}{' '}
        <Link to={addressOf({ tab: 'collateral', part: 'balances' })}>
          {intl.formatMessage({ id: 'loanBalance.title' })}
        </Link>
      </p>
      {state !== 'OK' && (
        <p className="figures-cure">
          {headsToCure && cured && (
            <Tag tone="major">
              {intl.formatMessage(
                { id: 'coverage.addHeads' },
                { heads: headsToCure.heads, category: names.get(cured.categoryId) ?? '…' },
              )}
            </Tag>
          )}
          {cashToCure !== null && (
            <Tag tone="major">
              {intl.formatMessage({ id: 'coverage.repay' }, { amount: formats.amount(cashToCure) })}
            </Tag>
          )}
          <span className="figures-quiet">{intl.formatMessage({ id: 'coverage.toWarning' })}</span>
        </p>
      )}
      {id !== null && lines.length > 0 && <StressSliders id={id} coverage={coverage} />}
    </section>
  )
}
