import type { Screen } from '../../navigation/screen.ts'

/** Placeholder until a screen's script has loaded: a page outline in the shell, darkness on a wall. */
export function PageSkeleton({ screen }: { screen: Screen }) {
  if (screen.wall) return <div className="wall-coming wall-colours" aria-busy="true" />
  if (screen.roles === 'open') return null
  return (
    <div className="page-skeleton" aria-busy="true">
      {Array.from({ length: 9 }, (_, line) => (
        <span key={line} />
      ))}
    </div>
  )
}
