import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import lighthouse, { desktopConfig } from 'lighthouse'
import { chromium } from 'playwright-core'
import { signInAs } from '#bench/people.ts'
import type { BenchResult, ResultSection } from '#bench/result.ts'
import { findFreePort } from '#bench/server.ts'
import { findChromium } from '#test/e2e/harness/browser.ts'
import type { CaseTools } from './case.ts'

const repetitions = 3
const minScores = { performance: 95, accessibility: 100, 'best-practices': 100 }
type Category = keyof typeof minScores
const categories = Object.keys(minScores) as Category[]

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!

/** One look at a page: its points by category, and what lost some of them. */
const runLighthouse = async (url: string, port: number) => {
  const flags = { port, onlyCategories: categories, disableStorageReset: true, logLevel: 'error' as const }
  const run = await lighthouse(url, flags, desktopConfig)
  if (!run || run.lhr.runtimeError) throw new Error(run?.lhr.runtimeError?.message ?? `no report of ${url}`)
  const { lhr } = run
  const points = Object.fromEntries(
    categories.map((category) => [category, Math.round((lhr.categories[category]?.score ?? 0) * 100)]),
  ) as Record<Category, number>
  const lost = categories.flatMap((category) =>
    (lhr.categories[category]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => id),
  )
  return { points, lost }
}

const measurePage = async (what: string, url: string, port: number): Promise<BenchResult[]> => {
  const looks: Awaited<ReturnType<typeof runLighthouse>>[] = []
  for (let n = 0; n < repetitions; n++) looks.push(await runLighthouse(url, port))
  return categories.map((category) => {
    const value = median(looks.map(({ points }) => points[category]))
    const lost = [...new Set(looks.flatMap((one) => one.lost))].join(', ')
    const note = value < 100 && lost ? `below: ${lost}` : ''
    return {
      what: `${what}: ${category}, median of ${repetitions}`,
      value,
      unit: 'points',
      target: { statistic: 'value', minimum: minScores[category] },
      ...(note && { note }),
    }
  })
}

/** Somebody's browser, with nobody else at it: a second tool that holds its pages spoils the trace. */
const startChromium = async (profile: string) => {
  const port = await findFreePort()
  const { executablePath, args, env } = await findChromium({ asPeopleHave: true })
  const own = [`--remote-debugging-port=${port}`, `--user-data-dir=${profile}`, '--headless', '--no-sandbox']
  const child = spawn(executablePath, [...args, ...own, 'about:blank'], { env, stdio: 'ignore' })
  const end = new Promise((resolve) => child.once('exit', resolve))
  const answers = async (): Promise<boolean> =>
    (await fetch(`http://127.0.0.1:${port}/json/version`).catch(() => null))?.ok ?? false
  for (let tries = 0; !(await answers()); tries++) {
    if (tries === 100) throw new Error('Chromium did not start')
    await sleep(100)
  }
  return {
    port,
    stop: async () => {
      child.kill()
      await end
    },
  }
}

/** Leaves in the profile what signing in leaves there. */
const signIn = async (profile: string, origin: string, { token, user }: Awaited<ReturnType<typeof signInAs>>) => {
  const context = await chromium.launchPersistentContext(profile, await findChromium({ asPeopleHave: true }))
  const page = await context.newPage()
  await page.goto(`${origin}/robots.txt`)
  await page.evaluate(
    ([jwt, who]) => {
      localStorage.setItem('token', jwt!)
      localStorage.setItem('user', who!)
    },
    [token, JSON.stringify(user)],
  )
  await context.close()
}

/** Lighthouse for a desktop: the sign-in page as a stranger meets it, and the client list. */
export const lighthouseCase = async ({ bench, server, progress }: CaseTools): Promise<ResultSection[]> => {
  const results: BenchResult[] = []
  for (const [what, path] of [
    ['sign-in', '/auth/login'],
    ['client list', '/clientes'],
  ] as const) {
    progress(`Lighthouse: ${what}`)
    const profile = mkdtempSync(join(tmpdir(), 'atalaya-bench-'))
    if (path === '/clientes') await signIn(profile, server.url, await signInAs(bench, 'admin'))
    const browser = await startChromium(profile)
    try {
      results.push(...(await measurePage(what, server.url + path, browser.port)))
    } finally {
      await browser.stop()
      // Children of a browser that has ended still write to its profile for a moment.
      rmSync(profile, { recursive: true, force: true, maxRetries: 20 })
    }
  }
  return [{ title: 'Lighthouse, desktop', results }]
}
