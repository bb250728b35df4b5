import { screen, waitFor, within } from '@testing-library/react'
import { delay, http, HttpResponse } from 'msw'
import { expect, onTestFinished, test, vi } from 'vitest'
import { documentUploadPath } from '#contract/calls/documents.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../../api/call.ts'
import { uploadDocument } from '../../api/files/files.ts'
import type { Screen } from '../../navigation/screen.ts'
import { openTestConsole } from '../../testConsole.tsx'
import { describeForm } from '../describe.ts'
import { pdf } from '../fields.tsx'
import { RecordPanel } from '../RecordPanel.tsx'

const console_ = openTestConsole('pm')

let policyId = 0
const policyForm = describeForm(endpoints.insurancePolicies.addOrEdit, {
  noun: 'insurancePolicies',
  newTitleId: 'insurance.new',
  titleOf: ({ number }) => number,
  load: endpoints.insurancePolicies.detail,
  approval: endpoints.alertRules.request,
  sections: [{ fields: { documentId: pdf('insurance.document') } }],
})
const table: Screen[] = ([undefined, 'view'] as const).map((readOnly) => ({
  path: `/${readOnly ?? 'edit'}`,
  titleId: 'insurance.title',
  icon: 'organisations',
  roles: ['SUPERVISOR_PM'],
  wall: true,
  load: async () => ({ Component: () => <RecordPanel form={policyForm} id={policyId} readOnly={readOnly} /> }),
}))
const policy = (content = '%PDF-1.7\nthe policy\n%%EOF\n', name = '保单.pdf') =>
  new File([content], name, { type: 'application/pdf' })

const fields = { farmId: 1, insurer: '人保财险', startsOn: '2026-01-01', endsOn: '2026-12-31', sumPerHead: '1' }

/** By its title: in tests antd gives all its dialogs the same id for that. */
const dialogNamed = async (title: string) => (await screen.findByText(title)).closest<HTMLElement>('[role="dialog"]')!

async function edit(number: string) {
  policyId = (await call(endpoints.insurancePolicies.addOrEdit, { ...fields, number })).id
  const { user } = await console_.open('/edit', table)
  return { user, input: await screen.findByLabelText<HTMLInputElement>('保单文件') }
}

test('attaches a document to a policy', async () => {
  const { user, input } = await edit('D-1')
  await user.upload(input, policy())
  expect(await screen.findByRole('button', { name: /保单\.pdf/ })).toBeTruthy()
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(await screen.findByText('已保存')).toBeTruthy()
  expect((await call(endpoints.insurancePolicies.detail, { id: policyId })).documentId).not.toBeNull()
})

test('downloads a document under its name', async () => {
  onTestFinished(() => void vi.restoreAllMocks())
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const createUrl = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
  const names = vi.spyOn(HTMLAnchorElement.prototype, 'download', 'set')
  const { id: documentId } = await uploadDocument(policy(), { signal: new AbortController().signal, onProgress() {} })
  policyId = (await call(endpoints.insurancePolicies.addOrEdit, { ...fields, number: 'D-4', documentId })).id
  const { user } = await console_.open('/view', table)
  await user.click(await screen.findByRole('button', { name: '下载文件' }))
  await waitFor(() => expect(createUrl).toHaveBeenCalled())
  const [[blob] = []] = createUrl.mock.calls
  expect(blob instanceof Blob && (await blob.text())).toContain('the policy')
  expect(names).toHaveBeenCalledWith('保单.pdf')
})

test('rejects other files with a reason', async () => {
  const { user, input } = await edit('D-2')
  await user.upload(input, policy('<html>'))
  expect(await screen.findByText('请上传 PDF 文件。')).toBeTruthy()
  await user.upload(input, policy('x'.repeat(10 * 1024 * 1024 + 1)))
  expect(await screen.findByText('文件不能超过 10 MB')).toBeTruthy()
})

test('blocks saving while a file uploads', async () => {
  const { user, input } = await edit('D-5')
  await user.upload(input, policy())
  await screen.findByRole('button', { name: /保单\.pdf/ })
  const save = screen.getByRole<HTMLButtonElement>('button', { name: /保\s*存/ })
  expect(save.disabled).toBe(false)
  console_.faults.use(http.post(`*${documentUploadPath}`, () => delay('infinite')))
  await user.upload(input, policy('%PDF-1.7\nthe next\n%%EOF\n'))
  await waitFor(() => expect(save.disabled).toBe(true))
  expect(document.querySelector('.form-actions [role="status"]')?.textContent).toBe('正在上传…')
  await user.keyboard('{Control>}{Enter}{/Control}')
  await user.click(screen.getAllByRole('button', { name: /取\s*消/ })[0] as HTMLElement)
  await waitFor(() => expect(save.disabled).toBe(false))
  expect((await call(endpoints.insurancePolicies.detail, { id: policyId })).documentId).toBeNull()
})

