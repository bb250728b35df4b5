import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { Map as MapLibreMap } from 'maplibre-gl'
import { expect, test, vi } from 'vitest'
import { setLocale } from '../../locale/locale.ts'
import { LocaleProvider } from '../../locale/LocaleProvider.tsx'
import { MapButtons } from './MapButtons.tsx'

test('zooms in, out and to all farms by named buttons', async () => {
  await setLocale('zh-CN')
  const map = { zoomIn: vi.fn<MapLibreMap['zoomIn']>(), zoomOut: vi.fn<MapLibreMap['zoomOut']>() }
  const onHome = vi.fn<() => void>()
  render(
    <LocaleProvider>
      <MapButtons map={map} onHome={onHome} />
    </LocaleProvider>,
  )
  const user = userEvent.setup()
  for (const name of ['放大', '缩小', '显示全部养殖场']) {
    screen.getByRole('button', { name }).focus()
    await user.keyboard('{Enter}')
  }
  expect([map.zoomIn, map.zoomOut, onHome].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1])
})
