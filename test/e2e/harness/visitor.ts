import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import type { login } from '#contract/auth.ts'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import type { Role } from '#contract/permissions.ts'
import { isFullTestRun } from '#test/harness/circles.ts'
import { leaveContext, openFreshPage } from './browser-contexts.ts'
import type { Firm } from './firm.ts'

/** Texts of the page that look like a key or a hole of a text that nobody translated. */
const findUntranslatedTexts = () => {
  const texts: string[] = [document.title]
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode())
    // What people are called is nobody's text, though 'ana.ruiz' has the look of a key.
    if (!walker.currentNode.parentElement?.closest('[translate="no"]')) texts.push(walker.currentNode.textContent ?? '')
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) texts.push(element.getAttribute(name) ?? '')
  return texts
    .map((text) => text.trim())
    .filter(
      (text) =>
        /^(\w+:)?[a-z]\w*(\.[A-Za-z_]\w*)+$/.test(text) || text.includes('{{') || /\b(undefined|NaN)\b/.test(text),
    )
}

/** In the page: values beside their labels that reach beyond the room they have, and into what stands beside them. */
const findSpilledFacts = (): string[] =>
  [...document.querySelectorAll('dd')]
    .filter((value) => value.checkVisibility() && value.scrollWidth > value.clientWidth + 1)
    .map((value) => value.textContent ?? '')

/** In the page: what fields say of what is to be typed, where they have no room for it. */
const findCutPlaceholders = (): string[] => {
  const context = document.createElement('canvas').getContext('2d')!
  return [...document.querySelectorAll<HTMLInputElement>('input[placeholder]')]
    .filter((field) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(field)
      context.font = font
      const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
      return field.checkVisibility() && context.measureText(field.placeholder).width > room + 1
    })
    .map((field) => field.placeholder)
}

/** The rows of a list are alike, and each takes its part of an audit: three stand for all, but in the full suite. */
const repeatedElements = isFullTestRun ? [] : ['tbody tr:nth-child(n+4)', 'ul[aria-busy] > li:nth-child(n+4)']

/** Read by each page anew, the long form takes twice as long. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const wcagTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** In the page: waits until nothing moves. A menu on its way in has no names yet; a change of colour goes on from an element to those in it. */
const waitForAnimations = async (): Promise<void> => {
  const moving = () =>
    document
      .getAnimations()
      .filter(
        ({ effect, playState }) => playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime),
      )
  for (let now = moving(); now.length > 0; now = moving())
    await Promise.all(now.map(({ finished }) => finished.catch(() => undefined)))
}

/** Two thirds of an audit's time: what they see depends on the parts that a page is made of, and each of these is in a sweep. */
const costlyRules = ['color-contrast', 'target-size']

/** In the page: which rules are broken, and where. Only what is violated is told apart, which takes half the time. */
type AccessibilityAudit = { values: string[]; within: string | null; without: string[]; disabledRules: string[] }
const auditAccessibility = async (audit: AccessibilityAudit): Promise<string[]> => {
  const { values, within, without, disabledRules } = audit
  const page = globalThis as unknown as { axe: typeof axe }
  const dialogs = [...document.querySelectorAll('[role="dialog"], dialog')].filter((dialog) => dialog.checkVisibility())
  const dialog = dialogs.at(-1)
  const part = within === null ? (dialog ?? document.querySelector('#content') ?? 'html') : within
  const runOnly = { type: 'tag' as const, values }
  const run = async (include: Element | string, disabled: readonly string[]): Promise<string[]> => {
    const rules = Object.fromEntries(disabled.map((rule) => [rule, { enabled: false }]))
    const { violations } = await page.axe.run(
      { include: [include], exclude: without },
      // No rule that is asked reads style sheets or media beforehand.
      { runOnly, rules, resultTypes: ['violations'], preload: false },
    )
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  }
  if (part !== 'html' || !dialog) return run(part, disabledRules)
  // What a dialog lies over is no small target: the sizes are those of the dialog.
  return [...(await run(part, [...disabledRules, 'target-size'])), ...(await run(dialog, disabledRules))]
}

/** A server that goes away and comes back refuses connections, and cuts those that are open. */
export const isUnexpectedProblem = (problem: string): boolean =>
  !/ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_(REFUSED|RESET)/.test(problem)

/** The pages that are open, and what went wrong in each. */
export const openPages = new Set<{ page: Page; problems: string[] }>()

/** Refused calls are part of some journeys, and the browser reports each; on a busy machine the first text comes late. */
const expectedConsoleErrors =
  /^Failed to load resource: the server responded with a status of 4\d\d|was preloaded using link preload but not used within a few seconds/

