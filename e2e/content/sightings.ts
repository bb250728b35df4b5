const lists = ['/', '/newsTopMenu/NEWS', '/rss.xml', '/sitemap.xml']

/** Where visitors can see an article. The request times are machine time, which is also the server's. */
export interface Sighting {
  askedAt: number
  cameAt: number
  /** Status of the article's own address. */
  status: number
  /** Places that show it: its page, its picture, and the lists that name it. */
  places: string[]
}

/** Every place that can show an article. */
export const allPlaces = ['its page', 'its picture', ...lists]

/** Requests every place at which visitors can see an article. */
export async function sight(url: string, path: string, picture: string): Promise<Sighting> {
  const askedAt = Date.now()
  const [page, image, ...texts] = await Promise.all([
    fetch(url + path),
    fetch(url + picture),
    ...lists.map(async (list) => (await fetch(url + list)).text()),
  ])
  const naming = lists.filter((_, index) => texts[index]?.includes(path))
  return {
    askedAt,
    cameAt: Date.now(),
    status: page.status,
    places: [...(page.ok ? ['its page'] : []), ...(image.ok ? ['its picture'] : []), ...naming],
  }
}
