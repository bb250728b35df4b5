import { useRouteError } from 'react-router-dom'
import { CallError } from '../../api/CallError.ts'
import { LoadingError } from '../../navigation/loadChunk.ts'
import { LoadErrorResult } from '../results/LoadErrorResult.tsx'
import { ForbiddenResult, NotFoundResult } from '../results/lazyResults.tsx'
import type { Screen } from '../../navigation/screen.ts'
import { DarkPage } from '../../theme/DarkPage.tsx'

/** Shown when a screen failed to load or render. The shell around it stays. */
export function PageError({ screen }: { screen?: Screen }) {
  const result = <Result screen={screen} />
  return screen?.wall ? <DarkPage>{result}</DarkPage> : result
}

function Result({ screen }: { screen: Screen | undefined }) {
  const error = useRouteError()
  if (error instanceof CallError && error.status === 403) return <ForbiddenResult />
  if (error instanceof CallError && error.status === 404) return <NotFoundResult />
  return <LoadErrorResult isRetried={error instanceof LoadingError || screen?.wall === true} />
}
