import { useMemo } from 'react'
import { useSession } from '../../../api/session.ts'
import { balanceList } from '../balances/balanceList.tsx'
import { ListParts } from '../ListParts.tsx'
import { lineList, pledgeList } from './collateralLists.tsx'

interface Props {
  project: { id: number; status: string }
}

/** The collateral of a project: its lines, the animals that are or were pledged in them, and what is left of the loan that they secure. */
export function CollateralTab({ project: { id, status } }: Props) {
  const role = useSession(({ session }) => session?.role ?? null)
  const lists = useMemo(() => {
    const isRunning = status === 'ACTIVE' || status === 'CLOSING'
    return { lines: lineList({ id, status, role }), pledges: pledgeList({ id, status, role }), balances: balanceList({ id, isRunning }) }
  }, [id, status, role])
  return <ListParts lists={lists} />
}
