import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { codeOf } from '../../errorCode.ts'
import type { SiteAssets } from '../../site/frame.ts'

const manifestSchema = z.record(
  z.string(),
  z.object({ file: z.string(), css: z.array(z.string()).optional(), assets: z.array(z.string()).optional() }),
)
const entry = 'site/site.ts'

/** Reads the addresses of the site's built style sheets, fonts and script from Vite's manifest; all are empty without a build. */
export async function readSiteAssets(distDir: string): Promise<SiteAssets> {
  const text = await readFile(join(distDir, '.vite', 'manifest.json'), 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return '{}'
    throw error
  })
  const manifest = manifestSchema.parse(JSON.parse(text))
  const found = manifest[entry]
  if (found === undefined) return { styles: [], fonts: [], script: null }
  const fonts = (found.assets ?? []).filter((file) => file.endsWith('.woff2'))
  return {
    styles: (found.css ?? []).map((file) => `/${file}`),
    fonts: fonts.map((file) => `/${file}`),
    script: `/${found.file}`,
  }
}
