import { http, HttpResponse, type HttpHandler } from 'msw'

/** Pictures in the page's memory: what is uploaded can be looked at until the page is gone. */
export function createImageHandlers(): HttpHandler[] {
  const images = new Map<string, Blob>()
  return [
    http.post('*/collateral/common/image/upload', async ({ request }) => {
      const id = crypto.randomUUID()
      images.set(id, await request.blob())
      return HttpResponse.json({ success: true, data: { id } })
    }),
    http.get('*/collateral/common/image/:id', ({ params }) => {
      const image = images.get(String(params['id']))
      if (image) return new HttpResponse(image, { headers: { 'content-type': image.type } })
      return HttpResponse.json({ success: false, error: { code: 'NOT_FOUND', message: 'not found' } }, { status: 404 })
    }),
  ]
}
