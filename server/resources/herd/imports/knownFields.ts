import { foldDeviceId } from '#contract/values/deviceIds.ts'
import type { Imported } from '../../../records/import/describe.ts'
import { visibleFarms } from '../../visibility.ts'

/** Adds the coding rule of electronic tags that animals wear already: lists show the tag alone, and a rule is never guessed. */
export const tagSchemesKnown: Imported['known'] = {
  fields: ['electronicTag.scheme'],
  async add({ sql, caller }, rows) {
    const open = rows.filter((row) => row.has('electronicTag.value') && !row.has('electronicTag.scheme'))
    if (open.length === 0) return
    const tags = open.map((row) => String(row.get('electronicTag.value')))
    const worn = await sql<{ tag: string; scheme: string }[]>`
      select electronic_tag as tag, min(electronic_scheme) as scheme from animals
      where electronic_tag = any(${tags}::text[]) and deleted_at is null and farm_id in (${visibleFarms(sql, caller)})
      group by 1 having count(distinct electronic_scheme) = 1`
    const schemes = new Map(worn.map(({ tag, scheme }) => [tag, scheme]))
    for (const row of open) {
      const scheme = schemes.get(String(row.get('electronicTag.value')))
      if (scheme !== undefined) row.set('electronicTag.scheme', scheme)
    }
  },
}

/** Adds the positions of gateways that exist: lists hide them. */
export const gatewayPlacesKnown: Imported['known'] = {
  fields: ['longitude', 'latitude'],
  async add({ sql, caller }, rows) {
    const open = rows.filter((row) => row.has('mac') && !row.has('longitude') && !row.has('latitude'))
    if (open.length === 0) return
    const macs = open.map((row) => foldDeviceId(String(row.get('mac'))))
    const gateways = await sql<{ mac: string; longitude: number; latitude: number }[]>`
      select mac, longitude, latitude from gateways
      where mac = any(${macs}::text[]) and deleted_at is null and farm_id in (${visibleFarms(sql, caller)})`
    const places = new Map(gateways.map((one) => [one.mac, one]))
    for (const [place, row] of open.entries()) {
      const found = places.get(macs[place] ?? '')
      if (found === undefined) continue
      row.set('longitude', found.longitude)
      row.set('latitude', found.latitude)
    }
  },
}