/** A new session of theirs, as the app keeps it in the browser. */
const signInForSession = async (firm: Firm, role: Role): Promise<Record<string, string>> => {
  const response = await fetch(`${firm.url}/ApiRest/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identity: firm.emailOf(role), password: firm.password }),
  })
  if (!response.ok) throw new Error(`${role} can't sign in: ${response.status} ${await response.text()}`)
  const { token, username, email, idioma } = (await response.json()) as ResponseBody<typeof login>
  const now = String(Date.now())
  return { token, user: JSON.stringify({ username, email, idioma }), activity: now, heartbeat: now }
}

type ViewportSize = { width?: number; height?: number }

/** A person at a browser of their own. What goes wrong while they look is kept in `problems`. */
export const createVisitor = async (
  browser: Browser,
  firm: Firm,
  { width = 1440, height = 900 }: ViewportSize = {},
) => {
  const page = await openFreshPage(browser, firm.url)
  await page.setViewportSize({ width, height })
  const problems: string[] = []
  const seen = { page, problems }
  openPages.add(seen)
  const note = (what: string, text: string): void =>
    void problems.push(`${what} at ${new URL(page.url()).pathname}: ${text}`)
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !expectedConsoleErrors.test(message.text()))
      note(`console ${message.type()}`, message.text())
  })
  page.on('pageerror', (error) => note('uncaught', error.message))
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(firm.url)) note('request to others', request.url())
  })
  page.on('response', (response) => {
    if (response.status() >= 500) note('answer', `${response.status()} of ${response.url()}`)
  })

  /** Waits until the page has its heading, nothing in it is loading, and the fonts are there. */
  const settled = async (): Promise<void> => {
    await page.getByRole('heading', { level: 1 }).waitFor()
    // Looked at now and then: at each frame, the browser would draw the page to be asked.
    await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'), undefined, { polling: 20 })
    await page.evaluate(() => document.fonts.ready)
  }

  return {
    page,
    problems,
    settled,
    open: async (path: string): Promise<void> => {
      await page.goto(path)
      await settled()
    },
    /** Goes to a screen inside the app, as by a link: the page isn't loaded again, which takes five times as long. */
    goTo: async (path: string): Promise<void> => {
      const before = await page.getByRole('heading', { level: 1 }).elementHandle()
      await page.evaluate((to) => {
        // Numbered, as the router does it: it takes an entry without a number for somebody else's.
        history.pushState({ usr: null, key: to, idx: history.state.idx + 1 }, '', to)
        dispatchEvent(new PopStateEvent('popstate'))
      }, path)
      await page.waitForFunction((heading) => !heading?.isConnected, before, { polling: 20 })
      await settled()
    },
    /** Comes to the page as who has signed in here before, without the form: for what isn't about signing in. */
    openAs: async (role: Role, path = '/clientes'): Promise<void> => {
      const kept = await signInForSession(firm, role)
      const keep = await page.addInitScript((keys) => {
        for (const [key, value] of Object.entries(keys)) localStorage.setItem(key, value)
      }, kept)
      await page.goto(path)
      await keep.dispose()
      await settled()
    },
    /** By the form, with the keyboard. */
    signIn: async (role: Role): Promise<void> => {
      await page.getByLabel('Usuario o correo electrónico').waitFor()
      await page.keyboard.type(firm.emailOf(role))
      await page.keyboard.press('Tab')
      await page.keyboard.type(firm.password)
      await page.keyboard.press('Enter')
      await page.waitForURL((url) => !url.pathname.startsWith('/auth/'))
      await settled()
    },
    /** What stands on the page that should be a text. */
    untranslated: () => page.evaluate(findUntranslatedTexts),
    /**
     * Violations of WCAG 2 A and AA: which rule, and where. Unless a part is named, in the dialog that is open, else in the content of the page:
     * the shell around it is the same everywhere, and audited by itself. Contrast and the size of targets are looked at where the part is named.
     * The full suite audits the whole page each time, by every rule.
     */
    violations: async (part?: string): Promise<string[]> => {
      const within = part ?? (isFullTestRun ? 'html' : null)
      await page.evaluate(waitForAnimations)
      for (const frame of page.frames())
        if (await frame.evaluate(() => !('axe' in globalThis))) await frame.evaluate(axeSource)
      const disabledRules = within === null ? costlyRules : []
      return page.evaluate(auditAccessibility, { values: wcagTags, within, without: repeatedElements, disabledRules })
    },
    cutPlaceholders: () => page.evaluate(findCutPlaceholders),
    spilledFacts: () => page.evaluate(findSpilledFacts),
    /** How many pixels the page is wider than its window. */
    overflow: () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    close: async () => {
      openPages.delete(seen)
      await leaveContext(page.context(), firm.url)
    },
  }
}
export type Visitor = Awaited<ReturnType<typeof createVisitor>>
