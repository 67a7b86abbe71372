import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '#contract/permissions.ts'
import { testInFullRun } from '#test/harness/circles.ts'
import { shareBrowser } from './harness/browser.ts'
import { type Firm, startFirm } from './harness/firm.ts'
import { pressKeyOn } from './harness/keyboard.ts'
import { getBellByName, getHeading, getNotificationBell, insertNotification } from './harness/notification-bell.ts'
import { createVisitor, isUnexpectedProblem, type Visitor } from './harness/visitor.ts'

let browser: Browser
let firm: Firm
const visitors: Visitor[] = []
beforeAll(async () => {
  firm = await startFirm()
  browser = await shareBrowser()
})
afterEach(async () => {
  for (const one of visitors.splice(0)) await one.close()
  await firm.rows('delete from notification')
})
afterAll(async () => {
  await browser?.close()
  await firm?.close()
})

const openSignedIn = async (role: Role, path = '/clientes', width = 1440): Promise<Visitor> => {
  const who = await createVisitor(browser, firm, { width })
  visitors.push(who)
  await who.openAs(role, path)
  return who
}
const openAnotherTab = async ({ page }: Visitor): Promise<Page> => {
  const other = await page.context().newPage()
  await other.goto('/clientes')
  await other.getByRole('heading', { level: 1 }).waitFor()
  return other
}
/** Once another tab of the same browser has found the stream led, it listens to whoever leads. */
const waitUntilFollowing = (page: Page) =>
  page.waitForFunction(async () => (await navigator.locks.query()).pending?.some(({ name }) => name === 'atalaya-live'))
const notifyPasswordChange = (address: string) => insertNotification(firm, 'manager', 'password.changed', { address })
const shortTimeout = { timeout: 10_000 }

