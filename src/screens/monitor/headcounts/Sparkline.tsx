import { sparkPath, type FarmHistory } from './history.ts'

/** Last 24 hours of a farm as a small line; the chart below has the numbers. */
export function Sparkline({ history, stepMinutes }: { history: FarmHistory; stepMinutes: number }) {
  return (
    <svg className="wall-spark" viewBox="-1 -1 152 24" preserveAspectRatio="none" aria-hidden="true">
      <path d={sparkPath(history, stepMinutes, 150, 20)} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
