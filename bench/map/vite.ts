import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, createServer, preview, type InlineConfig, type PreviewServer, type ViteDevServer } from 'vite'
import console_ from '../../vite.config.ts'

const pages = fileURLToPath(new URL('./pages/', import.meta.url))

const shared = {
  configFile: false,
  root: pages,
  cacheDir: fileURLToPath(new URL('../../node_modules/.vite-bench', import.meta.url)),
  // The console's plugins, so that words, colours and compiler are the same.
  plugins: console_.plugins ?? [],
  logLevel: 'warn',
} satisfies InlineConfig

/** Builds the pages like the console, from the product's own sources, and serves them. */
export async function serveBuilt(): Promise<PreviewServer> {
  const outDir = mkdtempSync(join(tmpdir(), 'drover-bench-map-'))
  await build({
    ...shared,
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2023',
      chunkSizeWarningLimit: 3000,
      rolldownOptions: { input: ['ours', 'peer'].map((page) => join(pages, `${page}.html`)) },
    },
  })
  return preview({ ...shared, build: { outDir }, preview: { port: 0, host: '127.0.0.1' } })
}

/** Serves the pages from their sources, for viewing (`look.html`). */
export async function serveSources(port = 0): Promise<ViteDevServer> {
  const server = await createServer({
    ...shared,
    optimizeDeps: {
      include: [
        'react',
        'react-dom/client',
        'react-intl',
        'react-map-gl/maplibre',
        'maplibre-gl',
        '@deck.gl/core',
        '@deck.gl/layers',
        '@deck.gl/extensions',
        '@deck.gl/maplibre',
        '@luma.gl/core',
        '@luma.gl/engine',
      ],
    },
    server: { port, host: '127.0.0.1', fs: { allow: [fileURLToPath(new URL('../..', import.meta.url))] } },
  })
  return server.listen()
}
