import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { RefusalError } from '#rules/refusal-error.ts'
import { collectAllowedMethods } from './allowed-methods.ts'
import { registerWebFiles } from './static-web.ts'

const serveFiles = async (files: Record<string, string>) => {
  const root = mkdtempSync(join(tmpdir(), 'atalaya-web-'))
  await mkdir(join(root, 'dist', 'web', 'assets'), { recursive: true })
  for (const [path, text] of Object.entries(files)) await writeFile(join(root, 'dist', 'web', path), text)
  const app = Fastify()
  onTestFinished(async () => {
    await app.close()
    rmSync(root, { recursive: true })
  })
  app.setErrorHandler((error, _, reply) => {
    reply.code(error instanceof RefusalError ? error.status : 500).send()
  })
  await registerWebFiles(app, root, { answerPage: () => false, methodsAt: collectAllowedMethods(app) })
  return app
}
const pageFiles = { 'index.html': '<p>', 'first-paint.js': 'export {}', 'assets/shell-CBPSoQ77.js': 'export {}' }

test.each([
  ['GET', '/assets/shell-CBPSoQ77.js', 200],
  ['HEAD', '/assets/shell-CBPSoQ77.js', 200],
  ['POST', '/assets/shell-CBPSoQ77.js', 405],
  ['GET', '/assets/gone-00000000.js', 404],
  ['GET', '/assets/', 404],
  ['GET', '/assets/../../package.json', 404],
  ['GET', '/assets/%2e%2e/%2e%2e/package.json', 404],
  ['GET', '/assets/shell-CBPSoQ77.js.br', 404],
  ['GET', '/first-paint.js.br', 404],
  ['GET', '/index.html', 404],
] as const)('%s %s answers %d', async (method, url, status) => {
  const compressed = Object.fromEntries(Object.keys(pageFiles).map((path) => [`${path}.br`, 'compressed']))
  const app = await serveFiles({ ...pageFiles, ...compressed })
  expect((await app.inject({ method, url })).statusCode).toBe(status)
})

test.each([
  { path: 'assets/shell-CBPSoQ77.js', cacheControl: 'public, max-age=31536000, immutable' },
  { path: 'first-paint.js', cacheControl: 'no-cache' },
])('$path is kept by browsers with $cacheControl', async ({ path, cacheControl }) => {
  const app = await serveFiles({ ...pageFiles, [`${path}.br`]: 'compressed' })
  for (const encoding of ['identity', 'br']) {
    const answer = await app.inject({ url: `/${path}`, headers: { 'accept-encoding': encoding } })
    expect(answer.headers['cache-control']).toBe(cacheControl)
    const { etag } = answer.headers
    const again = await app.inject({
      url: `/${path}`,
      headers: { 'accept-encoding': encoding, 'if-none-match': String(etag) },
    })
    expect([again.statusCode, again.headers['cache-control']]).toEqual([304, cacheControl])
  }
})
