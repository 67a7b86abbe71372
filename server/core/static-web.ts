import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import { refuse } from './errors.ts'

/** Paths of programs: what isn't there answers JSON, everything else gets the web app, whose router decides. */
const isCall = (path: string): boolean => /^\/(api|ApiRest|docs|assets|livez|readyz|metrics)(\/|$)/i.test(path)

/** What the page may do: load our own files, nothing written into it at run time, no script made of text. */
const policy = [
  "default-src 'self'",
  "img-src 'self' data: blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

const placeholder = /<meta name="atalaya-config"[^>]*>/

/** The page with what this installation has to tell it. */
const pageWith = (page: string, facts: { api: string; environment: string }): string => {
  const content = JSON.stringify(facts).replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;')
  return page.replace(placeholder, () => `<meta name="atalaya-config" content="${content}">`)
}

/** Serves the built web app. Files with a hash in their name may be kept for ever; the page itself never. */
export const serveWeb = async (app: FastifyInstance, config: Pick<Config, 'root' | 'environment'>): Promise<void> => {
  const folder = join(config.root, 'dist', 'web')
  const page = existsSync(join(folder, 'index.html')) ? await readFile(join(folder, 'index.html'), 'utf8') : undefined
  const told = page && pageWith(page, { api: '', environment: config.environment })
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
