import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, resolve } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareBrowser } from './harness/browser.ts'

const origin = 'http://mock.example'
const mockFolder = resolve('dist', 'mock')
const contentTypes: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' }
let browser: Browser
let page: Page

/** The files of the build, and for every other path the page, as any server of files can be told to. */
const serveFiles = (): Promise<unknown> =>
  page.route(`${origin}/**`, (route) => {
    const { pathname } = new URL(route.request().url())
    if (/^\/(api|ApiRest)\//.test(pathname)) return route.abort()
    const file = join(mockFolder, pathname)
    const found = extname(pathname) !== '' && existsSync(file)
    return route.fulfill({
      contentType: found ? (contentTypes[extname(pathname)] ?? 'application/octet-stream') : 'text/html',
      body: readFileSync(found ? file : join(mockFolder, 'index.html')),
    })
  })

beforeAll(async () => {
  execFileSync(process.execPath, ['scripts/build.mjs'])
  execFileSync(process.execPath, ['scripts/build.mjs', '--mock'])
  browser = await shareBrowser()
  page = await browser.newPage()
  await serveFiles()
  await page.goto(`${origin}/auth/forget-password`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  // Two builds: on a busy machine they take longer than a hook may.
}, 300_000)
afterAll(() => browser?.close())

const postJson = (
  path: string,
  body: object,
): Promise<{ status: number; body: Record<string, unknown>; took: number }> =>
  page.evaluate(
    async ([to, sent]) => {
      const begin = performance.now()
      const response = await fetch(to, { method: 'POST', body: sent })
      return { status: response.status, body: await response.json(), took: performance.now() - begin }
    },
    [path, JSON.stringify(body)] as const,
  )

test('the mock build answers for one fixed user, after a second', async () => {
  const [right, wrong, known, unknown, registered] = await Promise.all([
    postJson('/login/', { username: 'test', password: 'test' }),
    postJson('/login/', { username: 'test', password: 'other' }),
    postJson('/forget-password/', { username: 'test' }),
    postJson('/forget-password/', { username: 'other' }),
    postJson('/register/', { username: 'ana@example.test', fullName: 'Ana Romero Gil', password: 'x' }),
  ])
  expect(right).toMatchObject({ status: 200, body: { username: 'test', role: 'Admin' } })
  expect(wrong).toMatchObject({ status: 401, body: { message: 'Username or password is incorrect' } })
  expect(known).toMatchObject({
    status: 200,
    body: { message: "We've sent you a link to reset password to your registered email." },
  })
  expect(unknown).toMatchObject({
    status: 401,
    body: { message: 'Sorry, we could not find any registered user with entered username' },
  })
  expect(registered).toMatchObject({ status: 200, body: { firstName: 'Ana', lastName: 'Romero Gil' } })
  for (const { took } of [right, wrong, known, unknown, registered]) expect(took).toBeGreaterThanOrEqual(995)
})

test('the served build contains no code of the mock', () => {
  const has = (build: string): boolean =>
    readdirSync(resolve('dist', build, 'assets'))
      .filter((file) => file.endsWith('.js'))
      .some((file) => readFileSync(resolve('dist', build, 'assets', file), 'utf8').includes('or password is incorrect'))
  expect([has('mock'), has('web')]).toEqual([true, false])
})
