import { useEffect, useState } from 'react'
import { endpoints } from '#contract/endpoints.ts'
import type { Finding } from '#contract/finder.ts'
import { call } from '../../api/call.ts'
import { CallError } from '../../api/CallError.ts'

/** A hand that types is waited for. */
const pauseMs = 200

interface Findings {
  /** What the list is of; while another text is asked for, the old findings stay. */
  text: string
  list: readonly Finding[]
  failed: boolean
}

const nothing: Findings = { text: '', list: [], failed: false }

/** Farms, animals and projects by a text: asked for when the typing pauses, and given up when it goes on. */
export function useFindings(text: string): Findings & { busy: boolean } {
  const sought = text.trim()
  const [findings, setFindings] = useState(nothing)
  useEffect(() => {
    if (sought === '') return
    const abort = new AbortController()
    const timer = setTimeout(() => {
      call(endpoints.finder.find, { text: sought }, { quiet: true, signal: abort.signal }).then(
        ({ list }) => setFindings({ text: sought, list, failed: false }),
        (error: unknown) => {
          if (!(error instanceof CallError) || error.code !== 'ABORTED') setFindings({ text: sought, list: [], failed: true })
        },
      )
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [sought])
  return sought === '' ? { ...nothing, busy: false } : { ...findings, busy: findings.text !== sought }
}
