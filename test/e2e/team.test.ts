import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { testInFullRun } from '#test/harness/circles.ts'
import { shareBrowser } from './harness/browser.ts'
import { type Firm, startFirm } from './harness/firm.ts'
import { tabTo } from './harness/keyboard.ts'
import { createVisitor, type Visitor } from './harness/visitor.ts'

let browser: Browser
let firm: Firm
const visitors: Visitor[] = []
beforeAll(async () => {
  firm = await startFirm()
  browser = await shareBrowser()
})
afterEach(async () => {
  for (const one of visitors.splice(0)) await one.close()
})
afterAll(async () => {
  await browser?.close()
  await firm?.close()
})

const getStaffViewBanner = (page: Page) => page.getByRole('region', { name: 'Vista de otra persona' })
const readShownNames = async (page: Page): Promise<string> => {
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'))
  return page.locator('main header').first().innerText()
}

test('a supervisor uses a partner’s view read-only in all tabs, and returns', async () => {
  const me = await createVisitor(browser, firm)
  visitors.push(me)
  const { page } = me
  await me.openAs('supervisor')
  const own = await readShownNames(page)
  const other = await page.context().newPage()
  await other.goto('/clientes')
  await other.getByRole('heading', { level: 1, name: 'Clientes' }).waitFor()
  // The manager of the team has the same clients as its supervisor; a partner sees fewer.
  const [partner] = await firm.rows<{ cvl: string; name: string }>(
    `select e.cvl, e.name || ' ' || e.surname as name from registry.membership m join employee s on s.cvl = m.cvl
       join employee e on e.supervisor_id = s.id and e.position = 'partner'
       join registry.app_user u on u.id = m.user_id
      where u.email = $1 order by e.id limit 1`,
    [firm.emailOf('supervisor')],
  )
  await page.keyboard.press('Control+k')
  await page.keyboard.type('cambiar cvl')
  await page.getByRole('option', { name: 'Cambiar de CVL' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Busca por nombre o CVL' }).waitFor()
  await page.keyboard.type(partner!.cvl)
  await page.getByRole('option', { name: partner!.cvl }).waitFor()
  expect(await me.violations()).toEqual([])
  // Enter takes nobody while the answer may still be to fewer letters.
  await page.getByText('Elige con las flechas y pulsa Intro.').waitFor()
  await page.keyboard.press('Enter')
  await getStaffViewBanner(page).getByText(`Estás en la vista de ${partner!.name} (${partner!.cvl}).`).waitFor()
  await getStaffViewBanner(page).getByText('Solo consulta.').waitFor()
  await me.settled()
  expect(new URL(page.url()).pathname).toBe('/clientes')
  const theirs = await readShownNames(page)
  expect(theirs).not.toBe(own)
  await getStaffViewBanner(other).waitFor()
  await expect.poll(() => readShownNames(other)).toBe(theirs)
  expect(await me.violations()).toEqual([])
  expect(await me.untranslated()).toEqual([])
  const [stored] = await firm.rows<{ cvl: string }>(
    'select cvl from registry.membership m join registry.app_user u on u.id = m.user_id where u.email = $1',
    [firm.emailOf('supervisor')],
  )
  expect(await page.evaluate(() => localStorage.getItem('parentCvl'))).toBe(stored!.cvl)
  await tabTo(getStaffViewBanner(page).getByRole('button', { name: 'Volver a mi vista' }))
  await page.keyboard.press('Enter')
  await getStaffViewBanner(page).waitFor({ state: 'detached' })
  await me.settled()
  await expect.poll(() => readShownNames(page)).toBe(own)
  await getStaffViewBanner(other).waitFor({ state: 'detached' })
  expect(me.problems).toEqual([])
})

testInFullRun('a supervisor opens the team tree, an employee and a figure’s rows by keyboard', async () => {
  const me = await createVisitor(browser, firm)
  visitors.push(me)
  const { page } = me
  await me.openAs('supervisor', '/crm/TuEquipo?show=tree&view=team')
  const tree = page.getByRole('tree', { name: 'Árbol del equipo' })
  await tree.getByRole('treeitem', { level: 2 }).first().waitFor()
  await tabTo(tree.getByRole('treeitem').first())
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
  const head = await focused()
  const second = () => tree.getByRole('treeitem', { level: 2 }).count()
  const people = await second()
  await page.keyboard.press('ArrowLeft')
  expect(await second()).toBe(0)
  await page.keyboard.press('ArrowRight')
  await expect.poll(second).toBe(people)
  const third = tree.getByRole('treeitem', { level: 3 })
  // Down to somebody with people under them, who is opened, and whose first one is gone to.
  await page.keyboard.press('ArrowDown')
  while ((await page.evaluate(() => document.activeElement?.getAttribute('aria-expanded'))) === null)
    await page.keyboard.press('ArrowDown')
  const leader = (await focused()).split(', D0')[0]!
  await page.keyboard.press('ArrowRight')
  await third.first().waitFor()
  await page.keyboard.press('ArrowRight')
  expect(await third.first().evaluate((item) => item === document.activeElement)).toBe(true)
  await page.keyboard.press('ArrowLeft')
  expect((await focused()).startsWith(leader)).toBe(true)
  expect(await me.violations()).toEqual([])
  await page.keyboard.press('Home')
  expect(await focused()).toBe(head)
  await page.getByRole('button', { name: 'Tarjetas' }).press('Enter')
  const card = page.getByRole('article', { name: leader, exact: true })
  const figure = card.getByRole('link', { name: /^Captación del año, Individual/ })
  const amount = await figure.innerText()
  await figure.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Captación' }).waitFor()
  await me.settled()
  await expect.poll(() => page.locator('dl dd').first().innerText()).toBe(amount)
  expect(await me.violations()).toEqual([])
  await page.goBack()
  await card.getByRole('link', { name: `Ver el equipo de ${leader}` }).press('Enter')
  await page.getByRole('heading', { level: 1, name: `Equipo de ${leader}` }).waitFor()
  await me.settled()
  const clients = page.getByRole('article', { name: leader }).getByRole('link', { name: /^Clientes, Individual/ })
  const many = await clients.innerText()
  await clients.press('Enter')
  await page.getByText(`Clientes de ${leader} como gestor · ${many} clientes`).waitFor()
  expect(me.problems).toEqual([])
})
