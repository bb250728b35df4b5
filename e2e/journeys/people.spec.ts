import { expectWithin } from '../expectWithin.ts'
import { expect, listenForFaults } from '../fixtures.ts'
import { licencePicture, newcomer, password, readOutbox, signInDemo, test } from '../people.ts'

/** A browser's console line about a refusal that the page shows in words. */
const refusals = /the server responded with a status of (401|403)/

test(
  'registers an organisation, approves it and invites its people',
  { tag: '@long' },
  async ({ page, openAs, product }) => {
    const faults = listenForFaults(page, refusals)
    const founder = newcomer()
    const organisation = `赤峰活畜监管 ${founder.digits}`

    await test.step('registers with a picture of the licence', async () => {
      await page.goto(`${product.url}/user/login`)
      await page.getByRole('link', { name: '注册账号' }).click()
      await page.getByRole('radio', { name: '监管机构' }).check()
      await page.getByLabel('机构名称').fill(organisation)
      await page.getByLabel('统一社会信用代码').fill(founder.creditCode)
      await page.getByLabel('联系人').fill('高娃')
      await page.getByLabel('地址').fill('内蒙古赤峰市红山区')
      await page.getByLabel('营业执照').setInputFiles(await licencePicture())
      await expect(page.getByRole('img', { name: '已上传的图片' })).toBeVisible()
      await page.getByLabel('用户名').fill(founder.userName)
      await page.getByLabel('邮箱').fill(founder.email)
      await page.getByLabel('密码', { exact: true }).fill(password)
      await page.getByLabel('确认密码').fill(password)
      await page.getByLabel('手机号').fill(founder.telephone)
      await page.getByRole('button', { name: '获取验证码' }).click()
      await expect(page.getByRole('button', { name: /秒后重试/ })).toBeVisible()

      const outbox = await page.context().newPage()
      const { code } = await readOutbox(outbox, product, founder.telephone)
      await page.getByLabel('验证码').fill(await code.innerText())
      await outbox.close()
      await page.getByRole('button', { name: '注册', exact: true }).click()
      await expect(page.getByRole('heading', { name: `您的账号 ${founder.email} 注册成功` })).toBeVisible()
    })

    const logIn = async () => {
      await page.goto(`${product.url}/user/login`)
      await page.getByLabel('用户名').fill(founder.userName)
      await page.getByLabel('密码').fill(password)
      await page.getByRole('button', { name: '登录' }).click()
    }

    await test.step('refuses sign-in before activation and approval', async () => {
      await logIn()
      await expect(page.getByText('账号尚未激活')).toBeVisible()
      const { message } = await readOutbox(page, product, founder.email)
      await message.getByRole('link').click()
      await expect(page.getByRole('heading', { name: '账号已激活' })).toBeVisible()
      await logIn()
      await expect(page.getByText('您的机构正在等待平台审批')).toBeVisible()
    })

    await test.step('approves the request as the platform', async () => {
      const platform = await openAs(await signInDemo(product, 'platform'))
      const complaints = listenForFaults(platform)
      await platform.goto('/user/login')
      await expect(platform).toHaveURL(/\/dashboard\/approvals/)
      await platform.getByRole('row', { name: organisation }).click()
      const details = platform.getByRole('complementary', { name: organisation })
      await expect(details.getByText(founder.creditCode)).toBeVisible()
      await details.getByRole('textbox', { name: /意见/ }).fill('执照已核对')
      await details.getByRole('button', { name: '通过' }).click()
      await expect(platform.getByText(`已通过：${organisation}`)).toBeVisible()
      expect(complaints).toEqual([])
    })

    const manager = newcomer()
    const managerName = `敖登 ${manager.digits}`

    await test.step('its administrator logs in and invites a project manager', async () => {
      await logIn()
      await expect(page).toHaveURL(/\/dashboard\/animal-monitor\/monitor/)
      await page.goto(`${product.url}/dashboard`)
      await expect(page).toHaveURL(/\/dashboard\/org-admin\/org-profile/)
      await page.getByRole('tab', { name: '用户' }).click()
      await page.getByRole('button', { name: '邀请用户' }).click()
      const form = page.getByRole('dialog', { name: '邀请用户' })
      await form.getByRole('textbox', { name: /^(\* )?姓名$/ }).fill(managerName)
      await form.getByRole('textbox', { name: /^(\* )?用户名$/ }).fill(manager.userName)
      await form.getByRole('textbox', { name: /^(\* )?手机号$/ }).fill(manager.telephone)
      await form.getByRole('textbox', { name: /^(\* )?邮箱$/ }).fill(manager.email)
      await form.getByRole('combobox', { name: '角色' }).click()
      await page.getByTitle('项目经理', { exact: true }).click()
      await form.getByRole('button', { name: '发送邀请' }).click()
      await expect(page.getByText(`邀请已发送到 ${manager.email}`)).toBeVisible()
      await expect(page.getByRole('row', { name: managerName })).toBeVisible()
    })

    const second = await openAs(null)
    const secondFaults = listenForFaults(second, refusals)

    await test.step('signs the invited user in by SMS', async () => {
      await second.goto('/user/login?redirect=/dashboard/approvals')
      await second.getByRole('tab', { name: '手机登录' }).click()
      await second.getByLabel('手机号').fill(manager.telephone)
      await second.getByRole('button', { name: '获取验证码' }).click()
      await expect(second.getByRole('button', { name: /秒后重试/ })).toBeVisible()
      const outbox = await second.context().newPage()
      const { code } = await readOutbox(outbox, product, manager.telephone)
      await second.getByLabel('验证码').fill(await code.innerText())
      await outbox.close()
      await second.getByRole('button', { name: '登录' }).click()
      await expect(second).toHaveURL(/\/dashboard\/approvals/)
      await expect(second.getByRole('heading', { level: 1, name: '审批' })).toBeVisible()
      await expect(second.getByText(managerName)).toBeVisible()
    })

    const giveRole = async (role: string) => {
      await page.getByRole('button', { name: '编辑' }).click()
      await page.getByRole('combobox', { name: '角色' }).click()
      await page.getByTitle(role, { exact: true }).click()
      await page.getByRole('button', { name: '保存' }).click()
    }

    await test.step('signs a user out whose role changes', async () => {
      if (!(await page.getByRole('button', { name: '编辑' }).isVisible()))
        await page.getByRole('row', { name: managerName }).click()
      await giveRole('监管机构普通用户')
      await expectWithin(second, 2000, (limit) => expect(second).toHaveURL(/\/user\/login\?redirect=/, limit))
      await expect(second.getByText('您的角色或机构已变更，请重新登录。')).toBeVisible()
    })

    expect(secondFaults).toEqual([])
    expect(faults).toEqual([])
  },
)
