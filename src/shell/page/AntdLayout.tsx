import { Outlet } from 'react-router-dom'
import { AntdProvider } from '../../theme/AntdProvider.tsx'

/** Wraps screens that use antd but have no shell. */
export function AntdLayout() {
  return (
    <AntdProvider>
      <Outlet />
    </AntdProvider>
  )
}
