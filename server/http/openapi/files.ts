import { alertEvidencePath, evidenceContentType, evidenceRoles } from '#contract/alerts/alertEvidence.ts'
import { documentContentType, documentPath, documentUploadPath, fileNameHeader } from '#contract/calls/documents.ts'
import { dailyReportContentType, dailyReportPath } from '#contract/projects/days/dailyReports.ts'
import { reportRoles } from '#contract/projects/projectRoles.ts'
import { baseMapPath } from '#contract/herd/baseMap.ts'
import { imageContentTypes, imagePath, imageSizes, imageUploadPath } from '#contract/calls/images.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { exportContentTypes } from '#contract/calls/exports.ts'
import { importedNouns, importPath, importTemplatePath } from '#contract/calls/imports.ts'

type Json = Record<string, unknown>

const id = { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }
const size = { name: 'size', in: 'query', schema: { type: 'string', enum: [...imageSizes], default: 'whole' } }
const fileName = {
  name: fileNameHeader,
  in: 'header',
  required: false,
  schema: { type: 'string' },
  description: 'The name of the file, percent-encoded.',
}
const binary = { schema: { type: 'string', format: 'binary' } }

/** Describes the routes of images, which are outside the endpoint table. */
export function imagePaths(reply: Json, failures: Json): Record<string, Json> {
  return {
    [imageUploadPath]: {
      post: {
        operationId: 'images.upload',
        tags: ['images'],
        summary: 'Keeps a picture, cleaned and at most 2,000 pixels a side; one that is not used is gone after a day.',
        security: [],
        requestBody: { required: true, content: Object.fromEntries(imageContentTypes.map((type) => [type, binary])) },
        responses: { 200: { description: 'Kept.', content: { 'application/json': { schema: reply } } }, ...failures },
      },
    },
    [imagePath]: {
      get: {
        operationId: 'images.detail',
        tags: ['images'],
        summary: 'A picture, for those who may see what it belongs to.',
        security: [{ token: [] }],
        parameters: [id, size],
        responses: { 200: { description: 'The picture.', content: { 'image/webp': binary } }, ...failures },
      },
    },
  }
}

/** Describes the routes of documents. */
export function documentPaths(reply: Json, failures: Json): Record<string, Json> {
  return {
    [documentUploadPath]: {
      post: {
        operationId: 'documents.upload',
        tags: ['documents'],
        summary: 'Keeps a PDF as it is; one that is not used is gone after a day.',
        security: [{ token: [] }],
        parameters: [fileName],
        requestBody: { required: true, content: { [documentContentType]: binary } },
        responses: { 200: { description: 'Kept.', content: { 'application/json': { schema: reply } } }, ...failures },
      },
    },
    [documentPath]: {
      get: {
        operationId: 'documents.detail',
        tags: ['documents'],
        summary: 'A document, for those who may see what it belongs to.',
        security: [{ token: [] }],
        parameters: [id],
        responses: { 200: { description: 'The document.', content: { [documentContentType]: binary } }, ...failures },
      },
    },
  }
}

/** Describes the routes of files made on request. */
export function madeFilePaths(failures: Json): Record<string, Json> {
  const number = { ...id, schema: { type: 'integer', minimum: 1 } }
  return {
    [dailyReportPath]: {
      post: {
        operationId: 'dailyReports.pdf',
        tags: ['dailyReports'],
        summary:
          'The report of a project’s day as a PDF in the language of the caller: its numbers, the cover of its loan, what was noted, decided, raised and logged on that day, and the seals of those rows. Who takes it is noted.',
        description: `May be called by: ${reportRoles.join(', ')}.`,
        security: [{ token: [] }],
        parameters: [{ $ref: '#/components/parameters/Language' }, number],
        responses: {
          200: {
            description: 'The report. A connection that breaks off means that it is not whole.',
            content: { [dailyReportContentType]: binary },
          },
          ...failures,
        },
      },
    },
    [alertEvidencePath]: {
      post: {
        operationId: 'alerts.evidence',
        tags: ['alerts'],
        summary:
          'The evidence pack of an alert: a ZIP with a report in the language of the caller, the readings around it, the decisions, the photos, and the hashes of all of them. Who takes it is noted.',
        description: `May be called by: ${evidenceRoles.join(', ')}.`,
        security: [{ token: [] }],
        parameters: [{ $ref: '#/components/parameters/Language' }, number],
        responses: {
          200: {
            description: 'The pack. A connection that breaks off means that it is not whole.',
            content: { [evidenceContentType]: binary },
          },
          ...failures,
        },
      },
    },
  }
}

/** Describes the route of the base map's own file. */
export function baseMapPaths(failures: Json): Record<string, Json> {
  return {
    [baseMapPath]: {
      get: {
        operationId: 'baseMap.read',
        tags: ['monitor'],
        summary: 'One range of the PMTiles file below the map, 4 MB at the most.',
        security: [{ token: [] }],
        parameters: [
          { name: 'Range', in: 'header', required: true, schema: { type: 'string' }, description: 'bytes=0-16383' },
        ],
        responses: {
          206: { description: 'The range.', content: { 'application/octet-stream': binary } },
          416: { description: 'No such range, or none.' },
          ...failures,
        },
      },
    },
  }
}

/** Describes the routes of spreadsheets. */
export function importPaths(reply: Json, failures: Json): Record<string, Json> {
  const sheets = { [exportContentTypes.xlsx]: binary, 'text/csv': binary }
  return Object.fromEntries(
    importedNouns.flatMap((noun) => {
      const { addOrEdit } = endpoints[noun]
      return [
        [
          importPath(addOrEdit),
          {
            post: {
              operationId: `${noun}.import`,
              tags: [noun],
              summary: 'Reads a spreadsheet and checks its rows; nothing is written before imports.commit.',
              security: [{ token: [] }],
              parameters: [fileName],
              requestBody: { required: true, content: sheets },
              responses: {
                200: { description: 'It is being read.', content: { 'application/json': { schema: reply } } },
                ...failures,
              },
            },
          },
        ],
        [
          importTemplatePath(addOrEdit),
          {
            get: {
              operationId: `${noun}.importTemplate`,
              tags: [noun],
              summary: 'An empty spreadsheet with the titles in the language of the caller.',
              security: [{ token: [] }],
              responses: {
                200: { description: 'The spreadsheet.', content: { [exportContentTypes.xlsx]: binary } },
                ...failures,
              },
            },
          },
        ],
      ]
    }),
  )
}
