import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '#contract/calls/endpoint.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { describeApi } from './openapi.ts'

/** The calls of the product as its specification has them, word for word; `{a or b}` stands for one row each. */
const table = `
| POST | /api/forms | form payload |
| GET | /collateral/app/home/banner/list | none |
| PUT | /collateral/web/home/banner/addOrEdit | banner |
| DELETE | /collateral/web/home/banner/del/{id} | none |
| GET | /collateral/app/aboutPage | none |
| POST | /collateral/web/app/aboutPage | four text fields |
| GET | /collateral/web/org/marketingPage/{orgId} | none |
| PUT | /collateral/web/org/{banner or introduction or official}/edit | section data |
| PUT | /collateral/web/org/{news or usecase or partnership or link}/addOrEdit | item |
| DELETE | /collateral/web/org/{news or partnership or link or usecase}/del/{id} | none |
| GET | /collateral/web/org/detail/{id} | none |
| GET | /collateral/web/userInOrg | none |
| PUT | /collateral/web/org/update/{id} | org data |
| GET | /collateral/common/project/{id}/details | none |
| POST | /collateral/common/project/{id}/collateral/list | not shown |
| POST | /collateral/common/project/{id}/dailylog/list | filter |
| GET | /collateral/web/project/{id}/dailylog/authUserList | none |
| POST | /collateral/common/project/{id}/edit | project |
| GET | /collateral/app/org/list/search/{role} | query params |
| GET | /collateral/app/user/list/search | query params |
| DELETE | /collateral/web/project/{projectId}/dailylog/user/{userId} | none |
| GET | /collateral/common/project/{id}/collateral/{collateralId}/categories/ALL | none |
| GET | /collateral/common/collateral/unitName/list | none |
| POST | /collateral/common/project/{id}/collateral/new | not shown |
| GET | /collateral/common/project/{id}/collateral/{collateralId}/camera/{a}/{b} | none; last two parameters unnamed |
| DELETE | /collateral/common/project/{id}/collateral/{collateralId} | none |
| POST | /collateral/common/project/{id}/dailylog/new | not shown |
| GET | /collateral/common/project/{id}/dailylog/{logId}/details | none |
| GET | /collateral/common/project/{id}/farm/available | none |
| POST | /collateral/common/animal/transferInBatch | not shown |
| PUT | /collateral/web/auth/register/organization | registration data |
| GET | /collateral/web/qrCode/images | none |
| GET | /collateral/web/webHomeInfo | none |
| POST | /collateral/web/webHome/edit | home data |
| PUT | /collateral/web/partnership/addOrEdit | partnership |
| DELETE | /collateral/web/partnership/del/{id} | none |
| PUT | /collateral/web/webBanner/addOrEdit | banner |
| DELETE | /collateral/web/webBanner/del/{id} | none |
| PUT | /collateral/web/article/addOrEdit | article data plus type, plus id when editing |
| DELETE | /collateral/web/article/del/{id} | none |
| POST | /collateral/web/article/{type}/list | query |
| GET | /collateral/web/article/detail/{a}/{b} | none; meaning of the two ids not shown |
| POST | /collateral/common/auth/orgList/userRegistered | query |
| POST | /collateral/common/auth/login/user | credentials |
| POST | /collateral/common/auth/sendSmsCode | telephone, smsType=LOGIN |
| POST | /collateral/web/project/list/active | isOnlyActive=true |
| POST | /collateral/web/ticket/list | query |
| GET | /collateral/common/ticket/details/{ticketId} | none |
| POST | /collateral/common/ticket/approve | approval data |
| GET | /collateral/app/profile/user | none |
| GET | /api/users, /api/notices | template mock calls |
`

interface Row {
  method: string
  path: string
  payload: string
}

/** Each call of the table by itself. */
const rows = table
  .trim()
  .split('\n')
  .flatMap((line): Row[] => {
    const [method = '', paths = '', payload = ''] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
    return paths.split(', ').flatMap((path) => {
      const choice = /\{(\w+(?: or \w+)+)\}/.exec(path)
      const written =
        choice === null ? [path] : (choice[1] ?? '').split(' or ').map((word) => path.replace(choice[0], word))
      return written.map((one) => ({ method, path: one, payload }))
    })
  })

