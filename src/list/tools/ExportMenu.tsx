import { DownOutlined } from '@ant-design/icons'
import { App, Button, Dropdown } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import type { ExportFormat } from '#contract/calls/exports.ts'
import { CallError } from '../../api/CallError.ts'
import type { AnyColumn, RecordList } from '../describe.ts'
import { exportFile } from './exportFile.ts'

interface Props {
  list: RecordList
  query: Record<string, unknown>
  columns: readonly AnyColumn[]
  /** Matching rows; null until they are counted. */
  total: number | null
}

/** Exports all rows that match the filters. A long export shows its progress and can be cancelled. */
export function ExportMenu({ list, query, columns, total }: Props) {
  const intl = useIntl()
  const { message } = App.useApp()
  const [isRunning, setRunning] = useState(false)
  const end = useRef<AbortController>(null)
  useEffect(() => () => end.current?.abort(), [])

  const start = async (format: ExportFormat) => {
    const cancel = new AbortController()
    end.current = cancel
    setRunning(true)
    try {
      await exportFile({ list, query, format, columns, intl, signal: cancel.signal })
      void message.success(intl.formatMessage({ id: 'list.exported' }, { count: total ?? 0 }))
    } catch (error) {
      // Refusals by the server have already been reported; a broken connection has not.
      if (!(error instanceof CallError) && !cancel.signal.aborted)
        void message.error(intl.formatMessage({ id: 'list.exportBroken' }))
    } finally {
      setRunning(false)
    }
  }

  if (isRunning) {
    return (
      <Button onClick={() => end.current?.abort()} aria-live="polite">
        {intl.formatMessage({ id: 'list.exporting' }, { count: total ?? 0 })}
      </Button>
    )
  }
  return (
    <Dropdown
      disabled={!total}
      trigger={['click']}
      menu={{
        items: [
          { key: 'xlsx', label: intl.formatMessage({ id: 'list.asXlsx' }) },
          { key: 'csv', label: intl.formatMessage({ id: 'list.asCsv' }) },
        ],
        onClick: ({ key }) => void start(key === 'csv' ? 'csv' : 'xlsx'),
      }}
    >
      <Button icon={<DownOutlined aria-hidden />} iconPlacement="end">
        {total === null
          ? intl.formatMessage({ id: 'list.exportUncounted' })
          : intl.formatMessage({ id: 'list.export' }, { count: total })}
      </Button>
    </Dropdown>
  )
}
