import { App } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { type CallFailure, callFailureOf } from '../../api/callFailure.ts'

/** Runs calls, and tracks whether one is running and why it was refused. */
export function useWork() {
  const intl = useIntl()
  const { message } = App.useApp()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<CallFailure | null>(null)
  /** @returns whether it succeeded */
  async function run(work: () => Promise<unknown>): Promise<boolean> {
    setBusy(true)
    setFailure(null)
    try {
      await work()
      void message.success(intl.formatMessage({ id: 'duty.done' }))
      return true
    } catch (thrown) {
      setFailure(callFailureOf(thrown))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, failure, run }
}
