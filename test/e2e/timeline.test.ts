import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareBrowser } from './harness/browser.ts'
import { type Firm, startFirm } from './harness/firm.ts'
import { pressKeyOn } from './harness/keyboard.ts'
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

test('tags chosen clients at once and finds it in the history of one', async () => {
  const me = await createVisitor(browser, firm)
  const { page } = me
  await me.openAs('manager', '/clientes')

  // Two of the list, by keyboard: each is told of when it is done.
  for (const n of [0, 1]) await pressKeyOn(page.getByRole('checkbox', { name: /^Seleccionar: / }).nth(n), 'Space')
  await pressKeyOn(page.getByRole('button', { name: 'Etiquetar' }), 'Enter')
  const dialog = page.getByRole('dialog', { name: 'Etiquetar clientes' })
  await dialog.getByRole('textbox', { name: 'Etiqueta' }).fill('Campaña de otoño')
  expect(await me.violations()).toEqual([])
  await page.keyboard.press('Control+Enter')
  await dialog.getByRole('status').filter({ hasText: '2 registros completados.' }).waitFor()
  await pressKeyOn(dialog.getByRole('button', { name: 'Cerrar' }).last(), 'Enter')

  // The history says so, and keeps its filter in the address.
  const [tagged] = await firm.rows<{ id: string }>(
    `select r.entity_id as id from record_tag r join tag t on t.id = r.tag_id where t.name = 'Campaña de otoño' order by 1 limit 1`,
  )
  await page.goto(`${firm.url}/clientes/${tagged!.id}`)
  const history = page.getByRole('region', { name: 'Historial' })
  await history.scrollIntoViewIfNeeded()
  await pressKeyOn(history.getByRole('button', { name: 'Cambios' }), 'Enter')
  await expect.poll(() => new URL(page.url()).searchParams.get('timelineKind')).toBe('change')
  const entry = history.getByRole('listitem').filter({ hasText: 'Añade una etiqueta' }).first()
  await entry.filter({ hasText: 'Campaña de otoño' }).waitFor()
  expect(await me.violations()).toEqual([])
  await page.reload()
  await expect.poll(() => history.getByRole('button', { name: 'Cambios' }).getAttribute('aria-pressed')).toBe('true')
  await history.getByRole('searchbox', { name: 'Buscar en el historial' }).fill('no hay nada así')
  await history.getByText('Nada coincide con los filtros.').waitFor()
  expect(me.problems).toEqual([])
  await me.close()
})

test('a comment with a list is pinned, edited, and shows what it said before', async () => {
  const [client] = await firm.rows<{ id: string }>(
    `select c.client_id as id from registry.app_user u
       join registry.membership m on m.user_id = u.id and m.prefix = 'dino' join employee e on e.cvl = m.cvl
       join client_list c on c.manager_id = e.id
      where u.email = $1 and not exists (select from record_comment r where r.entity = 'client' and r.entity_id = c.client_id)
      order by c.client_id limit 1`,
    [firm.emailOf('manager')],
  )
  const me = await createVisitor(browser, firm)
  const { page } = me
  await me.openAs('manager', `/clientes/${client!.id}?panel=comments`)
  const part = page.getByRole('region', { name: 'Comentarios y actividad' })
  const field = part.getByRole('textbox', { name: 'Nuevo comentario' })
  await field.focus()
  await page.keyboard.press('Control+B')
  await page.keyboard.type('Importante')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('llamar')
  await part.getByRole('button', { name: 'Lista', exact: true }).click()
  await page.keyboard.press('Control+Enter')
  await part.getByRole('list').filter({ hasText: 'llamar' }).locator('b', { hasText: 'Importante' }).waitFor()
  await part.getByRole('button', { name: 'Fijar' }).first().click()
  const pinned = part.getByRole('list', { name: 'Comentarios fijados' })
  await pinned.getByText('llamar').waitFor()
  expect(await me.violations()).toEqual([])

  await pinned.getByRole('button', { name: 'Editar' }).click()
  await part.getByRole('textbox', { name: 'Editar el comentario' }).fill('Ya está hecho')
  await page.keyboard.press('Control+Enter')
  await pinned.getByText('Ya está hecho').waitFor()
  await pressKeyOn(pinned.getByRole('button', { name: /^editado/ }), 'Enter')
  const versions = page.getByRole('dialog', { name: 'Versiones del comentario' })
  await versions.getByText('llamar').waitFor()
  expect(await me.violations()).toEqual([])
  expect(me.problems).toEqual([])
  await me.close()
})
