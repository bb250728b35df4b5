import { FileZipOutlined } from '@ant-design/icons'
import { App, Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { CallError } from '../../../api/CallError.ts'
import { fetchEvidence } from '../../../api/files/files.ts'
import { saveFile } from '../../../api/files/saveFile.ts'

/** Downloads the evidence of an alert as a ZIP, which the server makes on request. */
export function EvidenceButton({ alertId }: { alertId: number }) {
  const intl = useIntl()
  const { message } = App.useApp()
  const [isMaking, setMaking] = useState(false)
  const end = useRef<AbortController>(null)
  useEffect(() => () => end.current?.abort(), [])

  async function download() {
    const cancel = new AbortController()
    end.current = cancel
    setMaking(true)
    try {
      saveFile(await fetchEvidence(alertId, cancel.signal), `alert-${alertId}-evidence.zip`)
    } catch (error) {
      // Refusals by the server have already been reported; a broken connection has not.
      if (!(error instanceof CallError) && !cancel.signal.aborted)
        void message.error(intl.formatMessage({ id: 'list.exportBroken' }))
    } finally {
      setMaking(false)
    }
  }

  return (
    <Button icon={<FileZipOutlined aria-hidden />} loading={isMaking} onClick={() => void download()}>
      {intl.formatMessage({ id: 'alertScreen.evidence' })}
    </Button>
  )
}
