import { useMemo } from 'react'
import { useSession } from '../../../api/session.ts'
import { balanceList } from '../balances/balanceList.tsx'
import { ListParts } from '../ListParts.tsx'
import type { ProjectPart } from '../past/moments.ts'
import { lineList, pledgeList } from './collateralLists.tsx'

/** Collateral of a project: lines, pledged animals past and present, and the loan's balance. */
export function CollateralTab({ project: { id, status }, moment }: ProjectPart) {
  const role = useSession(({ session }) => session?.role ?? null)
  const lists = useMemo(() => {
    const isRunning = moment === null && (status === 'ACTIVE' || status === 'CLOSING')
    const options = { id, status, role, moment }
    return { lines: lineList(options), pledges: pledgeList(options), balances: balanceList({ id, isRunning, moment }) }
  }, [id, status, role, moment])
  return <ListParts lists={lists} />
}
