import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { text } from 'node:stream/consumers'
import react from '@vitejs/plugin-react'
import type { ProxyOptions } from 'vite'
import { defineConfig } from 'vitest/config'
import { families } from './src/locale/families.ts'
import { wordsOfScreens } from './src/locale/screenWords.ts'
import { wordFaults } from './src/locale/wordFaults.ts'
import { colourSheet } from './src/theme/colourSheet.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const server = process.env['DROVER_SERVER'] ?? 'http://127.0.0.1:8000'

/** A package by its folder, with or without a scope. */
const from = (...packages: string[]) => new RegExp(`node_modules[\\\\/](?:${packages.join('|')})(?:[\\\\/]|-[^\\\\/]+[\\\\/])`)

const antd = from('antd', '@ant-design', '@rc-component', 'rc')
/** The parts of it that only a few screens and dialogs use come with those. */
const rareAntd = /[\\/](?:es[\\/](?:tabs|segmented|qr-code|image|typography|tag|radio|form|select|input-number|switch|slider|result|popconfirm|progress|pagination)|@rc-component[\\/](?:tabs|segmented|qrcode|image|form|async-validator|select|virtual-list|input-number|mini-decimal|switch|progress|pagination))[\\/]/

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

const wordsIn = (language: string) => JSON.parse(readFileSync(`${here}locales/${language}.json`, 'utf8')) as Record<string, string>
const languages = readdirSync(`${here}locales`).flatMap((name) => /^([a-z]+-[A-Z]+)\.json$/.exec(name)?.[1] ?? [])

/** The console's sources by their paths below `src/`. */
const readSources = () =>
  Object.fromEntries(
    readdirSync(`${here}src`, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|families\.ts$/.test(path))
      .map((path) => [path.replaceAll('\\', '/'), readFileSync(`${here}src/${path}`, 'utf8')]),
  )

/** The console is not built with words that are missing, left over or no messages; src/locale/locales.test.ts says the same. */
const soundWords = {
  name: 'sound-words',
  apply: 'build' as const,
  buildStart(this: { error: (message: string) => never }) {
    const files = Object.fromEntries(languages.map((language) => [`locales/${language}.json`, wordsIn(language)]))
    const code = Object.values(readSources()).join('\n')
    const faults = wordFaults({ files, code, families })
    if (faults.length > 0) this.error(`The words in locales/ are not sound:\n${faults.join('\n')}`)
  },
}

const onlyIn = (language: string, isWanted: (id: string) => boolean) =>
  `export default ${JSON.stringify(Object.fromEntries(Object.entries(wordsIn(language)).filter(([id]) => isWanted(id))))}`

/**
 * `virtual:screen-words`: what loads the words that screens alone use, by language and the screens' folder. A build takes them out of
 * the file that every page loads; in development that file has all words, and this table is empty.
 */