describe('live notifications', () => {
  test('an event reaches two tabs over one stream, announced, listed and read in both', async () => {
    const me = await createVisitor(browser, firm)
    visitors.push(me)
    const { page } = me
    const streams: string[] = []
    // Answered: from then on the server tells of what comes.
    page.context().on('response', (response) => {
      if (response.url().endsWith('/me/live')) streams.push(response.url())
    })
    await me.openAs('manager')
    const other = await openAnotherTab(me)
    await waitUntilFollowing(other)
    await expect.poll(() => streams.length, shortTimeout).toBe(1)
    await notifyPasswordChange('203.0.113.7')
    for (const tab of [page, other]) {
      await getBellByName(tab, 'Notificaciones, 1 sin leer').waitFor()
      await tab.getByRole('status').filter({ hasText: 'Una notificación nueva' }).waitFor()
    }
    await insertNotification(firm, 'manager', 'maintenance.announced', { message: 'Cambio de servidor.', until: '' })
    for (const tab of [page, other]) await getBellByName(tab, 'Notificaciones, 2 sin leer').waitFor()
    await pressKeyOn(getNotificationBell(page))
    const list = page.getByRole('dialog', { name: 'Notificaciones' })
    await expect
      .poll(() => list.getByRole('listitem').allInnerTexts(), shortTimeout)
      .toEqual([
        expect.stringMatching(/^Mantenimiento\s+Sin leer\s+Cambio de servidor\. Sin fecha de fin prevista\./),
        expect.stringMatching(/^Contraseña cambiada\s+Sin leer\s+Tu contraseña .* 203\.0\.113\.7/),
      ])
    expect(await me.violations()).toEqual([])
    // A third while the list is open stands in it at once, once.
    await notifyPasswordChange('203.0.113.8')
    await expect.poll(() => list.getByRole('listitem').count(), shortTimeout).toBe(3)
    await pressKeyOn(list.getByRole('button', { name: 'Marcar todo como leído' }))
    for (const tab of [page, other]) await getBellByName(tab, 'Notificaciones, ninguna sin leer').waitFor()
    await expect.poll(() => list.getByText('Sin leer', { exact: true }).count(), shortTimeout).toBe(0)
    expect(await list.getByRole('listitem').count()).toBe(3)
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'detached' })
    await expect
      .poll(() => getNotificationBell(page).evaluate((element) => element === document.activeElement))
      .toBe(true)
    expect(streams).toHaveLength(1)
    // The other takes over when the one that listened is gone.
    await page.goto('about:blank')
    await expect.poll(() => streams.length, shortTimeout).toBe(2)
    await notifyPasswordChange('203.0.113.9')
    await getBellByName(other, 'Notificaciones, 1 sin leer').waitFor()
    expect(me.problems).toEqual([])
  })

  // The words of every kind are held by test/tidy/message-parameters.test.ts.
  testInFullRun('a notification names the parameters it was sent with', async () => {
    const me = await openSignedIn('manager')
    await insertNotification(firm, 'manager', 'maturities.parked', { count: '1234' })
    await insertNotification(firm, 'manager', 'import.stalled', { who: '12', file: 'cartera.csv' })
    await insertNotification(firm, 'manager', 'payments.stalled', { reference: 'REM-7', orders: '2' })
    await insertNotification(firm, 'manager', 'relative.declared', { who: 'Ana Gil' })
    await insertNotification(firm, 'manager', 'approval.decided', {
      task: 'firmAccount',
      outcome: 'rejected',
      account: 'ES91',
    })
    await pressKeyOn(getNotificationBell(me.page))
    const list = me.page.getByRole('dialog', { name: 'Notificaciones' })
    await expect
      .poll(() => list.getByRole('listitem').allInnerTexts(), shortTimeout)
      .toEqual([
        expect.stringMatching(/^Cambio rechazado[\s\S]*Pagar desde la cuenta ES91\./),
        expect.stringMatching(/Ana Gil ha declarado que es familiar tuyo/),
        expect.stringMatching(/Pagos de REM-7 [\s\S]*: 2\./),
        expect.stringMatching(/La importación 12 \(cartera\.csv\)/),
        expect.stringMatching(/cuya instrucción no se ha podido cumplir: 1\.?234\./),
      ])
    expect(me.problems).toEqual([])
  })

  // The server's stream and the reader of the page have tests of their own.
  testInFullRun('notifications resume after a server outage with missed ones, never after signing out', async () => {
    const me = await createVisitor(browser, firm)
    visitors.push(me)
    const { page } = me
    await page.clock.install()
    await me.openAs('manager')
    const streams: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/me/live')) streams.push(request.url())
    })
    await notifyPasswordChange('203.0.113.1')
    await getBellByName(page, 'Notificaciones, 1 sin leer').waitFor()
    const restarted = firm.restart()
    await notifyPasswordChange('203.0.113.2')
    await restarted
    await getBellByName(page, 'Notificaciones, 2 sin leer').waitFor()
    await notifyPasswordChange('203.0.113.3')
    await getBellByName(page, 'Notificaciones, 3 sin leer').waitFor()
    await page.getByRole('button', { name: /^Tu cuenta/ }).click()
    await page.getByRole('link', { name: 'Cerrar sesión' }).click()
    await getHeading(page, 'Has cerrado sesión').waitFor()
    streams.length = 0
    // Longer than it ever waits before it listens again.
    await page.clock.fastForward(120_000)
    await page.evaluate(() => fetch('/').then(({ ok }) => ok))
    expect(streams).toEqual([])
    expect(me.problems.filter(isUnexpectedProblem)).toEqual([])
  })

  test('a notification opens its subject and becomes read; older ones load on request', async () => {
    for (let n = 23; n >= 1; n--)
      await insertNotification(
        firm,
        'manager',
        'password.changed',
        { address: `198.51.100.${n}` },
        new Date(Date.now() - n * 3_600_000),
      )
    const me = await openSignedIn('manager')
    const { page } = me
    await getBellByName(page, 'Notificaciones, 23 sin leer').click()
    const list = page.getByRole('dialog', { name: 'Notificaciones' })
    await expect.poll(() => list.getByRole('listitem').count(), shortTimeout).toBe(20)
    await list.getByRole('button', { name: 'Ver anteriores' }).click()
    await expect.poll(() => list.getByRole('listitem').count(), shortTimeout).toBe(23)
    const dayOf = (hours: number): string =>
      new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Madrid' }).format(Date.now() - hours * 3_600_000)
    const days = new Set(Array.from({ length: 23 }, (_, n) => dayOf(n + 1)))
    expect(await list.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual(
      [...days].map((day) => (day === dayOf(0) ? 'Hoy' : 'Ayer')),
    )
    await list.getByRole('listitem').nth(1).getByRole('button').first().click()
    await getHeading(page, 'Área personal').waitFor()
    await getBellByName(page, 'Notificaciones, 22 sin leer').waitFor()
    expect(await list.count()).toBe(0)
    // On a telephone they come from below, as wide as it is.
    await page.setViewportSize({ width: 390, height: 844 })
    await getBellByName(page, 'Notificaciones, 22 sin leer').click()
    await expect.poll(() => list.getByRole('listitem').count(), shortTimeout).toBe(23)
    expect((await list.boundingBox())?.width).toBe(390)
    expect(await me.violations()).toEqual([])
    await list.getByRole('button', { name: 'Cerrar' }).click()
    await list.waitFor({ state: 'detached' })
    await expect
      .poll(() => getNotificationBell(page).evaluate((element) => element === document.activeElement), shortTimeout)
      .toBe(true)
    expect(me.problems).toEqual([])
  })
})

