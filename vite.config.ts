import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { convertCssVariables, DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import product from './package.json' with { type: 'json' }
import { contractDataPlugin } from './web/build/contract-data.ts'
import { colourModeVariables, resolveThemeVariables, shellPartVariables } from './web/build/theme-variables.ts'
import { baseTheme } from './web/core/palette.ts'

const foundationModuleId = 'virtual:foundation.css'
/** Hues of the library that no screen uses. */
const unusedColorPattern = /^--mantine-color-(pink|grape|violet|indigo|cyan|lime)-/

/** The theme's variables as a static style sheet: the page then needs no style element at run time. */
const buildFoundationCss = (): string => {
  const theme = mergeMantineTheme(DEFAULT_THEME, baseTheme)
  const own = resolveThemeVariables(theme)
  const base = defaultCssVariablesResolver(theme)
  const layer = (part: 'variables' | 'light' | 'dark'): Record<string, string> =>
    Object.fromEntries(
      Object.entries({ ...base[part], ...own[part] }).filter(([name]) => !unusedColorPattern.test(name)),
    )
  const light = { '--mantine-color-scheme': 'light', ...layer('light') }
  const dark = { '--mantine-color-scheme': 'dark', ...layer('dark') }
  return convertCssVariables({ variables: layer('variables'), light, dark }, ':root')
}

const buildCssBlock = (selector: string, variables: Record<string, string>): string =>
  `${selector}{${Object.entries(variables)
    .map(([name, value]) => `${name}:${value};`)
    .join('')}color:var(--text)}`

/** Parts of the shell in a theme of their own, and what opens over the page from there: it is the page's again. */
const buildThemePartsCss = (): string => {
  const named = (theme: string): string =>
    [
      `[data-left-side-bar-theme="${theme}"] [data-part="menu"]`,
      `[data-two-column-theme="${theme}"] [data-part="rail"]`,
      `[data-topbar-theme="${theme}"] [data-part="topbar"]`,
      // The empty frame that stands there before the app.
      `[data-left-side-bar-theme="${theme}"] body::after`,
      `[data-topbar-theme="${theme}"] body::before`,
    ].join()
  const dropdowns = '[data-part] :is(.mantine-Popover-dropdown,.mantine-Menu-dropdown,.mantine-Combobox-dropdown)'
  const own = { '--mantine-primary-color-filled': 'var(--mantine-color-brand-filled)' }
  return [
    ...Object.entries(shellPartVariables).map(([theme, variables]) =>
      buildCssBlock(named(theme), { ...variables, 'color-scheme': 'dark' }),
    ),
    ...Object.entries(colourModeVariables).map(([mode, variables]) =>
      buildCssBlock(`:root[data-mantine-color-scheme="${mode}"] ${dropdowns}`, {
        ...variables,
        ...own,
        'color-scheme': mode,
      }),
    ),
  ].join('\n')
}

const buildFoundationStylesPlugin = (): Plugin => ({
  name: 'foundation-styles',
  resolveId: (id) => (id === foundationModuleId ? `\0${foundationModuleId}` : undefined),
  load: (id) => (id === `\0${foundationModuleId}` ? buildFoundationCss() + buildThemePartsCss() : undefined),
})

/** Each text file of the build beside its compressed forms, so that the server compresses nothing while people wait. */
const buildCompressedFilesPlugin = (): Plugin => ({
  name: 'compressed-files',
  apply: 'build',
  writeBundle: ({ dir = '' }) => {
    const files = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /\.(js|css|svg|txt)$/.test(file),
    )
    for (const file of files) {
      const content = readFileSync(join(dir, file))
      writeFileSync(join(dir, `${file}.gz`), gzipSync(content, { level: 9 }))
      writeFileSync(
        join(dir, `${file}.br`),
        brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }),
      )
    }
  },
})

/** Parts of libraries that hang on what a page needs and that no page calls: the theme is a file. */
const unusedModulePattern = /\/Mantine(?:CssVariables|Classes)\.mjs$/

const buildUnusedModulesPlugin = (): Plugin => ({
  name: 'leave-out',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id) => {
    // The package names its development build, which looks for mistakes in its use.
    const file = { 'react-router': 'index.mjs', 'react-router/dom': 'dom-export.mjs' }[id]
    return file && join(import.meta.dirname, 'node_modules/react-router/dist/production', file)
  },
  load: (id) => {
    // For versions of React that had no such hook.
    if (/use-sync-external-store\/shim\/index\.js$/.test(id)) return `export { useSyncExternalStore } from 'react'`
    if (!unusedModulePattern.test(id)) return undefined
    const names = [...readFileSync(id, 'utf8').matchAll(/^export \{ (\w+) \};?$/gm)].map(([, name]) => name)
    return names.map((name) => `export const ${name} = () => null`).join('\n')
  },
})

/** What everybody waits for who is signed in: a shell around a list. */
const signedInEntryModules = ['web/app/shell/shell.tsx', 'web/ui/list/list-screen.tsx'].map((path) =>
  join(import.meta.dirname, path),
)
type ModuleGraph = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }
let modulesNeededSignedIn: Set<string> | undefined

/** Packages that are one list of everything they have. To import a name from them is not to need all of it. */
const barrelFiles: Record<string, string> = {
  '@mantine/core': '@mantine/core/esm/index.mjs',
  '@mantine/hooks': '@mantine/hooks/esm/index.mjs',
  '@tabler/icons-react': '@tabler/icons-react/dist/esm/tabler-icons-react.mjs',
}
const parseExportNames = (list: string): string[] =>
  list.split(',').flatMap((one) => /^\s*(?:default as )?(\w+)/.exec(one)?.[1] ?? [])

