import { imageContentTypes, imagePath, imageUploadPath } from '#contract/calls/images.ts'

type Json = Record<string, unknown>

const picture = { schema: { type: 'string', format: 'binary' } }

/** The routes for images, which are not in the endpoint table. */
export function imagePaths(reply: Json, failures: Json): Record<string, Json> {
  return {
    [imageUploadPath]: {
      post: {
        operationId: 'images.upload',
        tags: ['images'],
        summary: 'Keeps a picture, cleaned and at most 2,000 pixels a side; one that is not used is gone after a day.',
        security: [],
        requestBody: { required: true, content: Object.fromEntries(imageContentTypes.map((type) => [type, picture])) },
        responses: { 200: { description: 'Kept.', content: { 'application/json': { schema: reply } } }, ...failures },
      },
    },
    [imagePath]: {
      get: {
        operationId: 'images.detail',
        tags: ['images'],
        summary: 'A picture, for those who may see what it belongs to.',
        security: [{ token: [] }],
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
        responses: { 200: { description: 'The picture.', content: { 'image/webp': picture } }, ...failures },
      },
    },
  }
}
