import { useIntl } from 'react-intl'
import type { ProjectHeadcount } from '#contract/projects/projectHeadcounts.ts'
import { useFormats } from '../../../locale/formats.ts'
import { joinParts } from '../../../locale/joins.ts'

/** Shows the newest manual count with its date, and how it differs from the ledger and the heads heard. */
export function HandCountText({ headcount: { handCount, ledger, heard, farmIds } }: { headcount: ProjectHeadcount }) {
  const intl = useIntl()
  const { date } = useFormats()
  if (handCount === null) return intl.formatMessage({ id: 'handCount.none' })
  const { heads, day, farms, kept } = handCount
  const change = (of: number) => intl.formatNumber(heads - of, { signDisplay: 'exceptZero' })
  const isWhole = farms === farmIds.length
  return joinParts(
    intl,
    date(day),
    isWhole
      ? intl.formatMessage({ id: 'handCount.differs' }, { ledger: change(ledger), heard: change(heard) })
      : intl.formatMessage({ id: 'handCount.farms' }, { counted: farms, farms: farmIds.length }),
    // A farm's count also includes animals that are not pledged.
    kept !== null && (kept !== ledger || !isWhole) && intl.formatMessage({ id: 'handCount.kept' }, { heads: kept }),
  )
}
