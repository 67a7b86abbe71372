import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from './config.ts'
import { buildRefusal } from './errors.ts'

/** Paths of programs: what isn't there answers JSON, everything else gets the web app, whose router decides. */
const isApiPath = (path: string): boolean => /^\/(api|ApiRest|docs|assets|livez|readyz|metrics)(\/|$)/i.test(path)

/** What the page may do: load our own files, call the configured hosts, nothing written into it at run time, no script made of text. */
const buildContentSecurityPolicy = (hosts: readonly string[]): string =>
  [
    "default-src 'self'",
    ["connect-src 'self'", ...new Set(hosts.filter(Boolean).map((host) => new URL(host).origin))].join(' '),
    "img-src 'self' data: blob:",
    // A PDF that the page has fetched, in the browser's own viewer.
    'frame-src blob:',
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')

const configMetaPattern = /<meta name="atalaya-config"[^>]*>/

/** What the pages learn of the installation. */
type WebPageConfig = { api: string; api2: string; environment: string; google: boolean }

/** The page with what this installation has to tell it. */
const insertPageConfig = (page: string, facts: WebPageConfig): string => {
  const content = JSON.stringify(facts).replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;')
  return page.replace(configMetaPattern, () => `<meta name="atalaya-config" content="${content}">`)
}

/** Answers with the page where somebody goes to an address of it; false, and nothing answered, where a program asks. */
export type PageHandler = (request: FastifyRequest, reply: FastifyReply) => boolean

const getWebFolder = (root: string): string => join(root, 'dist', 'web')

/** The built web app's page. An address that can't even be read is one of it too: people mistype, and its router says what is not there. */
export const buildPageHandler = async (
  config: Pick<Config, 'root' | 'environment' | 'api' | 'api2' | 'googleClientId'>,
): Promise<PageHandler> => {
  const { api, api2, environment, googleClientId } = config
  const policy = buildContentSecurityPolicy([api, api2])
  const file = join(getWebFolder(config.root), 'index.html')
  if (!existsSync(file)) return () => false
  const configuredPage = insertPageConfig(await readFile(file, 'utf8'), {
    api,
    api2,
    environment,
    google: googleClientId !== undefined,
  })
  return ({ method, url }, reply) => {
    if (isApiPath(url.split('?', 1)[0] ?? '') || (method !== 'GET' && method !== 'HEAD')) return false
    reply
      .headers({ 'cache-control': 'no-cache', 'content-security-policy': policy })
      .type('text/html; charset=utf-8')
      .send(configuredPage)
    return true
  }
}

/** Serves the built web app. Files with a hash in their name may be kept for ever; the page itself never. */
export const registerWebFiles = async (
  app: FastifyInstance,
  root: string,
  { answerPage, methodsAt }: { answerPage: PageHandler; methodsAt: (path: string) => string[] },
): Promise<void> => {
  const folder = getWebFolder(root)
  const registerFolder = (options: FastifyStaticOptions, cacheControl: string) =>
    app.register(fastifyStatic, {
      ...options,
      index: false,
      preCompressed: true,
      // Its own header would be written over the one below: each page would ask for all its files again.
      cacheControl: false,
      setHeaders: (reply) => void reply.setHeader('cache-control', cacheControl),
    })
  if (existsSync(join(folder, 'index.html'))) {
    const isFileItself = (path: string): boolean => !/(\/|\.(br|gz))$/.test(path)
    // One route for all of the hundreds of files: a route for each took a third of a server's start.
    await registerFolder(
      { root: join(folder, 'assets'), prefix: '/assets/', allowedPath: isFileItself },
      'public, max-age=31536000, immutable',
    )
    // The compressed forms have no addresses of their own: each file is looked for in them when it is asked for.
    const globIgnore = ['index.html', 'assets/**', '**/*.{br,gz}']
    await registerFolder({ root: folder, wildcard: false, decorateReply: false, globIgnore }, 'no-cache')
  }
  app.setNotFoundHandler(async (request, reply) => {
    if (!answerPage(request, reply)) {
      const allowed = methodsAt(request.url.split('?', 1)[0] ?? '')
      // The address of all files of a folder is served for those that are there.
      if (allowed.length === 0 || allowed.includes(request.method)) throw buildRefusal('notFound')
      reply.header('allow', allowed.join(', '))
      throw buildRefusal('request.wrongMethod')
    }
    return reply
  })
}
