import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'

type Outlines = Topology<{ countries: GeometryCollection }>

/**
 * Worker whose name is the URL of the bundled outlines. It posts them as a GeoJSON blob, or null when they cannot be fetched.
 * Converting them on the page would block it too long.
 */
makeShapes(self.name).then(
  (shapes) => postMessage(shapes),
  () => postMessage(null),
)

async function makeShapes(url: string): Promise<Blob | null> {
  const answer = await fetch(url)
  if (!answer.ok) return null
  const outlines = (await answer.json()) as Outlines
  return new Blob([JSON.stringify(feature(outlines, outlines.objects.countries))], { type: 'application/geo+json' })
}
