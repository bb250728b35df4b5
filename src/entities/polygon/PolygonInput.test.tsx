import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Polygon } from '#contract/values/geo.ts'
import { LocaleProvider } from '../../locale/LocaleProvider.tsx'
import { setLocale } from '../../locale/locale.ts'
import { AntdProvider } from '../../theme/AntdProvider.tsx'
import { PolygonInput } from './PolygonInput.tsx'

vi.mock('../../map/editing/PolygonMap.tsx', () => ({ PolygonMap: () => null }))

const typed: Polygon = {
  type: 'Polygon',
  coordinates: [
    [
      [116, 44],
      [116.1, 44],
      [116.1, 44.1],
      [116, 44],
    ],
  ],
}

function Form() {
  const [value, setValue] = useState<Polygon | null>(typed)
  return (
    <>
      <PolygonInput
        id="fence"
        value={value}
        onChange={setValue}
        onBlur={() => {}}
        errors={{}}
        outlines={[]}
        disabled={false}
      />
      <output>{JSON.stringify(value?.coordinates ?? null)}</output>
    </>
  )
}

beforeEach(() => setLocale('en-US'))
afterEach(cleanup)

async function importing(content: string, name = 'fence.kml') {
  render(
    <LocaleProvider>
      <AntdProvider>
        <Form />
      </AntdProvider>
    </LocaleProvider>,
  )
  const user = userEvent.setup({ applyAccept: false })
  await user.upload(
    await screen.findByLabelText('Import GeoJSON or KML', { selector: 'input' }),
    new File([content], name),
  )
  return user
}
const value = () => screen.getByRole('status', { hidden: true }).textContent
const json = (corners: number[][], type = 'Polygon') =>
  JSON.stringify({ type, coordinates: type === 'Polygon' ? [corners] : corners })

test.each([
  [
    'metres',
    json([
      [12_921_966, 5_451_000],
      [12_923_079, 5_451_000],
      [12_923_079, 5_452_500],
      [12_921_966, 5_451_000],
    ]),
    /meters, not degrees/,
  ],
  [
    'words',
    '<kml><Polygon><outerBoundaryIs><coordinates>a,b c,d</coordinates></outerBoundaryIs></Polygon></kml>',
    /isn’t a valid/,
  ],
  ['a point', json([[1, 2]], 'MultiPoint'), /no polygon/],
  ['an empty ring', json([]), /isn’t a valid/],
])('preserves the typed corners when a file has %s', async (_what, content, message) => {
  await importing(content)
  expect((await screen.findByRole('alert')).textContent).toMatch(message)
  expect(value()).toBe(JSON.stringify(typed.coordinates))
})

test('offers to swap latitude and longitude', async () => {
  const user = await importing(
    json([
      [43.9, 116.08],
      [43.9, 116.09],
      [43.91, 116.09],
      [43.9, 116.08],
    ]),
    'a.geojson',
  )
  await user.click(await screen.findByRole('button', { name: /^Swap and use/ }))
  expect(value()).toBe('[[[116.08,43.9],[116.09,43.9],[116.09,43.91],[116.08,43.9]]]')
})

test('offers a walked line and each of several polygons', async () => {
  const ring = '116.08,43.90,0 116.09,43.90,0 116.09,43.91,0 116.08,43.90,0'
  const placemark = (name: string, east: string) =>
    `<Placemark><name>${name}</name><Polygon><outerBoundaryIs><LinearRing><coordinates>${ring.replaceAll('116', east)}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`
  const user = await importing(
    `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${placemark('East', '116')}${placemark('West', '115')}</Document></kml>`,
  )
  await user.click(await screen.findByRole('button', { name: 'Use “West”' }))
  await waitFor(() => expect(value()).toContain('115.08'))
  await user.upload(
    screen.getByLabelText('Import GeoJSON or KML', { selector: 'input' }),
    new File(
      [
        json(
          [
            [10, 20],
            [10.1, 20],
            [10.1, 20.1],
          ],
          'LineString',
        ),
      ],
      'walk.geojson',
    ),
  )
  expect(value()).toContain('115.08')
  await user.click(await screen.findByRole('button', { name: 'Use “Outline 1”' }))
  expect(value()).toBe('[[[10,20],[10.1,20],[10.1,20.1],[10,20]]]')
})
