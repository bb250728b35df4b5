import { Outlet } from 'react-router-dom'

/** What is around every page, walls too. */
export function Frame() {
  return <Outlet />
}
