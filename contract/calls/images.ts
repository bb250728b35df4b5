import { z } from 'zod'

/** Where a picture is sent, as `image/jpeg`, `image/png` or `image/webp`; open to those who register, too. */
export const imageUploadPath = '/collateral/common/image/upload'
/** Where those who may see a picture get it, as `image/webp`: whole, or small with `?size=thumbnail`. */
export const imagePath = '/collateral/common/image/{id}'
export const imageSizes = ['whole', 'thumbnail'] as const
export type ImageSize = (typeof imageSizes)[number]

export const maxImageBytes = 10 * 1024 * 1024
export const imageContentTypes = ['image/jpeg', 'image/png', 'image/webp'] as const

/** The answer to the upload of a picture; one that is not used is gone after a day. */
export const imageReplySchema = z.object({ id: z.uuid() })
