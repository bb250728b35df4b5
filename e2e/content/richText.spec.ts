import type { Locator } from '@playwright/test'
import { endpoints } from '#contract/calls/endpoints.ts'
import { openCalls } from '#mocks/calls.ts'
import { expect, listenForFaults } from '../fixtures.ts'
import { signInDemo, test } from '../people.ts'
import { drawnWidth, dropPicture, paint } from '../pictures.ts'

/** Pastes or drops HTML, as from another page. */
async function bring(text: Locator, how: 'paste' | 'drop', html: string): Promise<void> {
  await text.evaluate(
    (element, given) => {
      const transfer = new DataTransfer()
      transfer.setData('text/html', given.html)
      const { left, bottom } = element.lastElementChild?.getBoundingClientRect() ?? element.getBoundingClientRect()
      const at = { clientX: left + 20, clientY: bottom - 4 }
      const shared = { bubbles: true, cancelable: true }
      element.dispatchEvent(
        given.how === 'paste'
          ? new ClipboardEvent('paste', { ...shared, clipboardData: transfer })
          : new DragEvent('drop', { ...shared, ...at, dataTransfer: transfer }),
      )
    },
    { how, html },
  )
}

test(
  'writes a text with captions, merged cells, video and pasted pictures',
  { tag: '@long' },
  async ({ openAs, product }) => {
    const login = await signInDemo(product, 'platform')
    const call = openCalls(product.url, login.token)
    const { id } = await call(endpoints.articles.addOrEdit, {
      type: 'NEWS',
      texts: { 'zh-CN': { title: '雪后点数', summary: '', body: '' } },
      publishAt: new Date(Date.now() - 60_000).toISOString(),
    })
    const page = await openAs(login)
    const faults = listenForFaults(page)
    await page.goto(`/dashboard/homepage/article/form/${id}`)
    const text = page.getByRole('textbox', { name: '正文' })
    const pictures = text.locator('figure img')

    await text.click()
    await dropPicture(text, await paint(640, 360, '#8a6'))
    await expect.poll(() => drawnWidth(pictures.first())).toBe(640)
    await text.locator('figcaption').first().click()
    await page.keyboard.type('雪地里的牛群')
    await page.keyboard.press('Enter')
    await page.keyboard.type('一段话')
    await page.keyboard.press('Enter')

    const carried = `data:image/png;base64,${(await paint(320, 200, '#468')).buffer.toString('base64')}`
    await bring(
      text,
      'paste',
      `<p>贴一</p><p><img src="${carried}"></p><p>贴二</p><img src="https://other.example/a.png">`,
    )
    await expect(page.getByRole('alert')).toHaveText('有 1 张其他网站的图片没有插入。请先保存到本机，再拖到这里。')
    await expect(pictures).toHaveCount(2)
    await bring(text, 'drop', `<p>拖来的</p><img src="${carried}">`)
    await expect(pictures).toHaveCount(3)
    await expect(text).toContainText('拖来的')
    await expect(page.getByRole('alert')).toHaveCount(0)

    await page.keyboard.press('Control+End')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: '插入表格' }).click()
    const cells = text.locator('th, td')
    await cells.nth(3).scrollIntoViewIfNeeded()
    const before = await cells.count()
    // Two cells of the second row, chosen with the mouse.
    await cells.nth(3).hover()
    await page.mouse.down()
    await cells.nth(4).hover()
    await page.mouse.up()
    await expect(text.locator('.selectedCell')).toHaveCount(2)
    await page.getByRole('button', { name: '合并或拆分单元格' }).click()
    await expect(cells).toHaveCount(before - 1)
    await cells.nth(3).click()
    await page.keyboard.type('合计')
    await page.getByRole('button', { name: '插入视频' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: '网址' }).fill('http://video.example/a.mp4')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('alert')).toBeVisible()
    await dialog.getByRole('textbox', { name: '网址' }).fill('https://video.example/a.mp4')
    await page.keyboard.press('Enter')
    await expect(text.locator('.rich-video')).toHaveText('▶ https://video.example/a.mp4')
    await page.keyboard.press('Control+s')
    await expect(page.getByText('提交成功')).toBeVisible()

    const site = await openAs(null)
    await site.route('https://video.example/**', (route) => route.abort())
    await site.goto(`/newsDetail/NEWS/${id}`)
    const shown = site.locator('.rich')
    await expect(shown.locator('figcaption').first()).toHaveText('雪地里的牛群')
    await expect(shown.locator('img')).toHaveCount(3)
    await expect.poll(() => drawnWidth(shown.locator('img').first())).toBeGreaterThan(0)
    await expect(shown.locator('[colspan="2"]')).toHaveText('合计')
    await expect(shown.locator('video')).toHaveAttribute('src', 'https://video.example/a.mp4')
    await expect(shown.locator('video')).toHaveAttribute('controls', '')
    expect(faults).toEqual([])
  },
)