/** Where each name of such a list comes from. */
const readExportSources = (file: string): Map<string, string> => {
  const lines = readFileSync(file, 'utf8').matchAll(/(?:import|export) \{([^}]*)\} from ["'](\.[^"']+)["']/g)
  return new Map(
    [...lines].flatMap(([, list = '', path = '']) =>
      parseExportNames(list).map((name) => [name, join(dirname(file), path)]),
    ),
  )
}
const exportSourcesByPackage = new Map(
  Object.entries(barrelFiles).map(([name, path]) => {
    const file = join(import.meta.dirname, 'node_modules', path)
    return [file, { name, sources: readExportSources(file) }] as const
  }),
)

/** What a module imports, seen through those lists. */
const listImports = (id: string, modules: ModuleGraph): string[] => {
  const ids = modules.getModuleInfo(id)?.importedIds ?? []
  return ids.flatMap((next) => {
    const list = exportSourcesByPackage.get(next)
    if (!list) return [next]
    const named = readFileSync(id, 'utf8').matchAll(new RegExp(`import \\{([^}]*)\\} from ['"]${list.name}['"]`, 'g'))
    const names = [...named].flatMap(([, all = '']) => parseExportNames(all))
    return names.flatMap((name) => list.sources.get(name) ?? [])
  })
}

/** True for what those import before they run. A dozen small files, each shared by some screens, would take longer than one. */
const isNeededSignedIn = (id: string, modules: ModuleGraph): boolean => {
  if (!modulesNeededSignedIn) {
    modulesNeededSignedIn = new Set(signedInEntryModules)
    for (const one of modulesNeededSignedIn)
      for (const next of listImports(one, modules)) modulesNeededSignedIn.add(next)
  }
  return modulesNeededSignedIn.has(id) && id !== signedInEntryModules[0]
}

const authenticatedRoutesPattern = /\/web\/(?:app\/(?:authenticated-routes|screens)|core\/text-files\/es)\.ts$/

/** Names those files to the script that fetches them ahead, beside the first bundle, for who is signed in. */
const buildPrefetchPlugin = (): Plugin => ({
  name: 'work-ahead',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (page, { bundle = {} }) => {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const shell = chunks.find(({ facadeModuleId }) => facadeModuleId === signedInEntryModules[0])
      if (!shell) throw new Error('the build has no shell')
      const screens = chunks.find(({ name }) => name === 'authenticated-routes')
      if (!screens) throw new Error('the build has no file of the screens')
      const needed = new Set([shell.fileName, ...shell.imports, screens.fileName, ...screens.imports])
      const parts = chunks.filter(({ fileName }) => needed.has(fileName))
      const files = parts.flatMap(({ fileName, viteMetadata }) => [fileName, ...(viteMetadata?.importedCss ?? [])])
      const ahead = files.filter((file) => !page.includes(file)).map((file) => `/${file}`)
      return [
        {
          tag: 'script',
          attrs: { async: true, src: '/work-ahead.js', 'data-files': ahead.join(' ') },
          injectTo: 'head-prepend',
        },
      ]
    },
  },
})

export default defineConfig({
  root: 'web',
  cacheDir: '../node_modules/.vite',
  plugins: [
    buildUnusedModulesPlugin(),
    contractDataPlugin(),
    react(),
    buildFoundationStylesPlugin(),
    buildPrefetchPlugin(),
    buildCompressedFilesPlugin(),
  ],
  define: { 'import.meta.env.VITE_VERSION': JSON.stringify(product.version) },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    // Every browser of that age fetches them by itself.
    modulePreload: {
      polyfill: false,
      // The routes name what each screen needs: everybody waits for these names. What was there before any of them needs none.
      resolveDependencies: (_file, needed, { hostType }) =>
        hostType === 'js'
          ? needed.filter((file) => !/assets\/(?:react|work|index|rolldown-runtime)-/.test(file))
          : needed,
    },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 400,
    rolldownOptions: {
      output: {
        // Which language it is shows in the name: a text that doesn't come is found in the server's log.
        chunkFileNames: ({ facadeModuleId }) => {
          const [, language] = /locales\/(\w+)\/\w+\.ts$/.exec(facadeModuleId ?? '') ?? []
          return `assets/${language ? `${language}-` : ''}[name]-[hash:7].js`
        },
        entryFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          // What the shell reads in a language that isn't in the first bundle comes in one file.
          groups: [
            {
              debugName: 'react',
              name: 'react',
              test: /node_modules\/(?:react|react-dom|react-router|scheduler)\//,
              tags: ['$initial'],
              priority: 2,
            },
            // Every screen's entry and where its texts are: one file, which nobody needs before they sign in.
            { debugName: 'screens', name: 'authenticated-routes', test: authenticatedRoutesPattern },
            { debugName: 'first', name: 'first', tags: ['$initial'], priority: 1 },
            { debugName: 'work', name: (id, modules) => (isNeededSignedIn(id, modules) ? 'work' : null) },
            {
              debugName: 'shell texts',
              name: (id) => /locales\/(en|pt|mx)\/(?:auth|common|errors|shell)\.ts$/.exec(id)?.[1] ?? null,
            },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: Object.fromEntries(
      ['/api', '/ApiRest', '/docs', '/livez', '/readyz'].map((path) => [path, 'http://127.0.0.1:3000']),
    ),
  },
})
