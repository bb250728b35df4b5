import { expect, test } from 'vitest'
import { machineNow } from '../../clock.ts'
import { openPlatformWorld } from '../../testing/testPlatformWorld.ts'

const world = await openPlatformWorld()
const { platform } = world

const path = '/collateral/web/article'
const text = { title: 'Snow', summary: '', body: '<p>It snows.</p>' }
const preview = async (more: object = {}) => {
  const { data, error } = await world.call<{ html: string }>(platform, 'POST', `${path}/preview`, {
    type: 'GUIDE',
    language: 'en-US',
    text,
    coverImageId: null,
    ...more,
  })
  expect(error).toBeUndefined()
  return data.html
}
const partOf = (html: string, tag: 'header' | 'main' | 'footer') =>
  new RegExp(`<${tag}\\b[^>]*>[\\s\\S]*</${tag}>`).exec(html)?.[0].replaceAll(/\s+/g, ' ').replace(' inert', '')

test('previews an article as its published page', async () => {
  const about = await world.call<{ list: { id: number }[] }>(platform, 'POST', '/collateral/web/app/aboutPage/list', {})
  await world.call(platform, 'POST', '/collateral/web/app/aboutPage', {
    id: about.data.list[0]?.id,
    privacyPolicy: '<p>We keep little.</p>',
  })
  await world.call(platform, 'PUT', '/collateral/web/partnership/addOrEdit', { name: 'Grass University' })
  const publishAt = '2026-03-01T04:00:00.000Z'
  const shown = await preview({ publishAt })
  const { data } = await world.call<{ id: number }>(platform, 'PUT', `${path}/addOrEdit`, {
    type: 'GUIDE',
    texts: { 'en-US': text },
    publishAt,
  })
  const page = (await world.server.inject({ url: `/newsDetail/GUIDE/${data.id}?lang=en-US` })).payload
  expect(page).toContain('March 1, 2026')
  expect(page).toContain('href="/legal/privacy"')
  expect(partOf(shown, 'footer')).toBe(partOf(page, 'footer'))
  for (const part of [partOf(shown, 'header'), partOf(page, 'header')])
    expect(part?.match(/href="\/(?:newsTopMenu\/GUIDE" aria-current="page"|#partners")/g)).toHaveLength(4)
  expect(partOf(shown, 'main')).toBe(partOf(page, 'main'))
  // The preview has inert links, no scripts, and is not indexed.
  expect(shown.match(/<(?:header|footer)[^>]* inert>/g)).toHaveLength(2)
  expect(shown).not.toContain('<script')
  expect(shown).toContain('<meta name="robots" content="noindex" />')
  expect(page).not.toContain('inert')
})

test('shows today’s date for NOW and no date without publishAt', async () => {
  const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'Asia/Shanghai' }).format(machineNow())
  expect(await preview({ publishAt: 'NOW' })).toContain(today)
  expect(await preview({ publishAt: null })).not.toContain('article-day')
  expect(await preview()).not.toContain('article-day')
})
