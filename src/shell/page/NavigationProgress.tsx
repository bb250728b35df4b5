import { useEffect, useState } from 'react'
import { useIntl } from 'react-intl'
import { useNavigation } from 'react-router-dom'

/** Delay before the progress line appears, ms; faster pages need none. */
const delayMs = 150

/** Thin line at the top while the next page loads. */
export function NavigationProgress() {
  const intl = useIntl()
  const { state, location } = useNavigation()
  const going = state === 'idle' ? null : location.key
  const [lateKey, setLateKey] = useState<string | null>(null)
  useEffect(() => {
    if (going === null) return
    const timer = setTimeout(() => setLateKey(going), delayMs)
    return () => clearTimeout(timer)
  }, [going])
  if (going === null || lateKey !== going) return null
  return <div className="progress-bar" role="progressbar" aria-label={intl.formatMessage({ id: 'shell.loading' })} />
}
