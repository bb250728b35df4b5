import { cameraMediaPath } from '#contract/projects/cameras.ts'

type Json = Record<string, unknown>

const of = {
  name: 'of',
  in: 'query',
  required: true,
  schema: { type: 'string' },
  description: 'As an answer of cameras.view, or what such an address answered, has it.',
}
const text = { schema: { type: 'string' } }
const binary = { schema: { type: 'string', format: 'binary' } }

/** Describes the addresses of camera media. Each is bound to the session that requested it and needs no header. */
export function cameraPaths(failures: Json): Record<string, Json> {
  return {
    [cameraMediaPath]: {
      get: {
        operationId: 'cameras.media',
        tags: ['cameras'],
        summary: 'A playlist of a stream with addresses of this server, one of its segments, or a picture of now.',
        security: [],
        parameters: [of],
        responses: {
          200: {
            description: 'What the camera sent.',
            content: {
              'application/vnd.apple.mpegurl': text,
              'video/mp2t': binary,
              'video/mp4': binary,
              'audio/mp4': binary,
              'image/webp': binary,
              'application/octet-stream': binary,
            },
          },
          ...failures,
        },
      },
      post: {
        operationId: 'cameras.offer',
        tags: ['cameras'],
        summary:
          'Begins a WHEP session: an offer for an answer. The media goes between browser and camera, not by this server.',
        security: [],
        parameters: [of],
        requestBody: { required: true, content: { 'application/sdp': text } },
        responses: {
          201: {
            description: 'The answer.',
            headers: { Location: { schema: { type: 'string' }, description: 'Ends the session.' } },
            content: { 'application/sdp': text },
          },
          ...failures,
        },
      },
      delete: {
        operationId: 'cameras.end',
        tags: ['cameras'],
        summary: 'Ends a WHEP session.',
        security: [],
        parameters: [of],
        responses: { 200: { description: 'It is over.' }, ...failures },
      },
    },
  }
}
