import { Outlet } from 'react-router-dom'
import { AntdProvider } from '../../theme/AntdProvider.tsx'

/** Around the screens that use antd and have no shell. */
export function AntdLayout() {
  return (
    <AntdProvider>
      <Outlet />
    </AntdProvider>
  )
}
