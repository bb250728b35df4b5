import { Skeleton } from 'antd'

interface Props {
  lines?: number
  /** CSS width of the last line. */
  width?: string
}

/** Placeholder lines hidden from screen readers. antd's skeleton would expose its title as an empty heading and its lines as an empty list. */
export function SkeletonLines({ lines = 3, width }: Props) {
  return (
    <div aria-hidden="true">
      <Skeleton active title={false} paragraph={{ rows: lines, ...(width !== undefined && { width }) }} />
    </div>
  )
}
