import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import { refuse } from './errors.ts'

/** Paths of programs: what isn't there answers JSON, everything else gets the web app, whose router decides. */
const isCall = (path: string): boolean => /^\/(api|ApiRest|docs|assets|livez|readyz|metrics)(\/|$)/i.test(path)

/** What the page may do: load our own files, call the configured hosts, nothing written into it at run time, no script made of text. */
const policyOf = (hosts: readonly string[]): string =>
  [
    "default-src 'self'",
    ["connect-src 'self'", ...new Set(hosts.filter(Boolean))].join(' '),
    "img-src 'self' data: blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')

const placeholder = /<meta name="atalaya-config"[^>]*>/

/** What the pages learn of the installation. */
type WebFacts = { api: string; api2: string; environment: string; google: boolean }

/** The page with what this installation has to tell it. */
const pageWith = (page: string, facts: WebFacts): string => {
  const content = JSON.stringify(facts).replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;')
  return page.replace(placeholder, () => `<meta name="atalaya-config" content="${content}">`)
}

/** Serves the built web app. Files with a hash in their name may be kept for ever; the page itself never. */
export const serveWeb = async (
  app: FastifyInstance,
  config: Pick<Config, 'root' | 'environment' | 'api' | 'api2' | 'googleClientId'>,
): Promise<void> => {
  const { api, api2, environment, googleClientId } = config
  const policy = policyOf([api, api2])
  const folder = join(config.root, 'dist', 'web')
  const page = existsSync(join(folder, 'index.html')) ? await readFile(join(folder, 'index.html'), 'utf8') : undefined
  const told = page && pageWith(page, { api, api2, environment, google: googleClientId !== undefined })
  if (page)
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      wildcard: false,
      preCompressed: true,
      globIgnore: ['index.html'],
      setHeaders: (reply, path) => {
        const forEver = path.startsWith(join(folder, 'assets'))
        reply.setHeader('cache-control', forEver ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    if (!told || isCall(path) || (request.method !== 'GET' && request.method !== 'HEAD')) throw refuse('notFound')
    return reply
      .headers({ 'cache-control': 'no-cache', 'content-security-policy': policy })
      .type('text/html; charset=utf-8')
      .send(told)
  })
}
