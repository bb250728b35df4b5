import { Drawer } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import type { HeadState } from '#contract/projects/projectHeads.ts'
import { useEndSide } from '../../../locale/locale.ts'
import type { Moment } from '../past/moments.ts'
import { HeadsTable } from './HeadsTable.tsx'

/** Heads to list: those in a state, or the whole ledger. */
export type Unfolded = HeadState | 'LEDGER'

interface Props {
  id: number
  unfolded: Unfolded | null
  /** Absent: now. */
  moment?: Moment
  onClose: () => void
}

/** Drawer with the heads behind a number. */
export function HeadsDrawer({ id, unfolded, moment, onClose }: Props) {
  const intl = useIntl()
  const placement = useEndSide()
  const [shown, setShown] = useState(unfolded)
  // Keeps its content during the closing animation.
  if (unfolded !== null && unfolded !== shown) setShown(unfolded)
  const title = shown === null ? '' : intl.formatMessage({ id: `headState.${shown}` })
  return (
    <Drawer
      open={unfolded !== null}
      onClose={onClose}
      placement={placement}
      size="min(760px, 100vw)"
      title={title}
      aria-label={title}
      destroyOnHidden
    >
      {shown !== null && (
        <HeadsTable
          id={id}
          states={shown === 'LEDGER' ? [] : [shown]}
          pageSize={50}
          isSearched
          {...(moment && { moment })}
        />
      )}
    </Drawer>
  )
}
