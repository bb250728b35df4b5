import { Modal } from 'antd'
import { useIntl } from 'react-intl'
import { signOut } from '../api/signOut.ts'
import { loadChunk } from '../navigation/loadChunk.ts'
import { hasKeptLogs, logUserId } from '../store/logs/logUser.ts'

const loadLogStore = () => loadChunk(() => import('../store/logs/logStore.ts'), false)

/** Counts the signed-in user's daily logs that are stored only in this browser. */
export async function countUnsentLogs(): Promise<number> {
  const userId = logUserId()
  if (userId === null || !hasKeptLogs()) return 0
  return (await (await loadLogStore()).storedLogsOf(userId)).length
}

interface Props {
  /** 0: the dialog is closed. */
  count: number
  onStay: () => void
}

/** Warns before sign-out about unsent daily logs, which signing out deletes. */
export function UnsentLogsDialog({ count, onStay }: Props) {
  const intl = useIntl()
  async function leave() {
    const userId = logUserId()
    if (userId !== null) await (await loadLogStore()).clearLogs(userId)
    await signOut()
  }
  return (
    <Modal
      open={count > 0}
      title={intl.formatMessage({ id: 'session.keptLogsTitle' })}
      okText={intl.formatMessage({ id: 'session.keptLogsLeave' })}
      okButtonProps={{ danger: true }}
      cancelText={intl.formatMessage({ id: 'form.stay' })}
      onOk={leave}
      onCancel={onStay}
      destroyOnHidden
    >
      <p>{intl.formatMessage({ id: 'session.keptLogsText' }, { count })}</p>
    </Modal>
  )
}
