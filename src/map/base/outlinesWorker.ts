import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'

type Outlines = Topology<{ countries: GeometryCollection }>

/** A worker whose name is the address of the bundled outlines: it answers with them as GeoJSON, a blob; null when they could not be fetched. It takes a page too long to make them itself. */
makeShapes(self.name).then((shapes) => postMessage(shapes), () => postMessage(null))

async function makeShapes(url: string): Promise<Blob | null> {
  const answer = await fetch(url)
  if (!answer.ok) return null
  const outlines = (await answer.json()) as Outlines
  return new Blob([JSON.stringify(feature(outlines, outlines.objects.countries))], { type: 'application/geo+json' })
}
