import { readdirSync, readFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { families } from './src/locale/families.ts'
import { wordFaults } from './src/locale/wordFaults.ts'
import { colourSheet } from './src/theme/colourSheet.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const server = process.env['DROVER_SERVER'] ?? 'http://127.0.0.1:8000'

/** A package by its folder, with or without a scope. */
const from = (...packages: string[]) => new RegExp(`node_modules[\\\\/](?:${packages.join('|')})(?:[\\\\/]|-[^\\\\/]+[\\\\/])`)

const antd = from('antd', '@ant-design', '@rc-component', 'rc')
/** The parts of it that only a few screens and dialogs use come with those. */
const rareAntd = /[\\/](?:es[\\/](?:tabs|segmented|qr-code|image|typography|tag|radio|form|select|input-number|switch|result|popconfirm|progress)|@rc-component[\\/](?:tabs|segmented|qrcode|image|form|async-validator|select|virtual-list|input-number|mini-decimal|switch|progress))[\\/]/

/**
 * In development Vite serves JSON as a module of JavaScript, but leaves `with: { type: 'json' }` in a dynamic import, and
 * the browser then refuses it. TypeScript needs the attribute, the browser must not see it.
 */
const plainJsonImports = {
  name: 'plain-json-imports',
  apply: 'serve' as const,
  enforce: 'pre' as const,
  transform: (code: string, id: string) =>
    id.includes('/src/') && code.includes("type: 'json'")
      ? { code: code.replaceAll(/,\s*\{\s*with:\s*\{\s*type:\s*'json'\s*\}\s*\}/g, ''), map: null }
      : null,
}

/** The console is not built with words that are missing, left over or no messages; src/locale/locales.test.ts says the same. */
const soundWords = {
  name: 'sound-words',
  apply: 'build' as const,
  buildStart(this: { error: (message: string) => never }) {
    const read = (path: string) => readFileSync(here + path, 'utf8')
    const files = Object.fromEntries(
      readdirSync(`${here}locales`)
        .filter((name) => /^[a-z]+-[A-Z]+\.json$/.test(name))
        .map((name) => [`locales/${name}`, JSON.parse(read(`locales/${name}`)) as Record<string, string>]),
    )
    const code = readdirSync(`${here}src`, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|families\.ts$/.test(path))
      .map((path) => read(`src/${path}`))
      .join('\n')
    const faults = wordFaults({ files, code, families })
    if (faults.length > 0) this.error(`The words in locales/ are not sound:\n${faults.join('\n')}`)
  },
}

/** What the documentation says of each call is of no use in a browser, and every page would load it first. */
const callsWithoutProse = {
  name: 'calls-without-prose',
  apply: 'build' as const,
  enforce: 'pre' as const,
  transform: (code: string, id: string) =>
    id.includes('/contract/') ? { code: code.replaceAll(/\b(summary|about):\s*(?:`[^`]*`|'[^'\n]*')/g, "$1: ''"), map: null } : null,
}

/** What is served is compressed once, and better than there is time for while somebody waits. */
const compressedFiles = {
  name: 'compressed-files',
  apply: 'build' as const,
  async writeBundle({ dir = '' }: { dir?: string | undefined }) {
    const compress = promisify(brotliCompress)
    const names = (await readdir(dir, { recursive: true })).filter((name) => /\.(?:js|css|html|svg|wasm)$/.test(name))
    await Promise.all(
      names.map(async (name) => {
        const content = await readFile(`${dir}/${name}`)
        await writeFile(`${dir}/${name}.br`, await compress(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }))
      }),
    )
  },
}

/** What each of antd's parts asks about the form around it comes without the form itself, which only some screens use. */
const formContextAlone = {
  name: 'form-context-alone',
  apply: 'build' as const,
  enforce: 'pre' as const,
  resolveId(this: { resolve: (source: string, importer: string) => Promise<{ id: string } | null> }, source: string, importer?: string) {
    const isAbout = source === '@rc-component/form' && importer !== undefined && /[\\/]antd[\\/]es[\\/]form[\\/]context\.js$/.test(importer)
    return isAbout ? this.resolve('@rc-component/form/es/FormContext', importer) : null
  },
}

/** `virtual:colours.css`: the variables of all colours, made from the one table (src/theme/colours.ts). */
const colours = {
  name: 'colours',
  resolveId: (id: string) => (id === 'virtual:colours.css' ? '\0colours.css' : null),
  load: (id: string) => (id === '\0colours.css' ? colourSheet() : null),
}

export default defineConfig({
  root: 'src',
  plugins: [soundWords, colours, formContextAlone, callsWithoutProse, plainJsonImports, react({ compiler: true }), compressedFiles],
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'es2023',
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Vite's preload helper would otherwise land in a library's chunk, and the first screen would load that.
            { name: 'preload', test: /vite[\\/]preload-helper|rolldown[\\/]runtime/, priority: 100 },
            { name: 'react', test: from('react', 'react-dom', 'react-router', 'scheduler'), priority: 60 },
            { name: 'intl', test: from('react-intl', '@formatjs', 'intl-messageformat'), priority: 50 },
            { name: 'maplibre', test: from('maplibre-gl', 'react-map-gl', '@maplibre', '@vis.gl'), priority: 40 },
            { name: 'deck', test: from('@deck.gl', '@luma.gl', '@math.gl', '@loaders.gl', '@probe.gl'), priority: 40 },
            { name: 'echarts', test: from('echarts', 'zrender'), priority: 40 },
            { name: 'antd', test: (id: string) => antd.test(id) && !rareAntd.test(id), priority: 30 },
            { name: 'live', test: from('rxjs', 'socket.io', 'engine.io', '@socket.io'), priority: 30 },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: {
      // Calls, and not the modules of src/api.
      '^/api/(forms|notices|users)\\b': server,
      '/collateral': server,
      '/ingest': server,
      '/health': server,
      '/live': { target: server, ws: true },
    },
  },
  test: {
    projects: [
      {
        extends: true,
        root: here,
        test: {
          name: 'console',
          environment: 'happy-dom',
          // A test opens servers at addresses other than its page's.
          environmentOptions: { happyDOM: { settings: { fetch: { disableSameOriginPolicy: true } } } },
          // A machine that does much else at the same time is slow, not wrong.
          testTimeout: 20_000,
          expect: { poll: { timeout: 10_000 } },
          include: ['{src,streams,locales,contract,mocks}/**/*.test.{ts,tsx}'],
          isolate: false,
          globalSetup: ['server/testing/testGlobalSetup.ts', 'server/testing/testBackend.ts'],
          // A test reads the style sheets as text (src/theme/colourLiterals.test.ts); otherwise they are left out.
          css: { include: /\.css\?raw$/ },
          setupFiles: ['.ci/freshPage.ts', '.ci/failOnConsoleError.ts'],
        },
      },
      {
        extends: true,
        root: here,
        test: {
          name: 'server',
          environment: 'node',
          // A machine that does much else at the same time is slow, not wrong.
          testTimeout: 20_000,
          hookTimeout: 30_000,
          expect: { poll: { timeout: 10_000 } },
          include: ['server/**/*.test.ts', 'e2e/**/*.test.ts'],
          setupFiles: ['.ci/failOnConsoleError.ts'],
          globalSetup: ['server/testing/testGlobalSetup.ts'],
        },
      },
    ],
  },
})
