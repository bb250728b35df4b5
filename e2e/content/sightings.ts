const lists = ['/', '/newsTopMenu/NEWS', '/rss.xml', '/sitemap.xml']

/** Where visitors meet an article, and between which moments of the machine's clock, which is the server's, they were asked for. */
export interface Sighting {
  askedAt: number
  cameAt: number
  /** The status of the article's own address. */
  status: number
  /** The places that show it: its page, its picture, and the lists that name it. */
  places: string[]
}

/** Every place at which an article may be met. */
export const allPlaces = ['its page', 'its picture', ...lists]

/** Asks for every place at which visitors may meet an article. */
export async function sight(url: string, path: string, picture: string): Promise<Sighting> {
  const askedAt = Date.now()
  const [page, image, ...texts] = await Promise.all([fetch(url + path), fetch(url + picture), ...lists.map(async (list) => (await fetch(url + list)).text())])
  const naming = lists.filter((_, index) => texts[index]?.includes(path))
  return { askedAt, cameAt: Date.now(), status: page.status, places: [...(page.ok ? ['its page'] : []), ...(image.ok ? ['its picture'] : []), ...naming] }
}
