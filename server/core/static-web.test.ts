import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
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
  await registerWebFiles(app, root, { answerPage: () => false, methodsAt: () => [] })
  return app
}

test.each([
  { path: 'assets/shell-CBPSoQ77.js', cacheControl: 'public, max-age=31536000, immutable' },
  { path: 'first-paint.js', cacheControl: 'no-cache' },
])('$path is kept by browsers with $cacheControl', async ({ path, cacheControl }) => {
  const app = await serveFiles({ 'index.html': '<p>', [path]: 'export {}', [`${path}.br`]: 'compressed' })
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
