import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Idioma, Prefix } from '#contract/core/values.ts'
import type { Role } from '#contract/permissions.ts'
import enAuth from '#locales/en/auth.ts'
import enShell from '#locales/en/shell.ts'
import auth from '#locales/es/auth.ts'
import esShell from '#locales/es/shell.ts'
import ptShell from '#locales/pt/shell.ts'
import { isFullTestRun, takeFirstCases, testInFullRun } from '#test/harness/circles.ts'
import { shareBrowser } from './harness/browser.ts'
import { type Firm, startFirm } from './harness/firm.ts'
import { createVisitor, type Visitor } from './harness/visitor.ts'

/** Somebody of each language. English is a choice that only the session knows: what answers the form says Spanish. */
const languageCases = [
  { language: 'spanish', role: 'supervisor', prefix: 'dino', files: 'es', lang: 'es', shell: esShell },
  { language: 'english', role: 'manager', prefix: 'dino', files: 'en', lang: 'en', shell: enShell },
  { language: 'portuguese', role: 'direction', prefix: 'dino_uab', files: 'pt', lang: 'pt-PT', shell: ptShell },
  { language: 'mexican', role: 'admin', prefix: 'cfl', files: 'mx', lang: 'es-MX', shell: esShell },
] as const satisfies readonly {
  language: Idioma
  role: Role
  prefix: Prefix
  files: string
  lang: string
  shell: object
}[]
type LanguageCase = (typeof languageCases)[number]

let browser: Browser
let firm: Firm
const visitors: Visitor[] = []
beforeAll(async () => {
  firm = await startFirm()
  browser = await shareBrowser()
  for (const { language, role, prefix } of languageCases)
    await firm.rows(
      `with person as (update registry.app_user set home_prefix = $2,
          idioma = case when $3 = 'english' then 'spanish' else $3 end where email = $1 returning id)
       insert into registry.preference (user_id, language) select id, 'english' from person where $3 = 'english'`,
      [firm.emailOf(role), prefix, language],
    )
})
afterEach(async () => {
  for (const one of visitors.splice(0)) await one.close()
})
afterAll(async () => {
  await browser?.close()
  await firm?.close()
})

/** A browser that has nothing of the product yet. */
const openWithoutCache = async (path: string, prepare: (page: Page) => Promise<void>): Promise<Visitor> => {
  const who = await createVisitor(browser, firm)
  visitors.push(who)
  await prepare(who.page)
  await who.page.goto(path)
  return who
}

const signInByForm = async (page: Page, role: Role): Promise<void> => {
  await page.getByLabel(auth.identity).fill(firm.emailOf(role))
  await page.getByLabel(auth.password, { exact: true }).fill(firm.password)
  await page.keyboard.press('Enter')
}

const getSkipLink = (page: Page, shell: { skip: string }) => page.getByRole('link', { name: shell.skip, exact: true })

const delayScripts = async (page: Page): Promise<void> => {
  await page.route('**/*.js', async (route) => {
    await pause(60)
    await route.continue()
  })
}

/** Every file of a language's texts answers 503, whatever it is asked as. */
const failTextFiles = async (page: Page, files: LanguageCase['files']): Promise<void> => {
  await page.route(new RegExp(`/assets/${files}-`), (route) => route.fulfill({ status: 503 }))
}

const landings = [
  { next: null, lands: '/crm' },
  { next: '/crm/areapersonal', lands: '/crm/areapersonal' },
]
/** One of each landing; the full suite takes both in every language. */
const signInCases = languageCases.flatMap((person, at) =>
  landings
    .filter((_, landing) => isFullTestRun || (landing === at % 2 && at < 2))
    .map((landing) => ({ ...person, ...landing })),
)

describe('cold sign-in with slow scripts', () => {
  test.each(signInCases)(
    'a cold sign-in opens the shell in $language with next=$next',
    async ({ role, next, lands, lang, shell }) => {
      const who = await openWithoutCache(`/auth/login${next ? `?next=${encodeURIComponent(next)}` : ''}`, delayScripts)
      await signInByForm(who.page, role)
      await who.page.waitForURL(`**${lands}`)
      await getSkipLink(who.page, shell).waitFor({ state: 'attached' })
      await who.settled()
      expect(await who.page.locator('html').getAttribute('lang')).toBe(lang)
      expect(await who.untranslated()).toEqual([])
      expect(who.problems).toEqual([])
    },
  )
})

describe('languages whose texts cannot be fetched', () => {
  /** Lets the pauses between the tries pass. */
  const untilShown = (page: Page, shown: () => Promise<boolean>) =>
    expect
      .poll(
        async () => {
          await page.clock.fastForward(6000)
          return shown()
        },
        { timeout: 20_000 },
      )
      .toBe(true)

  test.each(
    takeFirstCases(
      1,
      languageCases.filter(({ files }) => files !== 'es'),
    ),
  )('a shell whose texts in $language fail shows the Spanish ones', async (person) => {
    const { page } = await openWithoutCache('/auth/login?next=%2Fclientes', async (fresh) => {
      await fresh.clock.install()
      await failTextFiles(fresh, person.files)
    })
    await signInByForm(page, person.role)
    await untilShown(page, () => page.getByRole('heading', { level: 1, name: 'Clientes' }).isVisible())
    await getSkipLink(page, esShell).waitFor({ state: 'attached' })
    expect(new URL(page.url()).pathname).toBe('/clientes')
  })

  testInFullRun('choosing English on the sign-in page keeps Spanish when the texts fail', async () => {
    const { page } = await openWithoutCache('/auth/login', async (fresh) => {
      await fresh.clock.install()
      await failTextFiles(fresh, 'en')
    })
    await page.getByRole('button', { name: /^EN/ }).click()
    await untilShown(page, async () => (await page.locator('html').getAttribute('lang')) === 'en')
    await page.getByRole('heading', { level: 1, name: auth.title }).waitFor()
    expect(await page.getByLabel(enAuth.identity).count()).toBe(0)
    await page.getByLabel(auth.identity).waitFor()
  })
})
