import { useEffect } from 'react'
import { z } from 'zod'
import type { BaseMap } from '#contract/herd/baseMap.ts'
import { kept } from '../../storage/kept.ts'

/** Remembers, in this tab, for which base map the page was loaded again. */
const tried = kept('session', 'drover.reloadedForBaseMap', z.string())

/**
 * Loads the page again where its content security policy is older than the base map and keeps it out, while nothing is open
 * on it: once a base map, since one whose own hosts are not all let in is kept out by a new policy, too.
 */
export function useReloadForBaseMap(baseMap: BaseMap | null): void {
  useEffect(() => {
    if (baseMap === null || baseMap.kind === 'FILE') return
    const name = JSON.stringify(baseMap)
    const onViolation = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
      if (!/^(?:connect|img)-src$/.test(effectiveDirective) || !blockedURI.startsWith('http')) return
      if (tried.read() === name || document.querySelector('[role="dialog"], [role="alertdialog"], dialog[open]') !== null) return
      tried.write(name)
      // A browser that keeps nothing would load it for ever.
      if (tried.read() === name) window.location.reload()
    }
    document.addEventListener('securitypolicyviolation', onViolation)
    return () => document.removeEventListener('securitypolicyviolation', onViolation)
  }, [baseMap])
}
