import sharp from 'sharp'
import { endpoints } from '#contract/calls/endpoints.ts'
import { openCalls } from '#mocks/calls.ts'
import { expect, listenForFaults } from '../fixtures.ts'
import { signInDemo, test } from '../people.ts'
import { drawnWidth, dropPicture, paint } from '../pictures.ts'

test('writes, previews and publishes an article with link and picture', async ({ openAs, product }) => {
  const login = await signInDemo(product, 'platform')
  const page = await openAs(login)
  const faults = listenForFaults(page)
  await page.goto('/dashboard/homepage/article/form')
  await page.getByRole('textbox', { name: '标题' }).fill('草原的春天')
  const text = page.getByRole('textbox', { name: '正文' })
  await text.click()
  await page.keyboard.type('第一段 ')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('加粗')
  await page.keyboard.press('Control+b')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '链接', exact: true }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: '网址' }).fill('javascript:alert(1)')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /确\s*定/ })
    .click()
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
  await page.getByRole('dialog').getByRole('textbox', { name: '网址' }).fill('https://drover.example/spring')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /确\s*定/ })
    .click()
  await expect(text.getByRole('link')).toHaveText('https://drover.example/spring')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')

  await dropPicture(text, await paint(320, 220, '#e8f0d8'))
  const picture = text.locator('figure img')
  await expect(picture).toHaveAttribute('src', /^blob:/)
  await picture.click()
  await page.getByRole('textbox', { name: '图片描述' }).pressSequentially('转场的羊群')

  await page.keyboard.press('Control+s')
  await page.waitForURL(/form\/\d+$/)
  const id = Number(/\d+$/.exec(page.url())?.[0])
  const platform = openCalls(product.url, login.token)
  const saved = await platform(endpoints.articles.detail, { id })
  expect(saved.texts['zh-CN']?.body).toMatch(/<strong>加粗<\/strong>/)
  expect(saved.texts['zh-CN']?.body).toMatch(/<img src="\/media\/[\da-f-]{36}" alt="转场的羊群"/)
  expect(saved.texts['zh-CN']?.body).toMatch(/href="https:\/\/drover\.example\/spring"/)

  // The form of the new article has made place for that of the one that is there.
  await expect(page.locator('.page-heading-note')).toHaveText('草稿')
  await page.getByRole('button', { name: '预览' }).click()
  const preview = page.frameLocator('iframe')
  await expect(preview.getByRole('heading', { name: '草原的春天' })).toBeVisible()
  await expect.poll(() => drawnWidth(preview.getByRole('img', { name: '转场的羊群' }))).toBeGreaterThan(0)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: 'Close' })
    .or(page.getByRole('dialog').locator('.ant-modal-close'))
    .first()
    .click()

  await page.getByRole('button', { name: '立即发布' }).click()
  await page.keyboard.press('Control+s')
  await expect(page.locator('.page-heading-note')).toHaveText('已发布')
  const site = await openAs(null)
  await site.goto(`/newsDetail/NEWS/${id}`)
  await expect(site.getByRole('heading', { level: 1, name: '草原的春天' })).toBeVisible()
  await expect.poll(() => drawnWidth(site.getByRole('img', { name: '转场的羊群' }))).toBeGreaterThan(0)
  expect(faults).toEqual([])
})

test('crops a banner’s picture to its page’s shape', { tag: '@long' }, async ({ openAs, product }) => {
  const login = await signInDemo(product, 'platform')
  const page = await openAs(login)
  await page.goto('/dashboard/homepage/web')
  await page.getByRole('button', { name: '新增轮播图' }).first().click()
  await page.getByLabel('图片', { exact: true }).setInputFiles(await paint(900, 700, '#4477aa'))
  const dialog = page.getByRole('dialog', { name: '裁剪图片' })
  await dialog.getByRole('slider', { name: '缩放' }).focus()
  await page.keyboard.press('ArrowRight')
  await dialog.getByRole('slider', { name: '上下位置' }).focus()
  await page.keyboard.press('ArrowRight')
  await dialog.getByRole('button', { name: '使用所选范围' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('img', { name: '已上传的图片' })).toBeVisible()
  await page.getByRole('textbox', { name: '标题' }).fill('裁剪')
  await page.getByRole('button', { name: /保\s*存/ }).click()
  await expect(page.getByText('提交成功')).toBeVisible()
  const platform = openCalls(product.url, login.token)
  const [banner] = (await platform(endpoints.webBanners.list, { title: '裁剪' })).list
  const image = await fetch(`${product.url}/collateral/common/image/${banner?.imgId}?size=whole`, {
    headers: { 'x-auth-token': login.token, 'x-auth-timestamp': String(Date.now()) },
  })
  const { width, height } = await sharp(await image.arrayBuffer()).metadata()
  expect(width / height).toBeCloseTo(16 / 5, 1)
})