const screenWords = (() => {
  let byFolder: Record<string, string[]> | undefined
  return {
    name: 'screen-words',
    enforce: 'pre' as const,
    config: (_: object, { command }: { command: string }) => {
      const found = Object.entries(wordsOfScreens({ ids: Object.keys(wordsIn('zh-CN')), prefixes: Object.keys(families), sources: readSources() }))
      // What is smaller than a request for it stays with all others.
      const kept = new Set(found.flatMap(([, ids]) => (ids.length < 8 ? ids : [])))
      if (command === 'build') byFolder = Object.fromEntries(found.flatMap(([folder, ids]) => (ids.length < 8 ? [] : [[folder, ids.filter((id) => !kept.has(id))]])))
    },
    resolveId: (id: string) => (id.startsWith('virtual:screen-words') ? `\0${id}` : null),
    load(id: string) {
      const [, name, language = '', folder = ''] = /^\0virtual:(screen-words)(?:\/([^/]+)\/([^/]+))?$/.exec(id) ?? []
      if (name && folder) return onlyIn(language, (word) => byFolder?.[folder]?.includes(word) === true)
      if (!name) {
        const [, whole] = (byFolder && /\/locales\/([a-z]+-[A-Z]+)\.json$/.exec(id)) ?? []
        const theirs = new Set(Object.values(byFolder ?? {}).flat())
        return whole ? { code: onlyIn(whole, (word) => !theirs.has(word)), moduleType: 'js' } : null
      }
      const folders = Object.keys(byFolder ?? {})
      const table = languages.map((one) => `'${one}': { ${folders.map((of) => `'${of}': () => import('virtual:screen-words/${one}/${of}')`).join(', ')} }`)
      return `export const screenWords = { ${folders.length > 0 ? table.join(', ') : ''} }`
    },
    // The words of a screen come beside its script.
    transform(code: string, id: string) {
      if (!byFolder || !id.includes('/src/routes/')) return null
      const table = code.replaceAll(/\(await import\('\.\.\/screens\/([^/]+)\/([^']+)'\)\)/g, (_, folder: string, file: string) => `(await withWords('${folder}', import('../screens/${folder}/${file}')))`)
      return { code: `import { withWords } from '../locale/locale.ts'\n${table}`, map: null }
    },
  }
})()

/** What the documentation says of each call is of no use in a browser, and every page would load it first. */
const callsWithoutProse = {
  name: 'calls-without-prose',
  apply: 'build' as const,
  enforce: 'pre' as const,
  transform: (code: string, id: string) =>
    id.includes('/contract/') ? { code: code.replaceAll(/\b(summary|about):\s*(?:`[^`]*`|'[^'\n]*')/g, "$1: ''"), map: null } : null,
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

/** The server describes its schemas as JSON, the console never does: of what every schema brings for that only the names are left. */
const schemasWithoutJson = {
  name: 'schemas-without-json',
  apply: 'build' as const,
  transform(code: string, id: string) {
    if (!/[\\/]zod[\\/]v4[\\/]core[\\/](?:to-json-schema|json-schema-processors)\.js$/.test(id)) return null
    const names = Array.from(code.matchAll(/^export (?:const|function) (\w+)|^export \{ \w+ as (\w+) \}/gm), ([, own, renamed]) => own ?? renamed)
    return { code: `const none = () => none\nexport { ${names.map((name) => `none as ${name}`).join(', ')} }`, map: null }
  },
}

/** `virtual:colours.css`: the variables of all colours, made from the one table (src/theme/colours.ts). */
const colours = {
  name: 'colours',
  resolveId: (id: string) => (id === 'virtual:colours.css' ? '\0colours.css' : null),
  load: (id: string) => (id === '\0colours.css' ? colourSheet() : null),
}

/**
 * In development the server's pages of the public site come with the style and script that Vite serves, so that a change of `src/site/` is in the
 * open page at once. Vite puts styles into the page and talks to it by a socket of its own, which the site's policy would not let it.
 */
const sitePages: ProxyOptions = {
  target: server,
  selfHandleResponse: true,
  configure(proxy) {
    proxy.on('proxyReq', (asked) => {
      for (const name of ['accept-encoding', 'if-none-match']) asked.removeHeader(name)
    })
    proxy.on('proxyRes', async (answer, _asked, reply) => {
      const headers = Object.entries(answer.headers).filter(([name]) => !['content-security-policy', 'content-length', 'etag'].includes(name))
      const page = (await text(answer)).replaceAll(/<(?:link rel="stylesheet"|script type="module") [^>]*"\/assets\/[^>]*>(?:<\/script>)?/g, '')
      const scripts = ['/@vite/client', '/site/site.ts'].map((path) => `<script type="module" src="${path}"></script>`)
      reply.writeHead(answer.statusCode ?? 502, Object.fromEntries(headers))
      reply.end(page.replace('</head>', () => `${scripts.join('')}</head>`))
    })
  },
}

/**
 * A test makes much that is soon gone: with more room for it, less of it is looked through while it is still held. Most of its code runs a few
 * times only, which is dearer to interpret than to compile as it stands.
 */
const forTests = ['--max-semi-space-size=64', '--always-sparkplug']

export default defineConfig({
  root: 'src',
  plugins: [soundWords, screenWords, colours, formContextAlone, callsWithoutProse, schemasWithoutJson, plainJsonImports, react({ compiler: true })],
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    // The server reads from it how the files of the public site are called (server/http/site/siteAssets.ts).
    manifest: true,
    target: 'es2023',
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      input: { index: `${here}src/index.html`, site: `${here}src/site/site.ts` },
      // Nothing in the contract does anything by being loaded: a page takes of it what it uses.
      treeshake: { moduleSideEffects: (id: string) => !/[\\/]contract[\\/]/.test(id) },
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
      // The public site is the server's.
      '^/(?:\\?.*)?$': sitePages,
      '^/(?:newsTopMenu|newsDetail|org|legal)(?:/|$)': sitePages,
      '^/(?:media|assets)(?:/|$)': server,
      '^/(?:rss\\.xml|sitemap\\.xml|robots\\.txt|site\\.css)$': server,
    },
  },
  test: {
    // `npm test` leaves these out, `npm test -- all` runs them (docs/TESTING.md).
    tags: [{ name: 'long', description: 'Starts whole processes, plays long histories, or repeats a kind that a quick test shows once.' }],
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
          execArgv: forTests,
          globalSetup: ['server/testing/testGlobalSetup.ts', 'server/testing/testBackend.ts'],
          // A test reads the style sheets as text (src/theme/colourLiterals.test.ts); otherwise they are left out.
          css: { include: /\.css\?raw$/ },
          setupFiles: ['.ci/leanReact.ts', '.ci/freshPage.ts', '.ci/realClock.ts', '.ci/failOnConsoleError.ts'],
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
          // The files of a worker share the server's modules, too: none of them keeps anything.
          isolate: false,
          execArgv: forTests,
          setupFiles: ['.ci/realClock.ts', '.ci/failOnConsoleError.ts'],
          globalSetup: ['server/testing/testGlobalSetup.ts'],
        },
      },
    ],
  },
})
