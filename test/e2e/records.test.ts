import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testInFullRun } from '#test/harness/circles.ts'
import { shareBrowser } from './harness/browser.ts'
import { type Firm, startFirm } from './harness/firm.ts'
import { pressKeyOn } from './harness/keyboard.ts'
import { getBellByName, getNotificationBell } from './harness/notification-bell.ts'
import { createVisitor } from './harness/visitor.ts'

let browser: Browser
let firm: Firm
beforeAll(async () => {
  firm = await startFirm()
  browser = await shareBrowser()
})
afterAll(async () => {
  await browser?.close()
  await firm?.close()
})

/** A client of the manager's about whom nothing was noted. */
const findUntouchedClient = async (): Promise<string> => {
  const [found] = await firm.rows<{ id: string }>(
    `select c.client_id as id from registry.app_user u
       join registry.membership m on m.user_id = u.id and m.prefix = 'dino' join employee e on e.cvl = m.cvl
       join client_list c on c.manager_id = e.id
      where u.email = $1 and not exists (select from record_tag r where r.entity = 'client' and r.entity_id = c.client_id)
      order by c.client_id limit 1`,
    [firm.emailOf('manager')],
  )
  return found!.id
}
/** What the browser says of a file that is refused, which the page tells. */
const isUnexpectedProblem = (problem: string): boolean => !/422/.test(problem)

test('a follow-up by keyboard: mention, notification, document, tag and assignee', async () => {
  const clientId = await findUntouchedClient()
  const [colleague] = await firm.rows<{ name: string }>('select full_name as name from app_user where email = $1', [
    firm.emailOf('direction'),
  ])
  const { name } = colleague!
  const me = await createVisitor(browser, firm)
  const { page } = me
  await me.openAs('manager', `/clientes/${clientId}`)
  const part = page.getByRole('region', { name: 'Comentarios y actividad' })
  await part.scrollIntoViewIfNeeded()

  // A comment that names a colleague, chosen from those who see the client.
  const field = part.getByRole('textbox', { name: 'Nuevo comentario' })
  await field.focus()
  await page.keyboard.type(`Hola @${name.split(' ')[0]}`)
  await page.getByRole('option', { name }).waitFor()
  expect(await me.violations()).toEqual([])
  await page.keyboard.press('Enter')
  await page.keyboard.type('¿lo ves?')
  await page.keyboard.press('Control+Enter')
  await part
    .getByRole('listitem')
    .filter({ hasText: `Hola @${name} ¿lo ves?` })
    .waitFor()

  // A picture and something that is none: one arrives, of the other it is said why not.
  await part.getByRole('link', { name: /^Documentos/ }).press('Enter')
  const content = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#0a0' } })
    .png()
    .toBuffer()
  await part.locator('input[type=file]').setInputFiles([
    { name: 'programa.pdf', mimeType: 'application/pdf', buffer: Buffer.from('4d5a90000000', 'hex') },
    { name: 'justificante.png', mimeType: 'image/png', buffer: content },
  ])
  await part.getByRole('alert').filter({ hasText: 'Tipo de archivo no admitido' }).waitFor()
  await pressKeyOn(part.getByRole('button', { name: 'Ver: justificante.webp' }))
  const shown = page.getByRole('dialog', { name: 'justificante.webp' }).getByRole('img', { name: 'justificante.webp' })
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(40)
  await page.keyboard.press('Escape')

  // A tag that nobody had yet, and who is in charge.
  await pressKeyOn(part.getByRole('button', { name: 'Añadir etiqueta' }))
  // Whoever types at once is quicker than the list: nothing of it is lost.
  await page.keyboard.type('Herencia larga')
  await page.keyboard.press('Enter')
  const takeOff = part.getByRole('button', { name: 'Quitar la etiqueta Herencia larga' })
  await part.getByText('Etiqueta Herencia larga añadida.').waitFor()
  await page.keyboard.press('z')
  await part.getByText('Etiqueta Herencia larga quitada.').waitFor()
  await takeOff.waitFor({ state: 'detached' })
  await pressKeyOn(part.getByRole('button', { name: 'Añadir etiqueta' }))
  await page.keyboard.type('Herencia larga')
  await page.keyboard.press('Enter')
  await takeOff.waitFor()
  await pressKeyOn(part.getByRole('button', { name: 'Asignar a una persona' }))
  // Without accents, which no key of the test's keyboard has.
  await page.keyboard.type(name.normalize('NFD').replace(/\p{M}/gu, ''))
  await page.keyboard.press('Enter')
  await part.getByText(name, { exact: true }).waitFor()
  await part.getByRole('link', { name: 'Actividad' }).press('Enter')
  await part
    .getByRole('listitem')
    .filter({ hasText: `Asignado a ${name}` })
    .waitFor()
  expect(await me.violations()).toEqual([])
  expect(me.problems.filter(isUnexpectedProblem)).toEqual([])
  await me.close()

  // Whoever was mentioned hears of it, and is led to the comment.
  const other = await createVisitor(browser, firm)
  await other.openAs('direction')
  await getBellByName(other.page, 'Notificaciones, 2 sin leer').waitFor()
  await pressKeyOn(getNotificationBell(other.page))
  await pressKeyOn(other.page.getByRole('dialog').getByRole('button', { name: /^Te han mencionado/ }))
  await other.page.waitForURL(`**/clientes/${clientId}?panel=comments`)
  await other.page
    .getByRole('region', { name: 'Comentarios y actividad' })
    .getByRole('listitem')
    .filter({ hasText: '¿lo ves?' })
    .waitFor()
  expect(other.problems).toEqual([])
  await other.close()
})

// A draft outlives its page in session.test.ts too; retries are held by web/core.
testInFullRun('a typed comment outlives its panel and page, and a broken upload is retried', async () => {
  const clientId = await findUntouchedClient()
  const me = await createVisitor(browser, firm)
  const { page } = me
  await me.openAs('manager', `/clientes/${clientId}?panel=comments`)
  const part = page.getByRole('region', { name: 'Comentarios y actividad' })
  const field = part.getByRole('textbox', { name: 'Nuevo comentario' })
  await field.fill('A medias')

  // The first try breaks off before the server hears of it; the second is the same file.
  let tries = 0
  await page.route('**/attachments?fileName=*', (route) => (tries++ === 0 ? route.abort() : route.continue()))
  await part.getByRole('link', { name: /^Documentos/ }).press('Enter')
  await part
    .locator('input[type=file]')
    .setInputFiles({ name: 'nota.txt', mimeType: 'text/plain', buffer: Buffer.from('una nota') })
  await part.getByRole('alert').filter({ hasText: 'No hay conexión' }).waitFor()
  expect(await me.violations()).toEqual([])
  await pressKeyOn(part.getByRole('button', { name: 'Reintentar' }))
  await part.getByRole('button', { name: 'Descargar: nota.txt' }).waitFor()

  await part.getByRole('link', { name: /^Comentarios/ }).press('Enter')
  expect(await field.inputValue()).toBe('A medias')
  const draft = page.waitForResponse(
    (answer) => answer.url().includes('/me/drafts/') && answer.request().method() === 'PUT',
  )
  await field.pressSequentially(' y más')
  await draft
  await page.reload()
  // Parts of the page come when they are near.
  await part.scrollIntoViewIfNeeded()
  await expect.poll(() => field.inputValue()).toBe('A medias y más')
  await page.keyboard.press('Tab')
  await field.press('Control+Enter')
  await part.getByRole('listitem').filter({ hasText: 'A medias y más' }).waitFor()
  await expect.poll(() => field.inputValue()).toBe('')
  await me.close()
})
