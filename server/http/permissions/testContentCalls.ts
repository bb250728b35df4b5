import { binCalls, recordCalls } from './testPermissions.ts'

/** Screens on which the platform and organisations edit published content, with their roles. */
export const contentScreens = {
  'articles, on /dashboard/homepage/web': 'ADMIN_PLATFORM',
  '/dashboard/homepage/web': 'ADMIN_PLATFORM',
  '/dashboard/app-support': 'ADMIN_PLATFORM',
  '/dashboard/org-admin/market-profile': 'ADMIN_SUPERVISOR ADMIN_BORROWER ADMIN_BANK',
} as const

/** Calls of a record that exists from the beginning and is never removed. */
const oneRecord = (noun: string, save: string) => [
  ...recordCalls(noun).filter((call) => !/addOrEdit|\/del\//.test(call)),
  save,
]

export const contentCalls = {
  'articles, on /dashboard/homepage/web': [
    ...recordCalls('article'),
    ...binCalls('article'),
    'POST /collateral/web/article/preview',
  ],
  '/dashboard/homepage/web': [
    ...recordCalls('webBanner', 'partnership'),
    ...binCalls('webBanner', 'partnership'),
    ...['webBanner', 'partnership'].map((noun) => `PUT /collateral/web/${noun}/order`),
    ...oneRecord('webHome', 'POST /collateral/web/webHome/edit'),
  ],
  '/dashboard/app-support': [
    ...recordCalls('home/banner'),
    ...binCalls('home/banner'),
    'PUT /collateral/web/home/banner/order',
    ...oneRecord('app/aboutPage', 'POST /collateral/web/app/aboutPage'),
    ...oneRecord('app/feedback', 'PUT /collateral/web/app/feedback/answer'),
  ],
  '/dashboard/org-admin/market-profile': [
    ...['banner', 'introduction', 'official'].map((section) => `PUT /collateral/web/org/${section}/edit`),
    'POST /collateral/web/org/marketingPage/preview',
    'PUT /collateral/web/org/marketingPage/order',
    'POST /collateral/web/org/marketingPage/{id}/history',
    ...['news', 'usecase', 'partnership', 'link'].flatMap((section) => [
      `PUT /collateral/web/org/${section}/addOrEdit`,
      `DELETE /collateral/web/org/${section}/del/{id}`,
    ]),
  ],
}

/** Calls that the site and the app make without a session. */
export const contentForAnybody = [
  'GET /collateral/app/home/banner/list',
  'GET /collateral/app/aboutPage',
  'PUT /collateral/app/feedback/new',
  'GET /collateral/web/webHomeInfo',
  'GET /collateral/web/qrCode/images',
  'POST /collateral/web/article/{type}/list',
  'GET /collateral/web/article/detail/{type}/{id}',
  'GET /collateral/web/org/marketingPage/{orgId}',
]
