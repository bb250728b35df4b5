import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../../api/call.ts'
import { useCall } from '../../api/queries.ts'
import type { Tone } from '../../list/describe.ts'
import { describeRecords, type RecordLists } from '../../list/describeRecords.tsx'
import type { MessageId } from '../../locale/languages.ts'
import { OrderButton } from '../ordering/OrderButton.tsx'
import { Thumbnail } from '../../form/files/Thumbnail.tsx'

/** Pages that show banners. */
export type BannerPlace = 'webBanners' | 'appBanners'

interface Place {
  titleId: MessageId
  /** URLs of the list and its recycle bin. */
  paths: { list: string; bin: string }
}

const places: Record<BannerPlace, Place> = {
  webBanners: {
    titleId: 'banner.webTitle',
    paths: { list: '/dashboard/homepage/web', bin: '/dashboard/homepage/web?tab=webBanners.bin' },
  },
  appBanners: {
    titleId: 'banner.appTitle',
    paths: { list: '/dashboard/app-support/homepage', bin: '/dashboard/app-support/homepage?bin=1' },
  },
}

const shownWords = (is: string): MessageId => (is === 'true' ? 'banner.shown' : 'banner.notShown')
const shownTone = (is: boolean): Tone => (is ? 'live' : 'neutral')

/** Banners of a home page: add, order, schedule and remove. */
export function bannerLists(place: BannerPlace): RecordLists {
  const calls: typeof endpoints.webBanners = endpoints[place]
  const { titleId, paths } = places[place]

  function useEntries(isRequested: boolean) {
    const { data } = useCall(
      calls.list,
      { pageSize: 1000, sort: { field: 'position', order: 'asc' } },
      { isEnabled: isRequested },
    )
    return data && { entries: data.list.map(({ id, title }) => ({ id, name: title })), total: data.total }
  }
  const save = (ids: number[]) => call(calls.order, { ids })

  return describeRecords(calls, {
    newTitleId: 'banner.new',
    load: async () => (await import('./bannerForm.ts')).bannerForm(place),
    paths,
    Tools: () => <OrderButton noun={place} useEntries={useEntries} save={save} />,
  })({
    noun: place,
    titleId,
    countId: 'banner.count',
    emptyId: 'banner.empty',
    nameOf: ({ title }) => title,
    sort: { field: 'position', order: 'asc' },
    columns: {
      position: { titleId: 'lookup.place', width: 80, hideOrder: 1, onCard: 'never' },
      imgId: {
        titleId: 'banner.image',
        width: 140,
        onCard: 'never',
        cell: ({ imgId }) => <Thumbnail id={imgId} />,
      },
      title: { titleId: 'banner.heading', width: 220, onCard: 'head' },
      isShown: { titleId: 'banner.state', width: 110, words: shownWords, tone: shownTone },
      shownFrom: { titleId: 'banner.shownFrom', width: 120, hideOrder: 4 },
      shownUntil: { titleId: 'banner.shownUntil', width: 120, hideOrder: 3 },
      link: { titleId: 'banner.link', width: 200, hideOrder: 2 },
    },
    filters: [
      { field: 'title', titleId: 'banner.heading' },
      { field: 'isShown', titleId: 'banner.state', words: shownWords },
    ],
  })
}
