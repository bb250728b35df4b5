import { Modal } from 'antd'
import { useIntl } from 'react-intl'
import { signOut } from '../api/signOut.ts'
import { loadChunk } from '../navigation/loadChunk.ts'
import { hasKeptLogs, logUserId } from '../store/logs/logUser.ts'

const loadLogStore = () => loadChunk(() => import('../store/logs/logStore.ts'), false)

/** How many daily logs of who is signed in this browser keeps and the server does not have. */
export async function countKeptLogs(): Promise<number> {
  const userId = logUserId()
  if (userId === null || !hasKeptLogs()) return 0
  return (await (await loadLogStore()).keptLogsOf(userId)).length
}

interface Props {
  /** None: it is closed. */
  count: number
  onStay: () => void
}

/** Says before a person signs out what this browser keeps of theirs: nothing of it stays for the next one. */
export function KeptLogsDialog({ count, onStay }: Props) {
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
