import { z } from 'zod'

/** Upload path of a document's raw bytes, for any signed-in user. The server detects the type from the content and ignores the declared one. */
export const documentUploadPath = '/collateral/common/document/upload'
/** Download path of a document, for users who may see its record. Served as an `application/pdf` attachment. */
export const documentPath = '/collateral/common/document/{id}'
/** Header with the original file name, percent-encoded. */
export const fileNameHeader = 'x-file-name'

export const maxDocumentBytes = 10 * 1024 * 1024
export const documentContentType = 'application/pdf'

/** Reply to a document upload: the id that records refer to. Unused uploads are deleted after a day. */
export const documentReplySchema = z.object({ id: z.uuid(), name: z.string() })
