import { BgColorsOutlined, LogoutOutlined, UserOutlined } from '@ant-design/icons'
import { Dropdown } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { signOut } from '../api/signOut.ts'
import { nextToTrigger } from '../controls/besideTrigger.ts'
import { LeaveDialog } from '../form/leaving/LeaveGuard.tsx'
import { useUnsaved } from '../form/leaving/unsaved.ts'
import { accountPath } from '../navigation/paths.ts'
import { useScreenTable } from '../navigation/screen.ts'
import { useAccount } from '../store/account.ts'
import { useSession } from '../api/session.ts'
import { joinParts } from '../locale/joins.ts'
import { countUnsentLogs, UnsentLogsDialog } from './KeptLogsDialog.tsx'

interface Props {
  onAppearance: () => void
}

/** Menu with the signed-in user and role: account, appearance, sign-out. */
export function AvatarMenu({ onAppearance }: Props) {
  const intl = useIntl()
  const navigate = useNavigate()
  const account = useAccount()
  const session = useSession((state) => state.session)
  const unsaved = useUnsaved(({ forms }) => forms)
  const [isAsking, setAsking] = useState(false)
  const [keptLogs, setKeptLogs] = useState(0)
  const name = account?.displayName || account?.userName || ''
  const role = session?.role ? intl.formatMessage({ id: `role.${session.role}` }) : ''
  const part = joinParts(intl, role, session?.organisationName)
  const leave = async () => {
    setAsking(false)
    // If stored logs cannot be counted they stay in the browser, under this user's id.
    const count = await countUnsentLogs().catch(() => 0)
    if (count > 0) setKeptLogs(count)
    else await signOut()
  }
  const hasAccountPage = useScreenTable().some(({ path }) => path === accountPath)
  return (
    <>
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        getPopupContainer={nextToTrigger}
        menu={{
          items: [
            {
              key: 'who',
              type: 'group',
              label: (
                <span className="avatar-who">
                  <b>{name}</b>
                  <span>{part}</span>
                </span>
              ),
            },
            { type: 'divider' },
            ...(hasAccountPage
              ? [
                  {
                    key: 'account',
                    icon: <UserOutlined aria-hidden="true" />,
                    label: intl.formatMessage({ id: 'account.own' }),
                  },
                ]
              : []),
            {
              key: 'appearance',
              icon: <BgColorsOutlined aria-hidden="true" />,
              label: intl.formatMessage({ id: 'appearance.title' }),
            },
            { type: 'divider' },
            {
              key: 'signOut',
              icon: <LogoutOutlined aria-hidden="true" />,
              label: intl.formatMessage({ id: 'session.signOut' }),
            },
          ],
          onClick({ key }) {
            if (key === 'account') void navigate(accountPath)
            else if (key === 'appearance') onAppearance()
            else if (key === 'signOut' && unsaved.length > 0) setAsking(true)
            else if (key === 'signOut') void leave()
          },
        }}
      >
        <button type="button" className="header-button avatar" aria-haspopup="menu">
          <span className="only-read">{intl.formatMessage({ id: 'account.menu' })} </span>
          <span className="avatar-letter" aria-hidden="true">
            {Array.from(name)[0]?.toLocaleUpperCase() ?? <UserOutlined aria-hidden="true" />}
          </span>
          <span className="avatar-name clip">{name || part}</span>
          {name && part && <span className="avatar-part clip">{part}</span>}
        </button>
      </Dropdown>
      <LeaveDialog open={isAsking} forms={unsaved} onStay={() => setAsking(false)} onLeave={() => void leave()} />
      <UnsentLogsDialog count={keptLogs} onStay={() => setKeptLogs(0)} />
    </>
  )
}