/** A call without the names of its parameters, which no caller sends. */
const shape = (method: string, path: string) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`

const calls = new Map(
  Object.values(endpoints).flatMap((noun) =>
    Object.values(noun).map((call: Endpoint) => [shape(call.method, call.path), call] as const),
  ),
)
const { paths: documented } = z
  .object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })
  .parse(describeApi())
const described = new Set(
  Object.entries(documented).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => shape(method.toUpperCase(), path)),
  ),
)

test('has 60 distinct rows in the table', () => {
  expect(rows).toHaveLength(60)
  expect(new Set(rows.map(({ method, path }) => shape(method, path))).size).toBe(rows.length)
})

test.each(rows)('implements and documents $method $path', ({ method, path }) => {
  expect(calls.has(shape(method, path))).toBe(true)
  expect(described.has(shape(method, path))).toBe(true)
})

type Json = Record<string, unknown>
/** The names of the fields of a schema, those below lists and records as `a.b`. */
function namesOf(schema: Json, prefix = ''): string[] {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Json>)
  const choices = ['anyOf', 'allOf', 'oneOf'].flatMap((word) => (schema[word] ?? []) as Json[])
  const items = schema['items'] === undefined ? [] : [schema['items'] as Json]
  return [
    ...properties.flatMap(([name, below]) => [prefix + name, ...namesOf(below, `${prefix}${name}.`)]),
    ...[...choices, ...items].flatMap((one) => namesOf(one, prefix)),
  ]
}
const namesIn = (way: 'input' | 'reply', call: string) => {
  const found = calls.get(call)
  return found === undefined
    ? []
    : namesOf(z.toJSONSchema(found[way], { io: way === 'input' ? 'input' : 'output', unrepresentable: 'any' }))
}

const picture = (of: string) => [of, `${of}.id`, `${of}.url`, `${of}.originName`]
const legal = ['serviceAgreement', 'privacyPolicy', 'copyrightStatement', 'copyrightDetails']

// The fields that the specification names, in published content and in sent payloads.
test.each([
  ['reply', 'GET /collateral/app/home/banner/list', ['list.imgId', 'list.imgUrl']],
  ['input', 'PUT /collateral/web/home/banner/addOrEdit', ['imgId']],
  ['reply', 'PUT /collateral/web/home/banner/addOrEdit', ['imgId', 'imgUrl']],
  ['input', 'PUT /collateral/web/webBanner/addOrEdit', ['imgId']],
  [
    'reply',
    'GET /collateral/web/webHomeInfo',
    [
      ...['banners', 'partnerships'].flatMap((list) => ['dbId', 'uid', 'url', 'name'].map((name) => `${list}.${name}`)),
      ...picture('iosImage'),
      ...picture('androidImage'),
    ],
  ],
  ['reply', 'GET /collateral/web/qrCode/images', [...picture('iosImage'), ...picture('androidImage')]],
  ['reply', 'GET /collateral/app/aboutPage', legal],
  ['input', 'POST /collateral/web/app/aboutPage', legal],
  [
    'reply',
    'GET /collateral/web/org/marketingPage/{}',
    [
      'bannerImgId',
      'bannerImgUrl',
      'officialAccountImgId',
      'officialAccountImgUrl',
      'useCases.images.id',
      'useCases.images.url',
      'useCases.images.orginName',
      'news',
      'partnerships',
      'links',
    ],
  ],
  ['input', 'PUT /collateral/web/org/banner/edit', ['bannerImgId']],
  ['input', 'PUT /collateral/web/org/official/edit', ['officialAccountImgId']],
  ['input', 'PUT /collateral/web/article/addOrEdit', ['type', 'id']],
  ['input', 'POST /collateral/common/auth/sendSmsCode', ['telephone', 'smsType']],
  ['input', 'POST /collateral/web/project/list/active', ['isOnlyActive']],
  [
    'reply',
    'POST /collateral/common/auth/login/user',
    ['role', 'token', 'userOrgId', 'organizationRole', 'organizationName'],
  ],
  ['reply', 'GET /api/notices', ['list.id', 'list.read', 'list.type']],
] as const)('includes the specified fields in the %s of %s', (way, call, fields) => {
  const names = namesIn(way, call)
  expect(fields.filter((field) => !names.includes(field))).toEqual([])
})
