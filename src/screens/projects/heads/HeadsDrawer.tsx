import { Drawer } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import type { HeadState } from '#contract/projects/projectHeads.ts'
import { useEndSide } from '../../../locale/locale.ts'
import type { Moment } from '../past/moments.ts'
import { HeadsTable } from './HeadsTable.tsx'

/** Which heads are unfolded: those in a state, or all of the ledger. */
export type Unfolded = HeadState | 'LEDGER'

interface Props {
  id: number
  unfolded: Unfolded | null
  /** Absent: now. */
  moment?: Moment
  onClose: () => void
}

/** The heads behind a number. */
export function HeadsDrawer({ id, unfolded, moment, onClose }: Props) {
  const intl = useIntl()
  const placement = useEndSide()
  const [shown, setShown] = useState(unfolded)
  // While it slides out it still shows what it showed.
  if (unfolded !== null && unfolded !== shown) setShown(unfolded)
  const title = shown === null ? '' : intl.formatMessage({ id: `headState.${shown}` })
  return (
    <Drawer open={unfolded !== null} onClose={onClose} placement={placement} size="min(760px, 100vw)" title={title} aria-label={title} destroyOnHidden>
      {shown !== null && <HeadsTable id={id} states={shown === 'LEDGER' ? [] : [shown]} pageSize={50} isSearched {...(moment && { moment })} />}
    </Drawer>
  )
}