test('blocks resolving a conflict while a file uploads', { tags: 'long' }, async () => {
  const { user, input } = await edit('D-6')
  await user.upload(input, policy())
  await screen.findByRole('button', { name: /保单\.pdf/ })
  await call(endpoints.insurancePolicies.addOrEdit, { ...fields, id: policyId, number: 'D-6', insurer: '太平洋保险' })
  await user.keyboard('{Control>}{Enter}{/Control}')
  const dialog = await dialogNamed('该记录已被他人修改')
  const save = within(dialog).getByRole<HTMLButtonElement>('button', { name: /按所选保存/ })
  expect(save.disabled).toBe(false)
  console_.faults.use(http.post(`*${documentUploadPath}`, () => delay('infinite')))
  await user.upload(input, policy('%PDF-1.7\nthe next\n%%EOF\n'))
  await waitFor(() => expect(save.disabled).toBe(true))
  expect(within(dialog).getByText('正在上传…')).toBeTruthy()
  await user.click(
    within(input.closest<HTMLElement>('.file-input')!).getByRole('button', { name: /取\s*消/, hidden: true }),
  )
  await waitFor(() => expect(save.disabled).toBe(false))
  await user.click(save)
  await waitFor(async () =>
    expect(await call(endpoints.insurancePolicies.detail, { id: policyId })).toMatchObject({
      insurer: '太平洋保险',
      documentId: expect.any(String) as unknown,
    }),
  )
})

test('blocks requesting approval while a file uploads', { tags: 'long' }, async () => {
  const { user, input } = await edit('D-7')
  await user.upload(input, policy())
  await screen.findByRole('button', { name: /保单\.pdf/ })
  const requested: { documentId?: string; reason?: string }[] = []
  let goOn = () => {}
  const isGoingOn = new Promise<void>((resolve) => void (goOn = resolve))
  const later = crypto.randomUUID()
  console_.faults.use(
    http.put(`*${endpoints.insurancePolicies.addOrEdit.path}`, () =>
      HttpResponse.json({ success: false, error: { code: 'APPROVAL_REQUIRED', message: '' } }, { status: 403 }),
    ),
    http.post(`*${endpoints.alertRules.request.path}`, async ({ request }) => {
      requested.push((await request.json()) as (typeof requested)[number])
      return HttpResponse.json({ success: true, data: { ticketId: 1 } })
    }),
    http.post(`*${documentUploadPath}`, async () => {
      await isGoingOn
      return HttpResponse.json({ success: true, data: { id: later } })
    }),
  )
  await user.keyboard('{Control>}{Enter}{/Control}')
  const dialog = await dialogNamed('此修改须经审批')
  const ask = within(dialog).getByRole<HTMLButtonElement>('button', { name: /提交审批/ })
  await user.type(within(dialog).getByRole('textbox'), '续保')
  await user.upload(input, policy('%PDF-1.7\nthe next\n%%EOF\n'))
  await waitFor(() => expect(ask.disabled).toBe(true))
  expect(within(dialog).getByText('正在上传…')).toBeTruthy()
  goOn()
  await waitFor(() => expect(ask.disabled).toBe(false))
  await user.click(ask)
  await waitFor(() => expect(requested).toMatchObject([{ documentId: later, reason: '续保' }]))
})

test('shows upload progress and cancels', { tags: 'long' }, async () => {
  console_.faults.use(http.post(`*${documentUploadPath}`, () => delay('infinite')))
  const sent = vi.spyOn(XMLHttpRequest.prototype, 'send')
  const { user, input } = await edit('D-3')
  await user.upload(input, policy())
  const progress = await screen.findByRole<HTMLProgressElement>('progressbar', { name: '上传进度' })
  await waitFor(() => expect(sent).toHaveBeenCalled())
  const [sending] = sent.mock.contexts as XMLHttpRequest[]
  sending?.upload.dispatchEvent(new ProgressEvent('progress', { lengthComputable: true, loaded: 3, total: 4 }))
  await waitFor(() => expect(progress.value).toBe(0.75))
  await user.click(screen.getAllByRole('button', { name: /取\s*消/ })[0] as HTMLElement)
  await waitFor(() => expect(screen.queryByRole('progressbar', { name: '上传进度' })).toBeNull())
  expect(screen.queryByRole('alert')).toBeNull()
})
