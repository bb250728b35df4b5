import { useEffect } from 'react'
import { z } from 'zod'
import type { BaseMap } from '#contract/herd/baseMap.ts'
import { browserValue } from '../../storage/kept.ts'

/** Base map for which this tab was last reloaded. */
const tried = browserValue('session', 'drover.reloadedForBaseMap', z.string())

/**
 * Reloads the page when its content security policy predates the base map and blocks it, while nothing is open.
 * Only once per base map, as one with hosts outside the policy would be blocked again.
 */
export function useReloadForBaseMap(baseMap: BaseMap | null): void {
  useEffect(() => {
    if (baseMap === null || baseMap.kind === 'FILE') return
    const name = JSON.stringify(baseMap)
    const onViolation = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
      if (!/^(?:connect|img)-src$/.test(effectiveDirective) || !blockedURI.startsWith('http')) return
      if (
        tried.read() === name ||
        document.querySelector('[role="dialog"], [role="alertdialog"], dialog[open]') !== null
      )
        return
      tried.write(name)
      // Without storage the page would reload endlessly.
      if (tried.read() === name) window.location.reload()
    }
    document.addEventListener('securitypolicyviolation', onViolation)
    return () => document.removeEventListener('securitypolicyviolation', onViolation)
  }, [baseMap])
}