describe('notification kinds', () => {
  // The server’s tests hold which kinds arrive; reading is in the test of two tabs.
  testInFullRun('a notification is read, its kind switched off, and on again by undo', async () => {
    const me = await openSignedIn('manager')
    const { page } = me
    await notifyPasswordChange('203.0.113.7')
    await insertNotification(firm, 'manager', 'comment.mentioned', { entity: 'client', name: 'Ana', by: 'Luis' })
    await getBellByName(page, 'Notificaciones, 2 sin leer').waitFor()
    await pressKeyOn(getNotificationBell(page))
    const list = page.getByRole('dialog', { name: 'Notificaciones' })
    await pressKeyOn(list.getByRole('button', { name: 'Marcar como leída: Te han mencionado' }))
    await getBellByName(page, 'Notificaciones, 1 sin leer').waitFor()
    const muteButtons = list.getByRole('button', { name: /^No volver a notificar/ })
    expect(await muteButtons.count()).toBe(1)
    await pressKeyOn(muteButtons)
    await list.getByText('Ya no recibirás notificaciones de: Te han mencionado.').waitFor()
    expect(await me.violations()).toEqual([])
    expect(await firm.rows(`select muted_notifications as kinds from preference`)).toEqual([
      { kinds: ['comment.mentioned'] },
    ])
    await pressKeyOn(list.getByRole('button', { name: 'Deshacer' }))
    await list.getByText(/^Ya no recibirás notificaciones de/).waitFor({ state: 'detached' })
    expect(await firm.rows(`select muted_notifications as kinds from preference`)).toEqual([{ kinds: [] }])
    expect(me.problems).toEqual([])
  })

  testInFullRun('the personal area has a switch for each kind, and says why others stay', async () => {
    const me = await openSignedIn('manager', '/crm/areapersonal?part=notifications')
    const { page } = me
    const mentions = page.getByRole('checkbox', { name: 'Te han mencionado' })
    await mentions.click()
    await expect.poll(() => mentions.isChecked(), shortTimeout).toBe(false)
    await page.reload()
    await me.settled()
    await expect.poll(() => mentions.isChecked(), shortTimeout).toBe(false)
    const always = page.getByRole('region', { name: 'Siempre llegan' })
    await always.getByText('Contraseña cambiada').waitFor()
    expect(await page.getByRole('checkbox', { name: 'Contraseña cambiada' }).count()).toBe(0)
    await mentions.click()
    await expect.poll(() => mentions.isChecked(), shortTimeout).toBe(true)
    expect([await me.violations(), await me.untranslated(), await me.overflow()]).toEqual([[], [], 0])
  })
})
